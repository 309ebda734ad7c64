package io.gatemini.internal.answer.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.gatemini.internal.answer.RandomJson;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonPaths;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JsonChunksTest {
  private static final int TARGET = 4096;

  /** The earlier system's own example; the figures are those it gives. */
  @Test
  void takesAnObjectAroundAnArrayApart() {
    String items =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    "{\"id\":"
                        + i
                        + ",\"name\":\"item-"
                        + i
                        + "\",\"data\":\""
                        + "x".repeat(100)
                        + "\"}")
            .collect(Collectors.joining(",", "[", "]"));

    List<JsonChunk> chunks =
        chunks("{\"total\":100,\"results\":" + items + ",\"meta\":{\"page\":1,\"next\":null}}");

    assertThat(chunks)
        .extracting(chunk -> chunk.label() + " " + kilobytes(chunk.sizeBytes()))
        .containsExactly(
            "total 0.0KB",
            "results > [0-29] 4.0KB",
            "results > [30-59] 4.0KB",
            "results > [60-89] 4.0KB",
            "results > [90-99] 1.3KB",
            "meta 0.0KB");
    assertThat(kilobytes(chunks.stream().mapToInt(JsonChunk::sizeBytes).sum())).isEqualTo("13.3KB");
    assertThat(chunks.get(1).identity()).isEqualTo("id=0, name=item-0");
    assertThat(chunks.get(0).identity()).isEmpty();
  }

  @Test
  void labelsDeepItems() {
    String item = "{\"text\":\"" + "x".repeat(1000) + "\"}";

    List<JsonChunk> chunks =
        chunks("{\"results\":{\"items\":[" + (item + ",").repeat(9) + item + "]}}");

    assertThat(chunks)
        .extracting(JsonChunk::label)
        .containsExactly(
            "results > items > [0-3]", "results > items > [4-7]", "results > items > [8-9]");
  }

  @Test
  void takesLargeItemsApart() {
    String rows = "[" + "1234567,".repeat(1000) + "0]";

    List<JsonChunk> chunks = chunks("[1,{\"a\":0,\"rows\":" + rows + "},2,3]");

    assertThat(chunks)
        .extracting(JsonChunk::label)
        .containsExactly(
            "[0]", "[1] > a", "[1] > rows > [0-584]", "[1] > rows > [585-1000]", "[2-3]");
  }

  @Test
  void putsManySmallMembersTogether() {
    String members =
        IntStream.range(0, 1000)
            .mapToObj(i -> "\"key" + i + "\":" + i)
            .collect(Collectors.joining(","));

    List<JsonChunk> chunks = chunks("{" + members + "}", 256);

    assertThat(chunks.get(0).label()).isEqualTo("{0-121}");
    assertThat(chunks.get(0).identity()).isEqualTo("key0 … key121");
    assertThat(chunks).hasSizeLessThan(14);
  }

  @Test
  void keepsSmallStructuresWhole() {
    assertThat(chunks("{\"a\":{\"b\":[1,2,{\"c\":[]}]}}"))
        .extracting(JsonChunk::label)
        .containsExactly("");
  }

  @Test
  void labelsByPlaceWhatNamesDoNotTellApart() {
    String large = "\"" + "x".repeat(300) + "\"";
    String longName = "n".repeat(100);

    List<JsonChunk> chunks =
        chunks("{\"a\":" + large + ",\"\\u0061\":" + large + ",\"" + longName + "\":0}", 256);

    assertThat(chunks).extracting(JsonChunk::label).containsExactly("{0}", "{1}", "{2}");
  }

  @Test
  void labelsHalvesOfSurrogatePairs() {
    assertLabels("{\"\\ud800\":1,\"\\udc00\":2,\"x > y\":\"" + "x".repeat(300) + "\"}", 256);
  }

  @Property(tries = 200)
  void everyLabelNamesItsChunkAndTheChunksAreAll(
      @ForAll long seed, @ForAll @IntRange(min = 8, max = 2000) int target) {
    assertLabels(new RandomJson(seed).container().toString(), target);
  }

  private static void assertLabels(String text, int target) {
    JsonOutline outline = RandomJson.outline(text);
    for (boolean collapsing : new boolean[] {false, true}) {
      CondensedJson json =
          new JsonCondenser(outline, collapsing, collapsing, Optional.of(""), target)
              .condense(TimeBudget.of(Duration.ofMinutes(1)));
      List<JsonChunk> chunks = JsonChunks.of(json, target, "");

      int[] seen = new int[outline.count()];
      for (JsonChunk chunk : chunks) {
        assertThat(JsonPaths.find(outline, chunk.label()))
            .as(chunk.label())
            .contains(chunk.slice());
        for (int value = chunk.slice().first();
            value < outline.next(chunk.slice().last());
            value++) {
          seen[value]++;
        }
      }
      for (int value = 0; value < outline.count(); value++) {
        boolean isLeaf = outline.firstChild(value) == JsonOutline.NONE;
        if (seen[value] > 1 || (isLeaf && seen[value] == 0)) {
          fail("in " + seen[value] + " chunks: " + outline.written(value));
        }
      }
    }
  }

  private static String kilobytes(int bytes) {
    return String.format(Locale.ROOT, "%.1fKB", bytes / 1024.0);
  }

  private static List<JsonChunk> chunks(String text) {
    return chunks(text, TARGET);
  }

  private static List<JsonChunk> chunks(String text, int target) {
    return JsonChunks.of(new CondensedJson(RandomJson.outline(text)), target, "");
  }
}
