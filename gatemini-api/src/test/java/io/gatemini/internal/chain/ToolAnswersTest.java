package io.gatemini.internal.chain;

import static io.gatemini.internal.reduce.GivenReduction.bounds;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainResult;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.reduce.GivenReduction;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolAnswersTest {
  private final ToolAnswers answers = new ToolAnswers(GivenReduction.boundOnly());

  @Test
  void givesAJsonTextAsAValue() {
    ChainResult result =
        answer("{\"content\":[{\"type\":\"text\",\"text\":\"{\\n \\\"a\\\": 1}\"}]}", 1_000);

    assertThat(result.json()).isEqualTo(RawJson.parse("{\"a\":1}").tree());
    assertThat(result.text()).isEqualTo("{\n \"a\": 1}");
    assertThat(result.result().json().toString()).doesNotContain("\n");
  }

  @Test
  void leavesAnErrorAsItIs() {
    String json = "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}";

    ChainResult result = answer(json, 1_000);

    assertThat(result.result().json()).hasToString(json);
    assertThat(result.isError()).isTrue();
  }

  @Test
  void leavesAStructuredAnswerAsItIs() {
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":{\"n\":"
            + " 1},\"_meta\":{\"k\":2}}";

    ChainResult result = answer(json, 1_000);

    assertThat(result.result().json()).hasToString(json);
    assertThat(result.value()).hasToString("{\"n\": 1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{ \n}", "{\"_meta\":{} }", "{\"content\":[]}"})
  void leavesAResultWithoutContentAsItIs(String json) {
    ChainResult result = answer(json, 1_000);

    assertThat(result.result().json()).hasToString(json);
  }

  @Test
  void passesMediaThrough() {
    String json =
        """
        {"content":[{"type":"text","text":"a"},{"type":"image","mimeType":"image/png","data":"AAAA"},\
        {"type":"resource","resource":{"uri":"x://y","text":"z"}}],"_meta":{"k":1}}\
        """;

    ChainResult result = answer(json, 1_000);

    assertThat(result.result().json()).hasToString(json);
  }

  @Test
  void reducesTextBesideAnImageThatPassesUntouched() {
    String image = "A".repeat(5_000);
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\""
            + "t".repeat(3_000)
            + "\"},{\"type\":\"text\",\"text\":\"short\"},{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\""
            + image
            + "\"}]}";

    ChainResult result = answer(json, 500);

    assertThat(result.result().content().get(2).path("data").asText()).isEqualTo(image);
    assertThat(result.result().content().get(1).path("text").asText()).isEqualTo("short");
    assertThat(result.result().text().getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(501);
    assertThat(result.reductions())
        .containsExactly("truncate: 2.5KB omitted", "original too large to be kept");
  }

  @Test
  void replacesAStructuredValueThatIsTooLarge() {
    String large = "s".repeat(2_000);
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\""
            + large
            + "\"}],\"structuredContent\":{\"n\":1,\"v\":\""
            + large
            + "\"}}";

    ChainResult result = answer(json, 500);

    assertThat(structured(result).path("result").asText())
        .startsWith("{\"n\":1,\"v\":\"sss")
        .hasSizeLessThanOrEqualTo(500);
    assertThat(result.text()).hasSizeLessThanOrEqualTo(500);
    assertThat(result.value().tree().path("v").asText()).isEqualTo(large);
  }

  @Test
  void reducesAStructuredValueWithTheTextThatSaysIt() {
    String value = "{\"v\":\"" + "s".repeat(2_000) + "\"}";
    RawJson spaced = RawJson.ofValue(value.replace(":", " :\n "));
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":"
            + spaced
            + "}],\"structuredContent\":"
            + value
            + "}";

    ChainResult result = answer(json, 500);

    assertThat(result.result().hasStructuredContent()).isFalse();
    assertThat(result.reductions().get(0)).startsWith("truncate: ");
  }

  @Test
  void reducesATextOnceThatIsAllThereIsInTheStructuredValue() {
    String text = "s".repeat(2_000);
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\"%1$s\"}],\"structuredContent\":{\"content\":\"%1$s\"}}"
            .formatted(text);

    ChainResult result = answer(json, 500);

    assertThat(result.result().hasStructuredContent()).isFalse();
    assertThat(result.bytesProcessed()).isEqualTo(2_000);
  }

  @Test
  void keepsAStructuredValueThatFitsBesideATextThatDoesNot() {
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\""
            + "t".repeat(2_000)
            + "\"}],\"structuredContent\":{\"n\":1}}";

    ChainResult result = answer(json, 500);

    assertThat(structured(result)).hasToString("{\"n\":1}");
    assertThat(result.text()).hasSizeLessThanOrEqualTo(500);
  }

  @Test
  void reducesTheTextOfAnEmbeddedResource() {
    String json =
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"x://y\",\"text\":\""
            + "t".repeat(2_000)
            + "\"}}]}";

    ChainResult result = answer(json, 500);

    JsonNode resource = result.result().content().get(0).path("resource");
    assertThat(resource.path("uri").asText()).isEqualTo("x://y");
    assertThat(resource.path("text").asText()).contains("omitted").hasSizeLessThanOrEqualTo(500);
    assertThat(result.bytesProcessed()).isEqualTo(2_000);
    assertThat(result.bytesReturned()).isLessThanOrEqualTo(500);
  }

  @Property
  void saysTheTextOfASingleBlockOnce(@ForAll String text) {
    String sound = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    ToolResult tool = ToolResult.text(sound);

    ChainResult result = answers.of(tool, bounds(1_000_000));

    assertThat(result.result().json()).hasToString(tool.json().toString());
    assertThat(result.value().tree()).isEqualTo(tool.value());
    assertThat(result.text()).isEqualTo(sound);
  }

  private ChainResult answer(String json, int max) {
    return answers.of(
        ToolResult.of(RawJson.wrap(json.getBytes(StandardCharsets.UTF_8))), bounds(max));
  }

  private static JsonNode structured(ChainResult result) {
    return result.result().structuredContent().orElseThrow();
  }
}
