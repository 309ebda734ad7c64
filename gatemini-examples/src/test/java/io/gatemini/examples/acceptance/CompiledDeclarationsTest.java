package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InProcessTool;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The TypeScript compiler takes what the gateway declares. */
@Tag("long")
class CompiledDeclarationsTest {
  /** One backend of so many is compiled; all of them are too many for every build. */
  private static final int SAMPLED = 8;

  private static final String HOSTILE =
      """
      {"type":"object","required":["a-b","missing","new"],"description":"*/ }",
      "properties":{
        "a-b":{"type":"string","description":"ends */ here\\nand there"},
        "new":{"$ref":"#/$defs/node"},
        "constructor":{"enum":["a\\nb","\\"","\\\\","\\u2028","</script>",1,-2.5,1e300,null]},
        "__proto__":{"$ref":"#/$defs/loop"},
        "a\\n*/":{"description":"@ts-expect-error"},
        "\\u4e2d":{"type":["string","null"],"description":"/ <reference path='x' />"},
        "1":{"items":[{"type":"string"},{"type":"number"}],"additionalItems":{}},
        "pair":{"prefixItems":[{"$ref":"#"},{"not":{}}]},
        "map":{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"number"}},
        "all":{"type":"array","items":{"allOf":[{"properties":{"a":{}}},{"enum":["x","y"]}]}},
        "any":{"items":{"anyOf":[{"properties":{"a":{}}},{"type":"string"}],"nullable":true}},
        "names":{"patternProperties":{"^a":{"type":"string"},"^b":{"enum":[1,2]}}}},
      "$defs":{"loop":{"$ref":"#/$defs/loop"},
        "node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}}}}}""";

  private static final String SEARCH =
      """
      {"type":"object","required":["query"],"properties":{
      "query":{"type":"string","description":"What to look for"},
      "count":{"type":"integer","default":10},"sort":{"enum":["date","rank"]}}}""";

  private static final String FOUND =
      """
      {"type":"object","required":["results"],"properties":{"results":{"type":"array",
      "items":{"type":"object","required":["title"],"properties":{"title":{"type":"string"}}}}}}""";

  @Test
  void compileWhateverASchemaHolds(@TempDir Path directory) throws Exception {
    Map<String, List<InProcessTool>> tools =
        Map.of(
            "hostile",
            List.of(
                tool("new", "Ends */ here", json(HOSTILE)),
                tool("get", "@ts-nocheck", json(HOSTILE)),
                tool("a-b", "", json(HOSTILE)),
                tool("a_b", "", json("{}")),
                tool("constructor", "", json("{\"type\":\"object\"}")),
                tool("many", "", manyProperties()),
                tool("1\n*/ }", "", json("{\"anyOf\":[" + HOSTILE + "," + HOSTILE + "]}"))),
            "await",
            List.of(tool("t", "", json("{\"properties\":true,\"required\":{}}"))));

    String errors = compile(declarations(tools), directory);

    assertThat(errors).isEmpty();
  }

  @Test
  void tellRightProgramsFromWrongOnes(@TempDir Path directory) throws Exception {
    InProcessTool search =
        new InProcessTool(
            BackendTool.fromJson(
                json(
                    "{\"name\":\"search\",\"inputSchema\":%s,\"outputSchema\":%s}"
                        .formatted(SEARCH, FOUND))),
            arguments -> "");
    String program =
        """
        async function main() {
          const found = await web.search({ query: "a", sort: "date" });
          const title: string = found.results[0].title;
          await web.search({ query: 1 });
          await web.search({ count: 1 });
          await web.search({ query: "a", sort: "size" });
          found.results[0].url;
        }
        """;

    String declarations = declarations(Map.of("web", List.of(search)));
    String errors = compile(program + declarations, directory);

    assertThat(
            errors
                .lines()
                .filter(line -> line.startsWith("program.ts"))
                .map(line -> line.replaceAll("^.*\\((\\d+),.*", "$1")))
        .containsExactly("4", "5", "6", "7");
  }

  @Test
  @EnabledIf("isDataThere")
  void compileForToolsOfRealServers(@TempDir Path directory) throws Exception {
    Map<String, List<InProcessTool>> tools = new TreeMap<>();
    for (String line : Files.readAllLines(data().orElseThrow())) {
      JsonNode tool = json(line);
      String backend = tool.path("backend").asText();
      if (tool.path("input_schema").isObject() && Math.floorMod(backend.hashCode(), SAMPLED) == 0) {
        String name = tool.path("name").asText();
        tools
            .computeIfAbsent(
                "b-" + backend.replaceAll("[^A-Za-z0-9_-]", "-"), b -> new ArrayList<>())
            .add(tool(name, tool.path("description").asText(), tool.get("input_schema")));
      }
    }

    String declarations = declarations(tools);

    assertThat(declarations.split("Promise<", -1)).hasSizeGreaterThan(500);
    assertThat(compile(declarations, directory)).isEmpty();
  }

  static boolean isDataThere() {
    return data().isPresent();
  }

  private static Optional<Path> data() {
    String named = System.getProperty("gatemini.evaluation.data");
    Stream<Path> places =
        named != null
            ? Stream.of(Path.of(named))
            : Stream.iterate(Path.of("").toAbsolutePath(), at -> at != null, Path::getParent)
                .map(at -> at.resolve("shared").resolve("eval"));
    return places
        .map(at -> at.resolve("mcp").resolve("tools.jsonl"))
        .filter(Files::exists)
        .findFirst();
  }

  /** A tool that answers with what it takes, so that its result is declared too. */
  private static InProcessTool tool(String name, String description, JsonNode schema) {
    ObjectNode tool = RawMcpClient.JSON.createObjectNode();
    tool.put("name", name).put("description", description);
    tool.set("inputSchema", schema);
    tool.set("outputSchema", schema);
    return new InProcessTool(BackendTool.fromJson(tool), arguments -> arguments);
  }

  private static JsonNode manyProperties() {
    ObjectNode schema = RawMcpClient.JSON.createObjectNode();
    ObjectNode properties = schema.putObject("properties");
    for (int i = 0; i < 10_000; i++) {
      properties.putObject("p" + i).put("type", "string").put("description", "The one of " + i);
    }
    return schema;
  }

  private static JsonNode json(String text) throws IOException {
    return RawMcpClient.JSON.readTree(text);
  }

  private static String declarations(Map<String, List<InProcessTool>> tools) {
    GatewayBuilder builder = Gateway.builder();
    for (Map.Entry<String, List<InProcessTool>> backend : tools.entrySet()) {
      builder.backend(backend.getKey(), BackendConfig.inProcess().tools(backend.getValue()));
    }
    try (Gateway gateway = TestGateway.ready(builder)) {

      return tools.keySet().stream().map(gateway::typescript).collect(Collectors.joining());
    }
  }

  /** The compiler's output, one line an error. */
  private static String compile(String source, Path directory) throws Exception {
    NodePackages npm = NodePackages.installed();
    Path file = Files.writeString(directory.resolve("program.ts"), source);
    Path log = directory.resolve("compiler.log");
    Process compiler =
        new ProcessBuilder(
                npm.node().toString(),
                npm.binary("typescript", "tsc").toString(),
                "--noEmit",
                "--strict",
                "--target",
                "es2022",
                "--lib",
                "es2022",
                file.getFileName().toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(compiler.waitFor(60, TimeUnit.SECONDS)).as("the compiler ends").isTrue();
    } finally {
      compiler.destroyForcibly();
    }
    String said = Files.readString(log);
    assertThat(compiler.exitValue() == 0).as(said).isEqualTo(said.isEmpty());
    return said;
  }
}
