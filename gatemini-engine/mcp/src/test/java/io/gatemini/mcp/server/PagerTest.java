package io.gatemini.mcp.server;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagerTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Pager<String> pager = pager("things");

  private static Pager<String> pager(String list) {
    return new Pager<>(list, name -> name, name -> JSON.objectNode().put("name", name));
  }

  private static List<String> numbered(int count) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> "ü:%06d".formatted(i)).toList());
  }

  private static Params cursor(JsonNode cursor) {
    byte[] params =
        JSON.objectNode().set("cursor", cursor).toString().getBytes(StandardCharsets.UTF_8);
    return Params.read(new Slice(JsonToken.START_OBJECT, 0, params.length), params);
  }

  private static List<String> names(ObjectNode page) {
    return page.findValuesAsText("name");
  }

  private ObjectNode after(ObjectNode page, List<String> all) {
    return pager.page(all, cursor(page.get("nextCursor")));
  }

  @Property(tries = 60)
  void showsEachEntryOnceInItsOrder(@ForAll @IntRange(max = 350) int count) {
    List<String> all = numbered(count);

    List<String> shown = new ArrayList<>();
    ObjectNode page = pager.page(all, Params.read(null, new byte[0]));
    shown.addAll(names(page));
    while (page.has("nextCursor")) {
      assertThat(names(page)).hasSize(Pager.PAGE_SIZE);
      page = after(page, all);
      shown.addAll(names(page));
    }

    assertThat(shown).isEqualTo(all);
  }

  @Test
  void hasNoCursorOnALastPageThatIsFull() {
    ObjectNode first = pager.page(numbered(200), cursor(JSON.nullNode()));

    ObjectNode last = after(first, numbered(200));

    assertThat(names(last)).hasSize(100);
    assertThat(last.has("nextCursor")).isFalse();
  }

  /** Entries that are there all the time are shown, whatever else comes and goes between pages. */
  @Property(tries = 300)
  void leavesOutNothingThatStays(@ForAll long seed, @ForAll @IntRange(max = 400) int most) {
    Random random = new Random(seed);
    List<String> all = numbered(420);
    Set<String> stayed = new LinkedHashSet<>(all);
    ObjectNode page = pager.page(all, cursor(JSON.nullNode()));
    List<String> shown = new ArrayList<>(names(page));

    while (page.has("nextCursor")) {
      change(all, random, random.nextInt(most + 1));
      stayed.retainAll(all);
      page = after(page, all);
      shown.addAll(names(page));
    }

    assertThat(shown).containsAll(stayed);
  }

  /** Whatever comes and goes between pages, and wherever it is put. */
  @Property(tries = 200)
  void showsNothingTwiceWhileOthersComeAndGo(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> all = numbered(320);
    ObjectNode page = pager.page(all, cursor(JSON.nullNode()));
    List<String> shown = new ArrayList<>(names(page));

    while (page.has("nextCursor")) {
      change(all, random, 40);
      Collections.shuffle(all, random);
      page = after(page, all);
      shown.addAll(names(page));
    }

    assertThat(shown).doesNotHaveDuplicates();
  }

  @Test
  void keepsTheOrderOfAListOfOnePage() {
    assertThat(names(pager.page(List.of("b", "c", "a"), cursor(JSON.nullNode()))))
        .containsExactly("b", "c", "a");
  }

  private int news;

  private void change(List<String> some, Random random, int times) {
    for (int i = 0; i < times; i++) {
      int at = random.nextInt(some.size() + 1);
      if (random.nextBoolean() || at == some.size()) {
        some.add(at, "ü:%06d+%d".formatted(random.nextInt(320), news++));
      } else {
        // Whole stretches go, too, as the tools of a backend do.
        some.subList(at, Math.min(some.size(), at + 1 + random.nextInt(60) / 50 * 80)).clear();
      }
    }
  }

  @Test
  void endsForAListThatIsAnotherOneEachTime() {
    ObjectNode page = pager.page(numbered(450), cursor(JSON.nullNode()));

    int pages = 1;
    while (page.has("nextCursor")) {
      String prefix = "turn " + pages + ":";
      page = after(page, IntStream.range(0, 450).mapToObj(i -> prefix + i).toList());
      pages++;
      assertThat(pages).isLessThan(50);
    }
  }

  @Test
  void goesOnAtThePlaceOfAnEntryThatHasGone() {
    List<String> all = numbered(250);
    ObjectNode first = pager.page(all, cursor(JSON.nullNode()));

    all.remove(99);

    assertThat(names(after(first, all)).get(0)).isEqualTo("ü:000100");
  }

  @Test
  void endsWhenTheRestOfTheListHasGone() {
    ObjectNode first = pager.page(numbered(250), cursor(JSON.nullNode()));

    ObjectNode rest = after(first, numbered(100));

    assertThat(rest.toString()).isEqualTo("{\"things\":[]}");
  }

  @Values("`` | x | ==== | \ud83d\ude00 | dGhpbmdz | 100 | null")
  void refusesACursorItNeverGave(String cursor) {
    refuses(cursor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"things", "others:0:1:1", "\0"})
  void refusesACursorThatIsForgedBadly(String forged) {
    refuses(
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(forged.getBytes(StandardCharsets.UTF_8)));
  }

  @Property(tries = 300)
  void takesAnyTextWithoutAnotherFailure(@ForAll String cursor) {
    try {
      assertThat(names(pager.page(numbered(3), cursor(JSON.textNode(cursor)))).size())
          .isLessThanOrEqualTo(3);
    } catch (InvalidArgumentsException e) {
      assertThat(e).hasMessageContaining("\"cursor\"");
    }
  }

  @Test
  void refusesTheCursorOfAnotherList() {
    ObjectNode first = pager("others").page(numbered(101), cursor(JSON.nullNode()));

    refuses(first.get("nextCursor").asText());
  }

  private void refuses(String cursor) {
    assertThrown(
            InvalidArgumentsException.class,
            () -> pager.page(numbered(300), cursor(JSON.textNode(cursor))))
        .hasMessageContaining("\"cursor\"");
  }
}
