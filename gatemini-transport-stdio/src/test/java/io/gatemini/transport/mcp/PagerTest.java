package io.gatemini.transport.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.transport.mcp.JsonRpcEnvelope.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
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
    return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> "ü:" + i).toList());
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

  /** Entries that are there all the time are shown exactly once, whatever else comes and goes. */
  @Property(tries = 200)
  void showsWhatStaysOnceWhileOthersComeAndGo(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> all = numbered(320);
    List<String> shown = new ArrayList<>();
    ObjectNode page = pager.page(all, cursor(JSON.nullNode()));
    shown.addAll(names(page));
    String last = shown.get(shown.size() - 1);

    for (int i = 0; i < 40; i++) {
      int at = random.nextInt(all.size());
      if (random.nextBoolean()) {
        all.add(at, "new:" + i);
      } else if (!all.get(at).equals(last)) {
        all.remove(at);
      }
    }
    List<String> due = all.subList(all.indexOf(last) + 1, all.size());

    page = after(page, all);
    List<String> rest = new ArrayList<>(names(page));
    while (page.has("nextCursor")) {
      page = after(page, all);
      rest.addAll(names(page));
    }
    assertThat(rest).isEqualTo(due);
  }

  @Test
  void goesOnAtThePlaceOfAnEntryThatHasGone() {
    List<String> all = numbered(250);
    ObjectNode first = pager.page(all, cursor(JSON.nullNode()));

    all.remove(99);

    assertThat(names(after(first, all)).get(0)).isEqualTo("ü:100");
  }

  @Test
  void endsWhenTheListHasBecomeShorterThanThePlace() {
    ObjectNode first = pager.page(numbered(250), cursor(JSON.nullNode()));

    ObjectNode rest = after(first, List.of("other"));

    assertThat(rest.toString()).isEqualTo("{\"things\":[]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "====", "\ud83d\ude00", "dGhpbmdz", "100", "null"})
  void refusesACursorItNeverGave(String cursor) {
    refuses(cursor);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "things:-1:a",
        "things:1",
        "things::a",
        "things:x:a",
        "things:99999999999:a",
        "others:1:a",
        "\0"
      })
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
    assertThatThrownBy(() -> pager.page(numbered(300), cursor(JSON.textNode(cursor))))
        .isInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("\"cursor\"");
  }
}
