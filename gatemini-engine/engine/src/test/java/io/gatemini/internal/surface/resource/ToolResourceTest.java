package io.gatemini.internal.surface.resource;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolAnnotations;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.BackendConfig;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.text.PercentEncoding;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ToolResourceTest {
  private static final JsonNode SCHEMA =
      RawJson.parse(
              """
              {"type":"object","properties":{"path":{"type":"string","description":"a\\u200bb"}},\
              "required":["path"],"additionalProperties":false}\
              """)
          .tree();
  private static final JsonNode OUTPUT = RawJson.parse("{\"type\":\"object\"}").tree();

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .alias("open", "my-files.read file")
              .backend(
                  "my-files",
                  BackendConfig.inProcess()
                      .tags("disk")
                      .tool(
                          BackendTool.of("read file", "Reads a\u200b file. It must exist.", SCHEMA)
                              .withTitle("Read")
                              .withOutputSchema(OUTPUT)
                              .withAnnotations(ToolAnnotations.of(true, false, true, false)),
                          call -> "text")
                      .tool("a/b?c#d%e", "Odd.", "{}", arguments -> "odd")
                      .tool("..", "Dots.", "{}", arguments -> "dots")
                      .tool("كتاب 📕", "Book.", "{}", arguments -> "book")));

  private ResourceContent read(String name) {
    return gateway.readResource("gatemini://tool/" + PercentEncoding.segment(name));
  }

  @Test
  void tellsTheWholeDefinition() {
    ResourceContent content = read("my-files.read file");
    JsonNode tool = RawJson.parse(content.text()).tree();

    List<String> names = new ArrayList<>();
    tool.fieldNames().forEachRemaining(names::add);
    assertThat(content.mimeType()).isEqualTo("application/json");
    assertThat(names)
        .containsExactly(
            "name",
            "backend",
            "original_name",
            "title",
            "description",
            "input_schema",
            "output_schema",
            "annotations",
            "tags",
            "aliases",
            "typescript",
            "call");
    assertThat(tool.get("description").asText()).isEqualTo("Reads a file. It must exist.");
    assertThat(tool.get("input_schema")).isEqualTo(SCHEMA);
    assertThat(tool.get("output_schema")).isEqualTo(OUTPUT);
    assertThat(tool.get("annotations").get("readOnlyHint").asBoolean()).isTrue();
    assertThat(tool.get("tags")).extracting(JsonNode::asText).containsExactly("disk");
    assertThat(tool.get("aliases")).extracting(JsonNode::asText).containsExactly("open");
    assertThat(tool.get("typescript").asText()).contains("read_file").contains("path: string");
    assertThat(tool.get("call").asText()).isEqualTo("await my_files.read_file({path: '…'})");
    assertThat(content.text()).contains("a\\u200bb").doesNotContain("\u200b");
  }

  @Values("my-files.read file | read file | open")
  void isFoundUnderEveryNameThatCallsIt(String name) {
    assertThat(RawJson.parse(read(name).text()).tree().get("name").asText())
        .isEqualTo("my-files.read file");
  }

  @Test
  void isFoundUnderHardNames() {
    List<String> keys =
        new ToolResource(gateway)
            .resource().values().get("tool_name").get().stream().sorted().toList();

    assertThat(keys)
        .containsExactly(
            "my-files...", "my-files.a/b?c#d%e", "my-files.read file", "my-files.كتاب 📕");
    assertThat(keys)
        .allSatisfy(
            key ->
                assertThat(RawJson.parse(read(key).text()).tree().get("name").asText())
                    .isEqualTo(key));
  }

  @Test
  void namesNearToolsWhereThereIsNone() {
    assertThrown(UnknownResourceException.class, () -> read("my-files.reed file"))
        .hasMessageContaining("did you mean \"my-files.read file\"?");
    assertThrown(
        UnknownResourceException.class,
        () -> new ToolResource(gateway).resource().reader().read(Session.local(), Map.of()));
  }
}
