package io.gatemini.examples.repair;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.repair.WrongCall.Mistake;
import io.gatemini.spi.Json;
import io.gatemini.testing.EvaluationData;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Calls in the forms that models know from elsewhere, of tools with real names and schemas: each is
 * made as it was meant, or is an error from which a second one is made. None is answered as if it
 * had been made and was not.
 */
class NearMissesTest {
  private static final int OF_A_KIND = 16;
  private static final double GOOD = 0.95;

  /** As the libraries write them that servers are made with. */
  private static final Path SAMPLE =
      Path.of("src/test/resources/io/gatemini/examples/repair/schemas.jsonl");

  /** The call that an error shows, as a model would take it. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "\"tool\": \"([^\"]+)\"|did you mean \"([^\"]+)\"|await ([\\w$]+\\.[\\w$]+)\\(");

  private final Queue<JsonNode> received = new ConcurrentLinkedQueue<>();

  @Test
  void areMadeOrRefusedSoThatTheNextOneIs() throws IOException {
    StringBuilder table = new StringBuilder("form                   done  second turn  failed\n");
    int all = 0;
    int good = 0;
    List<String> silent = new ArrayList<>();
    try (Gateway gateway = TestGateway.ready(gateway(received, "meta"))) {

      List<ToolDescriptor> tools = gateway.catalog().tools();
      for (NearMiss form : NearMiss.values()) {
        Random random = new Random(form.name().length());
        int done = 0;
        int second = 0;
        String failure = "";
        for (int i = 0; i < OF_A_KIND; i++) {
          ToolDescriptor tool = tools.get(random.nextInt(tools.size()));
          ObjectNode arguments = arguments(tool, random);
          String code = form.code(tool, arguments);
          ChainResult first = run(gateway, code);
          boolean made = received.contains(arguments);
          if (made) {
            done++;
            // A cancelled call of the program before may still arrive.
            assertThat(received).as(code).containsOnlyOnce(arguments);
          } else if (!first.isError()) {
            silent.add(code + " -> " + first.text());
          } else if (isMadeByASecond(gateway, first.text(), arguments)) {
            second++;
          } else {
            failure = code + " -> " + first.text();
          }
        }
        table.append(
            String.format("%-22s %4d %12d  %s%n", form, done, second, failure.replace('\n', ' ')));
        all += OF_A_KIND;
        good += done + second;
      }
    }
    System.out.println(table);
    assertThat(all).isGreaterThanOrEqualTo(500);
    assertThat(silent).isEmpty();
    assertThat(good).as(table.toString()).isGreaterThanOrEqualTo((int) (GOOD * all));
  }

  private ChainResult run(Gateway gateway, String code) {
    received.clear();
    return gateway.run(code);
  }

  private boolean isMadeByASecond(Gateway gateway, String error, ObjectNode arguments) {
    Matcher shown = SHOWN.matcher(error);
    if (!shown.find()) {
      return false;
    }
    String tool = shown.group(shown.group(1) != null ? 1 : shown.group(2) != null ? 2 : 3);
    ObjectNode call = Json.mapper().createObjectNode().put("tool", tool);
    run(gateway, call.set("arguments", arguments).toString());
    return received.contains(arguments);
  }

  private static ObjectNode arguments(ToolDescriptor tool, Random random) {
    return WrongCall.of(tool.inputSchema(), Mistake.EXTRA, random).orElseThrow().right();
  }

  static Gateway gateway(Queue<JsonNode> received, String surface) throws IOException {
    Map<String, BackendConfig> backends = new LinkedHashMap<>();
    Path data =
        EvaluationData.directory().map(found -> found.resolve("mcp/tools.jsonl")).orElse(SAMPLE);
    int number = 0;
    for (String line : Files.readAllLines(data)) {
      JsonNode tool = Json.mapper().readTree(line);
      JsonNode schema = tool.path("input_schema");
      if (tool.path("schema").asText().equals("native") && schema.path("properties").size() > 0) {
        String backend = tool.path("backend").asText("sample-tools");
        BackendConfig config = backends.getOrDefault(backend, BackendConfig.inProcess());
        backends.put(
            backend,
            config.tool(
                tool.path("name").asText("do-it-" + number++),
                "A tool.",
                schema,
                given -> {
                  received.add(given);
                  return ToolResult.text("done");
                }));
      }
    }
    GatewayBuilder builder = Gateway.builder().surface(surface);
    backends.forEach((name, config) -> builder.backend(name, config.validateArguments(false)));
    return builder.build();
  }
}
