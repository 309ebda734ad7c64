package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures have a bound of their own; beyond it they are kept, and can be had. */
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class LargePicturesTest {
  private static final int BOUND = 1 << 20;

  @AutoClose private Gateway gateway;

  @BeforeEach
  void build() {
    gateway =
        Gateway.builder()
            .backend(
                "camera",
                BackendConfig.inProcess()
                    .tool(
                        "shoot",
                        "Takes a picture of so many bytes of base64.",
                        "{\"type\":\"object\"}",
                        arguments -> shot(arguments.path("size").asInt())))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  /** A small picture, a text, and a picture of that size. */
  private static ToolResult shot(int size) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result
        .putArray("content")
        .add(picture("AAAA"))
        .add(JsonNodeFactory.instance.objectNode().put("type", "text").put("text", "taken"))
        .add(picture("A".repeat(size)));
    return ToolResult.of(RawJson.of(result));
  }

  private static ObjectNode picture(String data) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", "image")
        .put("data", data)
        .put("mimeType", "image/png");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"tool\": \"camera.shoot\", \"arguments\": {\"size\": %d}}",
        "const r = await camera.shoot({size: %d}); return r",
        "const r = await camera.shoot({size: 4}); const s = await camera.shoot({size: %d});"
            + " return {content: s}",
      })
  void areWholeUpToTheBoundAndKeptBeyond(String code) {
    ChainResult fits = gateway.run(code.formatted(BOUND - 4));
    ChainResult kept = gateway.run(code.formatted(BOUND));

    assertThat(fits.result().content()).hasSize(3);
    assertThat(fits.result().content().get(2)).isEqualTo(picture("A".repeat(BOUND - 4)));
    assertThat(fits.resultId()).isEmpty();
    String id = kept.resultId().orElseThrow();
    assertThat(kept.result().content().get(0)).isEqualTo(picture("AAAA"));
    assertThat(kept.text())
        .isEqualTo(
            "taken\n[image image/png, 1048576 base64 characters; whole: gatemini://result/"
                + id
                + "?path=/content/2]");
    assertThat(kept.bytesProcessed()).isGreaterThan(BOUND);
    assertThat(kept.bytesReturned()).isLessThan(500);
    assertThat(kept.reductions()).contains("1 block kept: gatemini://result/" + id);
  }

  @Test
  void areHadByTheirHandle() {
    ChainResult kept =
        gateway.run("{\"tool\": \"camera.shoot\", \"arguments\": {\"size\": " + BOUND + "}}");

    ChainResult whole =
        gateway.run(
            "const r = await results.get(\"%s\"); return r.content[2]"
                .formatted(kept.resultId().orElseThrow()));

    assertThat(whole.result().content()).containsExactly(picture("A".repeat(BOUND)));
  }

  @Test
  void areWholeWhereTheCallAsksForAsMuch() {
    ChainResult whole =
        gateway.run(
            ChainRequest.of(
                    "{\"tool\": \"camera.shoot\", \"arguments\": {\"size\": " + BOUND + "}}")
                .withMaxOutputBytes(2 * BOUND));

    assertThat(whole.result().content()).last().isEqualTo(picture("A".repeat(BOUND)));
  }

  /** More than all kept results may have. */
  @Test
  void ofAHundredMegabytesAreLeftOutAndToldOf() {
    int size = 100_000_000;

    ChainResult left =
        gateway.run("{\"tool\": \"camera.shoot\", \"arguments\": {\"size\": " + size + "}}");

    assertThat(left.resultId()).isEmpty();
    assertThat(left.text())
        .isEqualTo(
            "taken\n[image image/png, 100000000 base64 characters; too large to be kept;"
                + " ask the tool for a smaller one]");
    assertThat(left.bytesProcessed()).isGreaterThan(size);
    assertThat(left.bytesReturned()).isLessThan(500);
  }
}
