package io.gatemini.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.internal.answer.RandomJson;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JsonPathsTest {
  private static final String TEXT =
      "{\"results\":{\"items\":[0,1,{\"n\":2},3,4]},\"a/b\":{\"m~n\":1},\"\":2,\"a > b\":[5],"
          + "\"[0]\":6,\"{0}\":7,\"/x\":8,\"\\\"q\\\"\":9,\" s \":10,\"\\u0061\\n\":11}";

  @Test
  void findsWhatAPointerNames() {
    assertThat(find("")).contains(TEXT);
    assertThat(find("/results/items/2/n")).contains("2");
    assertThat(find("/a~1b/m~0n")).contains("1");
    assertThat(find("/")).contains("2");
    assertThat(find("//x")).isEmpty();
    assertThat(find("/~1x")).contains("8");
  }

  @Test
  void findsWhatALabelNames() {
    assertThat(find("results > items")).contains("[0,1,{\"n\":2},3,4]");
    assertThat(find("results > items > [1-3]")).contains("[1,{\"n\":2},3]");
    assertThat(find("results > items > [2]")).contains("{\"n\":2}");
    assertThat(find("results > items > [2] > n")).contains("2");
    assertThat(find("results>items>[2]>n")).contains("2");
    assertThat(find("{1-2}")).contains("{\"a/b\":{\"m~n\":1},\"\":2}");
    assertThat(find("{1} > m~n")).contains("1");
    assertThat(find("a/b > m~n")).contains("1");
  }

  @Test
  void readsQuotedNames() {
    assertThat(find("\"a > b\" > [0]")).contains("5");
    assertThat(find("\"[0]\"")).contains("6");
    assertThat(find("\"{0}\"")).contains("7");
    assertThat(find("\"/x\"")).contains("8");
    assertThat(find("\"\\\"q\\\"\"")).contains("9");
    assertThat(find("\" s \"")).contains("10");
    assertThat(find("\"a\\n\"")).contains("11");
    assertThat(find("\"\"")).contains("2");
  }

  @Test
  void endsARangeWhereTheArrayEnds() {
    assertThat(find("results > items > [3-99]")).contains("[3,4]");
    assertThat(find("results > items > [5-99]")).isEmpty();
  }

  @Test
  void findsNothingWhereNothingIs() {
    for (String path :
        new String[] {
          "nothing",
          "results > nothing",
          "results > [0]",
          "results > items > {0}",
          "[0-1]",
          "/results/items/5",
          "/results/items/-",
          "/results/items/02",
          "/results/items/99999999999",
          "results > items > [1-0]",
          "results > items > [0-1] > n",
          "results > items > [",
          "results > items > []",
          "results > ",
          "results > items > [-1]",
          "results > items > [2",
          " > ",
          "\"",
          "\"results",
          "\"results\" x",
          "results > items > [2] > n > x",
          "[",
          "{"
        }) {
      assertThat(find(path)).as(path).isEmpty();
    }
  }

  @Test
  void findsItemsAtTheTop() {
    JsonOutline outline = RandomJson.outline("[1,2,3]");

    assertThat(JsonPaths.find(outline, "[0-1]").orElseThrow().json(outline)).hasToString("[1,2]");
    assertThat(JsonPaths.find(outline, "/2").orElseThrow().json(outline)).hasToString("3");
  }

  @Property(tries = 200)
  void findsEveryValueByItsPointerAndByItsLabel(@ForAll long seed) {
    JsonOutline outline = RandomJson.outline(new RandomJson(seed).container().toString());

    findsAll(outline, JsonOutline.ROOT, "", "");
  }

  @Property(tries = 1000)
  void takesAnyText(@ForAll String path) {
    JsonOutline outline = RandomJson.outline(TEXT);

    assertThat(JsonPaths.find(outline, path)).isNotNull();
  }

  private static void findsAll(JsonOutline outline, int value, String pointer, String label) {
    assertThat(JsonPaths.find(outline, pointer)).contains(JsonSlice.whole(value));
    if (value != JsonOutline.ROOT) {
      assertThat(JsonPaths.find(outline, label)).contains(JsonSlice.whole(value));
    }
    int place = 0;
    for (int child = outline.firstChild(value);
        child != JsonOutline.NONE;
        child = outline.nextSibling(child, value)) {
      String name = outline.name(child);
      boolean isItem = outline.isArray(value);
      findsAll(
          outline,
          child,
          pointer + (isItem ? "/" + place : JsonPaths.token(name)),
          JsonPaths.within(label, isItem ? JsonPaths.items(place, place) : JsonPaths.name(name)));
      place++;
    }
  }

  private static Optional<String> find(String path) {
    JsonOutline outline = RandomJson.outline(TEXT);
    return JsonPaths.find(outline, path).map(slice -> slice.json(outline)).map(RawJson::toString);
  }
}
