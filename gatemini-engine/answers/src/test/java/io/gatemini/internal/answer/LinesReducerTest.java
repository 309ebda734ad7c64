package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.OutputReducer.Request;
import io.gatemini.spi.Payload;
import io.gatemini.testing.Values;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LinesReducerTest {
  private final LinesReducer reducer = new LinesReducer(OutputConfig::defaults);

  @Values("[FILE] %05d.txt | [DIR] %05d | - item %05d | %05d. item | /a/b/%05d | src\\%05d\\x")
  void showsTheFirstItemsAndTheNumberOfTheRest(String item) {
    String list = list(item, 5_000);

    Payload reduced = reduce(list).orElseThrow();

    assertThat(reduced.text()).startsWith(item.formatted(0) + "\n" + item.formatted(1) + "\n");
    assertThat(reduced.sizeBytes()).isBetween(3_900L, 4_150L);
    long shown = reduced.text().lines().count() - 1;
    assertThat(reduced.text())
        .endsWith("\n[... " + (5_000 - shown) + " more lines like these ...]");
    assertThat(reduced.notes()).containsExactly("lines: " + shown + " of 5000 lines");
  }

  @Test
  void keepsWhatFollowsTheList() {
    String text = list("[FILE] %05d.txt", 5_000) + "\nTotal: 5000 files\nCombined size: 3 MB";

    assertThat(reduce(text).orElseThrow().text())
        .endsWith(" more lines like these ...]\nTotal: 5000 files\nCombined size: 3 MB");
  }

  @Values(
      """
      2026-11-22T08:00:00Z INFO a/b request %d | at io.gatemini.Gateway.run(Gateway.java:%d)
      a sentence of prose, number %d | %d,1,2,3 | x%dy
      """)
  void leavesWhatIsNoList(String line) {
    assertThat(reduce(list(line, 5_000))).isEmpty();
  }

  @Test
  void leavesAListInProseAndAListThatIsSmall() {
    String prose = "Some words on it.\n".repeat(300);

    assertThat(reduce(prose + list("- item %d", 1_000))).isEmpty();
    assertThat(reduce(list("- item %d", 100))).isEmpty();
  }

  @Property
  void showsWholeLinesInTheirOrder(@ForAll @IntRange(min = 1_000, max = 9_000) int items) {
    String list = list("[FILE] \u00e9\ud83d\ude00 name %d", items);

    String text = reduce(list).orElseThrow().text();

    assertThat(list).startsWith(text.substring(0, text.lastIndexOf('\n')) + "\n");
    assertThat(Utf8Size.of(text)).isLessThan(4_200);
  }

  private static String list(String item, int count) {
    return IntStream.range(0, count).mapToObj(item::formatted).collect(Collectors.joining("\n"));
  }

  private Optional<Payload> reduce(String text) {
    return reducer.reduce(
        Payload.text(text), new Request(200_000, Optional.empty(), Session.local()));
  }
}
