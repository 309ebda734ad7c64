package io.gatemini.sandbox.internal.typescript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class SourceMapLinesTest {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  @Test
  void readsTheFirstSegmentOfEachLine() {
    assertThat(SourceMapLines.of("AAAA")).containsExactly(1);
    assertThat(SourceMapLines.of("")).containsExactly(0);
    assertThat(SourceMapLines.of(";;AACA")).containsExactly(0, 0, 2);
    // As esbuild and swc write it: names as a fifth number, a segment that comes from nowhere.
    assertThat(SourceMapLines.of("AAAAA,CAEA;A;AADA")).containsExactly(1, 0, 2);
  }

  @Property
  void readsBackAnyLines(@ForAll @Size(max = 50) List<@IntRange(max = 2_000_000) Integer> lines) {
    List<String> groups = new ArrayList<>();
    int before = 0;
    for (int line : lines) {
      groups.add(line == 0 ? "" : vlq(0) + vlq(0) + vlq(line - 1 - before) + vlq(3) + ",CAAC");
      before = line == 0 ? before : line - 1;
    }

    List<Integer> read = SourceMapLines.of(String.join(";", groups));

    assertThat(read).isEqualTo(lines.isEmpty() ? List.of(0) : lines);
  }

  @Property
  void readsOrRefusesAnyText(@ForAll @StringLength(max = 60) String text) {
    String digits =
        text.chars()
            .mapToObj(c -> String.valueOf((DIGITS + ",;").charAt(c % (DIGITS.length() + 2))))
            .collect(Collectors.joining());
    for (String mappings : List.of(text, digits)) {
      try {
        assertThat(SourceMapLines.of(mappings)).allMatch(line -> line >= 0);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessage("not the mappings of a source map");
      }
    }
  }

  @Test
  void refusesANumberWithoutEnd() {
    assertThatThrownBy(() -> SourceMapLines.of("AAg")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SourceMapLines.of("A A")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SourceMapLines.of("g".repeat(40) + "A"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String vlq(int value) {
    StringBuilder digits = new StringBuilder();
    int rest = value < 0 ? -value << 1 | 1 : value << 1;
    do {
      int digit = rest & 31;
      rest >>>= 5;
      digits.append(DIGITS.charAt(rest > 0 ? digit | 32 : digit));
    } while (rest > 0);
    return digits.toString();
  }
}
