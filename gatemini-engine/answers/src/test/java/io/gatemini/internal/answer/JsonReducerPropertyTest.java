package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.json.JsonReducer;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonPaths;
import io.gatemini.internal.json.JsonSlice;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.spi.Payload.Kind;
import io.gatemini.text.EnglishAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever the tree, the limit and the target: what is shown is what the original says. */
class JsonReducerPropertyTest {
  @Property(tries = 300)
  void whatIsShownAsJsonIsJsonOfTheOriginal(
      @ForAll long seed, @ForAll @IntRange(min = 256, max = 1200) int target) {
    JsonNode original = RawJson.parse(new RandomJson(seed).container().toString()).tree();
    OutputConfig config = config(target);

    Optional<Payload> reduced = reduce(original, config, 10_000_000, "");

    reduced.ifPresent(
        payload -> {
          assertThat(payload.kind()).isEqualTo(Kind.JSON);
          assertThat(payload.sizeBytes())
              .isLessThan(original.toString().getBytes(StandardCharsets.UTF_8).length);
          assertShows(payload.json().orElseThrow(), original);
        });
  }

  @Property(tries = 300)
  void chunksAreWithinTheLimitAndSayWhatTheirLabelsName(
      @ForAll long seed,
      @ForAll @IntRange(min = 256, max = 1200) int target,
      @ForAll @IntRange(min = 1, max = 6000) int limit,
      @ForAll boolean withIntent) {
    JsonNode original = RawJson.parse(new RandomJson(seed).container().toString()).tree();
    JsonOutline outline = RandomJson.outline(original.toString());

    Optional<Payload> reduced = reduce(original, config(target), limit, withIntent ? "word 3" : "");

    if (reduced.isPresent() && reduced.get().kind() == Kind.TEXT) {
      assertThat(reduced.get().sizeBytes()).isLessThanOrEqualTo(limit);
      assertThat(reduced.get().sizeBytes())
          .isEqualTo(reduced.get().text().getBytes(StandardCharsets.UTF_8).length);
      List<String> lines = reduced.get().text().lines().toList();
      for (int i = 1; i < lines.size(); i++) {
        assertThat(lines.get(i)).startsWith("== ");
        if (!lines.get(i).endsWith(" not shown")) {
          String label = lines.get(i).substring(3, lines.get(i).lastIndexOf(" ("));
          JsonSlice slice = JsonPaths.find(outline, label).orElseThrow();
          JsonNode shown = RawJson.parse(lines.get(++i)).tree();
          if (lines.get(i - 1).endsWith("what these items are called)")) {
            int from = slice.isRange() ? slice.from() : 0;
            int count = slice.isRange() ? slice.to() - from + 1 : 1;
            assertThat(shown.get("omitted").intValue()).isEqualTo(count);
          } else {
            assertShows(shown, slice.json(outline).tree());
          }
        }
      }
    }
  }

  @Property(tries = 300)
  void thePipelineKeepsEveryLimit(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 3000) int limit) {
    JsonNode original = RawJson.parse(new RandomJson(seed).container().toString()).tree();
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new ReductionPipeline.Stage(
                    JsonReducer.WEIGHT, new JsonReducer(() -> config(400), new EnglishAnalyzer())),
                new ReductionPipeline.Stage(TruncateReducer.WEIGHT, new TruncateReducer())));

    Payload reduced =
        pipeline.reduce(Payload.json(RandomJson.raw(original.toString())), request(limit, ""));

    assertThat(reduced.sizeBytes()).isLessThanOrEqualTo(limit);
  }

  /** Whether a value is another, less the items and parts of strings it says are omitted. */
  private static void assertShows(JsonNode shown, JsonNode original) {
    if (original.isTextual() && !shown.equals(original)) {
      String text = shown.textValue();
      int head = text.indexOf("[... ");
      int tail = text.indexOf(" omitted ...]") + " omitted ...]".length();
      assertThat(original.textValue()).startsWith(text.substring(0, head));
      assertThat(original.textValue()).endsWith(text.substring(tail));
    } else if (original.isArray()) {
      boolean collapsed = shown.size() != original.size() || isRest(shown.get(shown.size() - 1));
      int inFull = collapsed ? 3 : original.size();
      for (int i = 0; i < inFull; i++) {
        assertShows(shown.get(i), original.get(i));
      }
      if (collapsed) {
        JsonNode rest = shown.get(3);
        assertThat(shown).hasSize(4);
        assertThat(rest.get("omitted").intValue()).isEqualTo(original.size() - 3);
        int listed = rest.path("items").size();
        assertThat(listed + rest.path("unlisted").intValue())
            .isEqualTo(rest.has("items") ? original.size() - 3 : 0);
      }
    } else if (original.isObject()) {
      boolean collapsed = shown.has("...") && !original.has("...");
      for (Map.Entry<String, JsonNode> member : shown.properties()) {
        if (!(collapsed && member.getKey().equals("..."))) {
          assertShows(member.getValue(), original.get(member.getKey()));
        }
      }
      assertThat(shown).hasSize(collapsed ? 4 : original.size());
      if (collapsed) {
        assertThat(shown.get("...").get("omitted").intValue()).isEqualTo(original.size() - 3);
      }
    } else {
      assertThat(shown).isEqualTo(original);
    }
  }

  private static boolean isRest(JsonNode item) {
    return item != null && item.has("omitted");
  }

  private static OutputConfig config(int target) {
    return OutputConfig.defaults().chunkThreshold(0).chunkTarget(target);
  }

  private static Optional<Payload> reduce(
      JsonNode original, OutputConfig config, int limit, String intent) {
    return new JsonReducer(() -> config, new EnglishAnalyzer())
        .reduce(Payload.json(RandomJson.raw(original.toString())), request(limit, intent));
  }

  private static OutputReducer.Request request(int limit, String intent) {
    return new OutputReducer.Request(
        limit, Optional.of(intent).filter(text -> !text.isEmpty()), Session.local());
  }
}
