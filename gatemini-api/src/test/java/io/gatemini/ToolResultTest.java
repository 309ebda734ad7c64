package io.gatemini;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ToolResultTest {
  /** The result mapping of spec part 10: JSON texts are parsed, plain ones stay, blocks stay. */
  @Table(
      """
      [{"type":"text","text":"{\\"a\\":1}"}] | {"a":1}
      [{"type":"text","text":"[1,2]"}] | [1,2]
      [{"type":"text","text":"plain words"}] | "plain words"
      [{"type":"text","text":"tomorrow"}] | "tomorrow"
      [{"type":"text","text":"{half"}] | "{half"
      [{"type":"text","text":"\\"quoted\\""}] | "quoted"
      [{"text":"type comes last","type":"text"}] | "type comes last"
      [{"type":"text","text":"a"},{"type":"text","text":"b"}] | \
      [{"type":"text","text":"a"},{"type":"text","text":"b"}]
      [{"type":"image","data":"AA","mimeType":"image/png"}] | \
      [{"type":"image","data":"AA","mimeType":"image/png"}]
      [] | []
      """)
  void mapsContentToAValue(String content, String value) {
    ToolResult result = ToolResult.of(RawJson.parse("{\"content\":" + content + "}"));

    assertThat(result.value()).hasToString(value);
    assertThat(result.isError()).isFalse();
  }

  @Test
  void prefersTheStructuredValue() {
    ToolResult result =
        ToolResult.of(
            RawJson.parse(
                "{\"structuredContent\":{\"n\":1},\"content\":[{\"type\":\"text\",\"text\":\"x\"}],"
                    + "\"isError\":true,\"_meta\":{\"isError\":false}}"));

    assertThat(result.value()).hasToString("{\"n\":1}");
    assertThat(result.onlyText()).contains("x");
    assertThat(result.isError()).isTrue();
  }

  @Test
  void joinsTextBlocks() {
    ToolResult result =
        ToolResult.of(
            RawJson.parse(
                "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"audio\"},"
                    + "{\"type\":\"text\",\"text\":\"b\"}]}"));

    assertThat(result.text()).isEqualTo("a\nb");
    assertThat(result.onlyText()).isEmpty();
    assertThat(result.content()).hasSize(3);
  }

  @Property
  void neverThrowsOnForeignBytesBeforeTheTreeIsAskedFor(@ForAll byte[] bytes) {
    ToolResult result = ToolResult.of(RawJson.wrap(bytes));

    assertThat(result.isError()).isFalse();
    assertThat(result.hasStructuredContent()).isFalse();
    assertThat(result.withContent().json()).isSameAs(result.json());
  }

  @Property
  void keepsAnyText(@ForAll String text) {
    if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      byte[] wire = ToolResult.text(text).json().toByteArray();

      assertThat(ToolResult.of(RawJson.wrap(wire)).onlyText()).contains(text);
    }
  }
}
