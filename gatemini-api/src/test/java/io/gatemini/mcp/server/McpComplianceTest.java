package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The guarantees of a whole gateway to an MCP client, under each version of the protocol. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
class McpComplianceTest {
  private final String version;
  private final AtomicReference<JsonNode> received = new AtomicReference<>();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CompletableFuture<String> slow = new CompletableFuture<>();
  private final Gateway gateway =
      TestGateway.builder()
          .outputConfig(output -> output.structuredContent(true))
          .backend(
              "clock",
              BackendConfig.inProcess()
                  .tool(
                      "get_current_time",
                      "Tells the current time in a time zone.",
                      """
                      {"type":"object","properties":{"zone":{"type":"string"},
                       "digits":{"type":"number"},"deep":{}},"required":["zone"]}\
                      """,
                      arguments -> {
                        received.set(arguments);
                        return "12:00 in " + arguments.get("zone").asText();
                      })
                  .tool("wait", "Waits.", "{\"type\":\"object\"}", arguments -> awaitSlow()))
          .build();

  @SuppressWarnings("NullAway.Init")
  private ServedGateway served;

  McpComplianceTest(String version) {
    this.version = version;
  }

  private String awaitSlow() {
    entered.countDown();
    return slow.join();
  }

  @BeforeEach
  void expose() {
    served = ServedGateway.of(gateway);
  }

  @AfterEach
  void close() {
    slow.complete("late");
    served.close();
  }

  @Test
  void shakesHandsAndTellsWhatItCan() {
    JsonNode result = served.initialize(version);

    assertThat(result.get("protocolVersion").asText()).isEqualTo(version);
    assertThat(result.at("/serverInfo/name").asText()).isEqualTo("gatemini");
    assertThat(result.at("/serverInfo/title").asText()).isNotBlank();
    assertThat(result.at("/serverInfo/version").asText()).isNotBlank();
    assertThat(result.get("instructions").asText())
        .contains("search_tools", "call_tool_chain")
        .hasSizeLessThanOrEqualTo(2_000);
    assertThat(result.get("capabilities"))
        .isEqualTo(
            RawJson.parse(
                    """
                    {"completions": {}, "logging": {}, "prompts": {"listChanged": true},
                     "resources": {"subscribe": true, "listChanged": true},
                     "tools": {"listChanged": true}}
                    """)
                .tree());
  }

  @Test
  void hasExactlySevenToolsWithObjectSchemasAndDescriptions() {
    served.initialize(version);

    JsonNode tools = served.result("tools/list", "{}").get("tools");

    assertThat(tools)
        .extracting(tool -> tool.get("name").asText())
        .containsExactly(
            "search_tools",
            "list_tools_meta",
            "tool_info",
            "get_required_keys_for_tool",
            "call_tool_chain",
            "register_manual",
            "deregister_manual");
    assertThat(tools)
        .allSatisfy(
            tool -> {
              assertThat(tool.at("/inputSchema/type").asText()).isEqualTo("object");
              assertThat(tool.get("description").asText()).isNotBlank();
            });
  }

  @Test
  void findsAToolAndShowsItInBriefAndInFull() {
    served.initialize(version);

    JsonNode row =
        served
            .call("search_tools", "{\"task_description\":\"what is the current time\"}")
            .at("/structuredContent/results/0");
    assertThat(row.get("name").asText()).isEqualTo("clock.get_current_time");

    JsonNode brief =
        served
            .call("tool_info", "{\"tool_name\":\"clock.get_current_time\"}")
            .get("structuredContent");
    assertThat(brief.get("parameters").toString()).contains("zone");
    assertThat(brief.has("input_schema")).isFalse();

    JsonNode full =
        served
            .call("tool_info", "{\"tool_name\":\"clock.get_current_time\",\"detail\":\"full\"}")
            .get("structuredContent");
    assertThat(full.at("/input_schema/required/0").asText()).isEqualTo("zone");
  }

  @Pairs(
      """
      search_tools -> task_description | tool_info -> tool_name
      get_required_keys_for_tool -> tool_name | call_tool_chain -> code
      """)
  void saysWhichParameterIsMissing(String tool, String parameter) {
    served.initialize(version);

    JsonNode result = served.call(tool, "{}");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(ServedGateway.text(result)).contains("\"" + parameter + "\"");
  }

  @Pairs("tool_info -> tool_name | get_required_keys_for_tool -> tool_name")
  void saysThatAToolIsNotKnown(String tool, String parameter) {
    served.initialize(version);

    JsonNode result = served.call(tool, "{\"" + parameter + "\":\"clock.get_curent_time\"}");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(ServedGateway.text(result))
        .contains("\"clock.get_curent_time\"", "not known", "clock.get_current_time");
  }

  @Test
  void refusesToRunWhatItDoesNotKnow() {
    served.initialize(version);

    assertThat(
            served.run("{\"tool\":\"clock.no_such\",\"arguments\":{}}").get("isError").asBoolean())
        .isTrue();
    assertThat(served.run("{\"tool\":\"nobody.tool\",\"arguments\":{}}").get("isError").asBoolean())
        .isTrue();
    served.refusal("tools/call", "{\"name\":\"no_such_tool\",\"arguments\":{}}", -32602);
  }

  @Test
  void passesArgumentsToABackendUnchanged() {
    served.initialize(version);
    String arguments =
        "{\"zone\":\"Ü \\\"q\\\" 😀\\n"
            + "\\u2028\",\"digits\":0.10,\"deep\":{\"a\":[1,null,[{}]],\"\":true}}";

    JsonNode result =
        served.run("{\"tool\":\"clock.get_current_time\",\"arguments\":" + arguments + "}");

    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(received.get()).isEqualTo(RawJson.parse(arguments).tree());
    assertThat(ServedGateway.text(result)).contains("12:00 in Ü");
  }

  @Test
  void runsASimpleCallWithDots() {
    served.initialize(version);

    JsonNode result = served.run("await clock.get_current_time({\"zone\": \"UTC\"})");

    assertThat(ServedGateway.text(result)).contains("12:00 in UTC");
  }

  @Test
  void listsResourcesWithTheirTypes() {
    served.initialize(version);

    assertThat(served.all("resources/list", "resources", "uri"))
        .doesNotHaveDuplicates()
        .contains(
            "gatemini://overview",
            "gatemini://backends",
            "gatemini://tools",
            "gatemini://recent",
            "gatemini://stats",
            "gatemini://health",
            "gatemini://llms",
            "gatemini://llms-full",
            "gatemini://call_tool_chain",
            "gatemini://backend/clock");
    assertThat(served.result("resources/list", "").get("resources"))
        .allSatisfy(
            resource -> {
              assertThat(resource.get("name").asText()).isNotBlank();
              assertThat(resource.get("mimeType").asText())
                  .isIn("application/json", "text/plain", "text/markdown");
            });
  }

  @Test
  void readsEveryResourceThatItLists() {
    served.initialize(version);

    for (JsonNode listed : served.result("resources/list", "{}").get("resources")) {
      JsonNode content = served.read(listed.get("uri").asText());

      assertThat(content.get("mimeType")).isEqualTo(listed.get("mimeType"));
      assertThat(content.get("text").asText()).isNotBlank();
      if (content.get("mimeType").asText().equals("application/json")) {
        assertThat(RawJson.parse(content.get("text").asText()).tree().isContainerNode()).isTrue();
      }
    }
  }

  @Test
  void listsTemplates() {
    served.initialize(version);

    assertThat(served.all("resources/templates/list", "resourceTemplates", "uriTemplate"))
        .extracting(template -> template.replaceAll("\\{\\?.*}$", ""))
        .contains(
            "gatemini://tool/{tool_name}",
            "gatemini://backend/{backend_name}",
            "gatemini://backend/{backend_name}/tools",
            "gatemini://recent/{limit}",
            "gatemini://result/{id}",
            "gatemini://guide/{topic}");
  }

  @Test
  void saysInTheOverviewWhatComesBackAndWhatDoesNot() {
    served.initialize(version);

    assertThat(served.read("gatemini://overview").get("text").asText())
        .contains("console")
        .contains("null");
  }

  @Values("discovery | call_tool_chain")
  void hasAGuide(String topic) {
    served.initialize(version);

    assertThat(served.read("gatemini://guide/" + topic).get("text").asText())
        .contains("call_tool_chain");
  }

  @Values(
      """
      gatemini://nothing | gatemini://guide/nothing | gatemini://tool/no.such
      gatemini://backend/nobody | other://overview | no address
      """)
  void saysThatThereIsNoSuchResource(String uri) {
    served.initialize(version);

    JsonNode error = served.refusal("resources/read", "{\"uri\":\"" + uri + "\"}", -32002);

    assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
  }

  @Test
  void listsPromptsWithTheirArguments() {
    served.initialize(version);

    JsonNode prompts = served.result("prompts/list", "{}").get("prompts");

    assertThat(prompts)
        .extracting(prompt -> prompt.get("name").asText())
        .containsExactly("discover", "find_tool", "backend_status");
    assertThat(prompts.get(0).has("arguments")).isFalse();
    assertThat(prompts.get(1).at("/arguments/0/name").asText()).isEqualTo("task");
    assertThat(prompts.get(1).at("/arguments/0/required").asBoolean()).isTrue();
  }

  @Test
  void getsPromptsWithAndWithoutArguments() {
    served.initialize(version);

    assertThat(prompt("{\"name\":\"discover\"}")).contains("search_tools", "call_tool_chain");
    assertThat(prompt("{\"name\":\"backend_status\",\"arguments\":{}}")).contains("clock");
    assertThat(prompt("{\"name\":\"find_tool\",\"arguments\":{\"task\":\"current time\"}}"))
        .contains("clock.get_current_time", "zone");
  }

  private String prompt(String params) {
    JsonNode message = served.result("prompts/get", params).at("/messages/0");
    assertThat(message.get("role").asText()).isIn("user", "assistant");
    assertThat(message.at("/content/type").asText()).isEqualTo("text");
    return message.at("/content/text").asText();
  }

  @Test
  void refusesAnUnknownPromptAndAMissingArgument() {
    served.initialize(version);

    served.refusal("prompts/get", "{\"name\":\"no_such\"}", -32602);
    served.refusal("prompts/get", "{}", -32602);
    assertThat(served.refusal("prompts/get", "{\"name\":\"find_tool\"}", -32602).toString())
        .contains("task");
    served.refusal("prompts/get", "{\"name\":\"find_tool\",\"arguments\":{\"task\":5}}", -32602);
  }

  @ParameterizedTest
  @CsvSource({
    "gatemini://tool/{tool_name},tool_name,clock.get_c,clock.get_current_time",
    "gatemini://backend/{backend_name},backend_name,cl,clock",
    "gatemini://guide/{topic},topic,dis,discovery"
  })
  void completesTheVariablesOfTemplates(
      String template, String variable, String value, String expected) {
    served.initialize(version);

    JsonNode completion =
        served
            .result(
                "completion/complete",
                "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\""
                    + template
                    + "\"},\"argument\":{\"name\":\""
                    + variable
                    + "\",\"value\":\""
                    + value
                    + "\"}}")
            .get("completion");

    assertThat(completion.at("/values/0").asText()).isEqualTo(expected);
    assertThat(completion.get("total").asInt()).isEqualTo(completion.get("values").size());
    assertThat(completion.get("hasMore").asBoolean()).isFalse();
  }

  @Test
  void refusesToCompleteWhatThereIsNot() {
    served.initialize(version);

    served.refusal(
        "completion/complete",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"no_such\"},"
            + "\"argument\":{\"name\":\"task\",\"value\":\"\"}}",
        -32602);
    served.refusal(
        "completion/complete",
        "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"gatemini://no/{such}\"},"
            + "\"argument\":{\"name\":\"such\",\"value\":\"\"}}",
        -32602);
    served.refusal("completion/complete", "{\"ref\":{\"type\":\"ref/prompt\"}}", -32602);
  }

  @Test
  void setsTheLevelOfTheLog() {
    served.initialize(version);

    assertThat(served.result("logging/setLevel", "{\"level\":\"debug\"}")).isEmpty();
    served.refusal("logging/setLevel", "{\"level\":\"loud\"}", -32602);
  }

  @Test
  void tellsOfAnUpdateOfWhatWasSubscribedTo() {
    served.initialize(version);
    assertThat(served.result("resources/subscribe", "{\"uri\":\"gatemini://recent\"}")).isEmpty();

    served.send(
        "\"c\"",
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
            + "\"await clock.get_current_time({\\\"zone\\\": \\\"UTC\\\"})\"}}");

    await()
        .until(
            served.client()::next,
            message ->
                message.path("method").asText().equals("notifications/resources/updated")
                    && message.at("/params/uri").asText().equals("gatemini://recent"));
    served.refusal("resources/subscribe", "{\"uri\":\"gatemini://nothing\"}", -32002);
  }

  @Test
  void forgetsASubscription() {
    served.initialize(version);
    served.result("resources/subscribe", "{\"uri\":\"gatemini://recent\"}");

    assertThat(served.result("resources/unsubscribe", "{\"uri\":\"gatemini://recent\"}")).isEmpty();
    assertThat(served.result("resources/unsubscribe", "{\"uri\":\"gatemini://recent\"}")).isEmpty();
  }

  @Test
  void answersAPingAtAnyTime() {
    assertThat(served.ask("ping", "").get("result")).isEmpty();

    served.initialize(version);

    assertThat(served.ask("ping", "{}").get("result")).isEmpty();
  }

  @Test
  void doesNotKnowOtherMethods() {
    served.initialize(version);

    served.refusal("no/such", "{}", -32601);
    served.refusal("tools/run", "", -32601);
  }

  @Test
  void wantsTheHandshakeFirst() {
    served.refusal("prompts/list", "{}", -32600);
    served.refusal("tools/list", "{}", -32600);
  }

  @Test
  void answersWhatIsUnderWayBeforeItEnds() throws Exception {
    served.initialize(version);
    served.send(
        7,
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
            + "\"{\\\"tool\\\":\\\"clock.wait\\\",\\\"arguments\\\":{}}\"}}");
    assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();

    served.client().hangUp();
    slow.complete("in time");

    JsonNode answer = served.client().answer(7);
    assertThat(ServedGateway.text(answer.get("result"))).contains("in time");
    assertThat(served.client().nextIsEnd()).isTrue();
    assertThat(served.exposure().closed()).succeedsWithin(Duration.ofSeconds(60));
  }
}
