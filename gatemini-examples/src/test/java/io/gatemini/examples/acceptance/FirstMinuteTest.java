package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 24 servers with 1,084 tools that start within eight seconds, searched from the first moment. */
@Tag("long")
class FirstMinuteTest {
  private static final int SERVERS = 24;
  private static final int TOOLS = 1_084;
  private static final int TASKS = 20;
  private static final double LAST_START_SECONDS = 8;

  private static final List<String> VERBS =
      List.of(
          Words.of(
              """
              create | list | delete | update | archive | export | import | share | count | validate
              restore | copy | rename | approve | schedule
              """));

  /** A domain and what its tools act on. */
  private static final List<List<String>> DOMAINS =
      List.of(
          List.of("billing", "invoice", "payment", "subscription"),
          List.of("calendar", "meeting", "reminder", "holiday"),
          List.of("warehouse", "pallet", "shelf", "shipment"),
          List.of("hospital", "patient", "prescription", "ward"),
          List.of("school", "pupil", "lesson", "homework"),
          List.of("library", "book", "loan", "reader"),
          List.of("garage", "engine", "tyre", "repair"),
          List.of("bakery", "cake", "recipe", "oven"),
          List.of("airline", "flight", "seat", "luggage"),
          List.of("museum", "painting", "exhibition", "ticket"),
          List.of("farm", "tractor", "harvest", "cow"),
          List.of("bank", "account", "loan_contract", "transfer"),
          List.of("theatre", "play", "actor", "stage"),
          List.of("railway", "train", "platform", "timetable"),
          List.of("kitchen", "menu", "table_booking", "waiter"),
          List.of("weather", "forecast", "storm_warning", "station"),
          List.of("insurance", "claim", "policy", "damage_report"),
          List.of("newsroom", "article", "interview", "headline"),
          List.of("cloud", "virtual_machine", "bucket", "load_balancer"),
          List.of("chat", "channel", "message", "emoji"),
          List.of("forest", "tree", "trail", "ranger"),
          List.of("harbour", "vessel", "container", "crane"),
          List.of("court", "lawsuit", "verdict", "witness"),
          List.of("laboratory", "sample", "microscope", "experiment"));

  /** A server in a shell: starts after a pause, and lists the tools of a file. */
  private static final String SERVER =
      """
      sleep "$1"
      while IFS= read -r line; do
        id=${line#*'"id":'}
        id=${id%%[,\\}]*}
        case $line in
          *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18",\
      "capabilities":{"tools":{}},"serverInfo":{"name":"shell","version":"1"}}}\\n' "$id" ;;
          *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":' "$id"; cat "$2"
            printf '}}\\n' ;;
          *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"result":{}}\\n' "$id" ;;
        esac
      done
      """;

  @Test
  void neverAnswersWithLessThanItListsAndSaysWhatIsMissing(@TempDir Path directory)
      throws Exception {
    Map<String, String> tasks = new TreeMap<>();
    GatewayBuilder builder =
        Gateway.builder().outputConfig(output -> output.structuredContent(true));
    for (int i = 0; i < SERVERS; i++) {
      List<String> domain = DOMAINS.get(i);
      if (i < TASKS) {
        String verb = VERBS.get(i % VERBS.size());
        String thing = domain.get(1 + i % 3);
        tasks.put(
            "I need to " + verb + " the " + thing.replace('_', ' ') + " in the " + domain.get(0),
            domain.get(0) + "." + verb + "_" + thing);
      }
      // In no order of their names.
      double seconds = LAST_START_SECONDS * (i * 7 % SERVERS) / (SERVERS - 1);
      builder.backend(
          domain.get(0),
          BackendConfig.stdio(
              "sh",
              "-c",
              SERVER,
              "server",
              String.valueOf(seconds),
              tools(directory, i).toString()));
    }
    try (Gateway gateway = builder.build()) {
      List<String> order = new ArrayList<>(tasks.keySet());
      int searches = 0;
      while (listed(gateway) < TOOLS) {
        String task = order.get(searches++ % order.size());
        ToolResult answer =
            call(gateway, "search_tools", "{\"task_description\":\"" + task + "\"}");
        boolean isWhole = listed(gateway) == TOOLS;
        if (!found(answer).contains(tasks.get(task)) && !isWhole) {
          assertThat(answer.json().toString()).as(task).contains("still starting");
        }
      }
      assertThat(searches).isGreaterThan(2);
      tasks.forEach(
          (task, tool) ->
              assertThat(
                      found(
                          call(gateway, "search_tools", "{\"task_description\":\"" + task + "\"}")))
                  .as(task)
                  .contains(tool));
    }
  }

  private static Path tools(Path directory, int server) throws IOException {
    List<String> domain = DOMAINS.get(server);
    ArrayNode tools = JsonNodeFactory.instance.arrayNode();
    for (String thing : domain.subList(1, 4)) {
      for (String verb : VERBS) {
        tool(tools, domain.get(0), verb, thing);
      }
    }
    if (server < TOOLS - SERVERS * tools.size()) {
      tool(tools, domain.get(0), "describe", domain.get(1));
    }
    return Files.writeString(directory.resolve(domain.get(0) + ".json"), tools.toString());
  }

  private static void tool(ArrayNode tools, String domain, String verb, String thing) {
    String words = thing.replace('_', ' ');
    tools
        .addObject()
        .put("name", verb + "_" + thing)
        .put("description", "Use this to " + verb + " a " + words + " of the " + domain + ".")
        .putObject("inputSchema")
        .put("type", "object")
        .putObject("properties")
        .putObject(thing + "_id")
        .put("type", "string");
  }

  private static int listed(Gateway gateway) {
    return gateway.catalog().tools().size();
  }

  private static List<String> found(ToolResult answer) {
    JsonNode results = answer.json().tree().path("structuredContent").path("results");
    return StreamSupport.stream(results.spliterator(), false)
        .map(row -> row.path("name").asText())
        .toList();
  }

  private static ToolResult call(Gateway gateway, String tool, String arguments) {
    return TestGateway.ask(gateway, tool, arguments);
  }
}
