package io.gatemini.transport.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.spi.Exposure;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Surface;
import io.gatemini.spi.Transport;
import io.gatemini.transport.testing.Served;
import io.gatemini.transport.testing.TestClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an MCP client may rely on, of a whole gateway, under each version of the protocol. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"2025-03-26", "2025-06-18", "2025-11-25"})
class McpComplianceTest {
  private final String version;
  private final AtomicReference<JsonNode> received = new AtomicReference<>();
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CompletableFuture<String> slow = new CompletableFuture<>();
  private final Gateway gateway =
      Gateway.builder()
          .discover(false)
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
  private Served served;

  @SuppressWarnings("NullAway.Init")
  private TestClient client;

  McpComplianceTest(String version) {
    this.version = version;
  }

  private String awaitSlow() {
    entered.countDown();
    return slow.join();
  }

  @BeforeEach
  void expose() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(20))).isTrue();
    InMemory transport = new InMemory();
    gateway.expose(transport);
    served = transport.served();
    client = served.client;
  }

  @AfterEach
  void close() {
    slow.complete("late");
    served.close();
    gateway.close();
  }

  /** Serves one client in this process. */
  private static final class InMemory implements Transport {
    private @Nullable Served served;

    @Override
    public String name() {
      return "in-memory";
    }

    @Override
    public Exposure open(Surface surface, PluginContext context) {
      Served open = new Served(surface, context.scheduler());
      served = open;
      return open.exposure;
    }

    Served served() {
      return Optional.ofNullable(served).orElseThrow();
    }
  }

  private JsonNode initialize() {
    client.send(TestClient.INITIALIZE.replace("2025-11-25", version));
    JsonNode answer = client.next();
    client.send(TestClient.INITIALIZED);
    return answer.get("result");
  }

  private JsonNode ask(String method, String params) {
    return served.ask(method, params);
  }

  private JsonNode result(String method, String params) {
    JsonNode answer = ask(method, params);
    assertThat(answer.has("result")).as(answer.toString()).isTrue();
    return answer.get("result");
  }

  private JsonNode refusal(String method, String params, int code) {
    JsonNode answer = ask(method, params);
    assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.at("/error/message").asText()).isNotBlank().doesNotContain("Exception");
    return answer.get("error");
  }

  private JsonNode call(String tool, String arguments) {
    return result("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  private JsonNode run(String code) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("code", code);
    return call("call_tool_chain", arguments.toString());
  }

  private static String text(JsonNode result) {
    assertThat(result.at("/content/0/type").asText()).isEqualTo("text");
    return result.at("/content/0/text").asText();
  }

  private JsonNode read(String uri) {
    JsonNode content = result("resources/read", "{\"uri\":\"" + uri + "\"}").at("/contents/0");
    assertThat(content.get("uri").asText()).isEqualTo(uri);
    return content;
  }

  private List<String> all(String method, String list, String member) {
    List<String> all = new ArrayList<>();
    JsonNode page = result(method, "{}");
    page.get(list).forEach(entry -> all.add(entry.get(member).asText()));
    while (page.has("nextCursor")) {
      page = result(method, "{\"cursor\":" + page.get("nextCursor") + "}");
      page.get(list).forEach(entry -> all.add(entry.get(member).asText()));
    }
    return all;
  }

  @Test
  void shakesHandsAndTellsWhatItCan() {
    JsonNode result = initialize();

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
    initialize();

    JsonNode tools = result("tools/list", "{}").get("tools");

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
    initialize();

    JsonNode row =
        call("search_tools", "{\"task_description\":\"what is the current time\"}")
            .at("/structuredContent/results/0");
    assertThat(row.get("name").asText()).isEqualTo("clock.get_current_time");

    JsonNode brief =
        call("tool_info", "{\"tool_name\":\"clock.get_current_time\"}").get("structuredContent");
    assertThat(brief.get("parameters").toString()).contains("zone");
    assertThat(brief.has("input_schema")).isFalse();

    JsonNode full =
        call("tool_info", "{\"tool_name\":\"clock.get_current_time\",\"detail\":\"full\"}")
            .get("structuredContent");
    assertThat(full.at("/input_schema/required/0").asText()).isEqualTo("zone");
  }

  @ParameterizedTest
  @CsvSource({
    "search_tools,task_description",
    "tool_info,tool_name",
    "get_required_keys_for_tool,tool_name",
    "call_tool_chain,code"
  })
  void saysWhichParameterIsMissing(String tool, String parameter) {
    initialize();

    JsonNode result = call(tool, "{}");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(text(result)).contains("\"" + parameter + "\"");
  }

  @ParameterizedTest
  @CsvSource({
    "tool_info,tool_name",
    "get_required_keys_for_tool,tool_name",
  })
  void saysThatAToolIsNotKnown(String tool, String parameter) {
    initialize();

    JsonNode result = call(tool, "{\"" + parameter + "\":\"clock.get_curent_time\"}");

    assertThat(result.get("isError").asBoolean()).isTrue();
    assertThat(text(result))
        .contains("\"clock.get_curent_time\"", "not known", "clock.get_current_time");
  }

  @Test
  void refusesToRunWhatItDoesNotKnow() {
    initialize();

    assertThat(run("{\"tool\":\"clock.no_such\",\"arguments\":{}}").get("isError").asBoolean())
        .isTrue();
    assertThat(run("{\"tool\":\"nobody.tool\",\"arguments\":{}}").get("isError").asBoolean())
        .isTrue();
    refusal("tools/call", "{\"name\":\"no_such_tool\",\"arguments\":{}}", -32602);
  }

  @Test
  void passesArgumentsToABackendUnchanged() {
    initialize();
    String arguments =
        "{\"zone\":\"Ü \\\"q\\\" 😀\\n"
            + "\\u2028\",\"digits\":0.10,\"deep\":{\"a\":[1,null,[{}]],\"\":true}}";

    JsonNode result = run("{\"tool\":\"clock.get_current_time\",\"arguments\":" + arguments + "}");

    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(received.get()).isEqualTo(RawJson.parse(arguments).tree());
    assertThat(text(result)).contains("12:00 in Ü");
  }

  @Test
  void runsASimpleCallWithDots() {
    initialize();

    JsonNode result = run("await clock.get_current_time({\"zone\": \"UTC\"})");

    assertThat(text(result)).contains("12:00 in UTC");
  }

  @Test
  void listsResourcesWithTheirTypes() {
    initialize();

    assertThat(all("resources/list", "resources", "uri"))
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
    assertThat(result("resources/list", "").get("resources"))
        .allSatisfy(
            resource -> {
              assertThat(resource.get("name").asText()).isNotBlank();
              assertThat(resource.get("mimeType").asText())
                  .isIn("application/json", "text/plain", "text/markdown");
            });
  }

  @Test
  void readsEveryResourceThatItLists() {
    initialize();

    for (JsonNode listed : result("resources/list", "{}").get("resources")) {
      JsonNode content = read(listed.get("uri").asText());

      assertThat(content.get("mimeType")).isEqualTo(listed.get("mimeType"));
      assertThat(content.get("text").asText()).isNotBlank();
      if (content.get("mimeType").asText().equals("application/json")) {
        assertThat(RawJson.parse(content.get("text").asText()).tree().isContainerNode()).isTrue();
      }
    }
  }

  @Test
  void listsTemplates() {
    initialize();

    assertThat(all("resources/templates/list", "resourceTemplates", "uriTemplate"))
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
    initialize();

    assertThat(read("gatemini://overview").get("text").asText())
        .contains("console")
        .contains("null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"discovery", "call_tool_chain"})
  void hasAGuide(String topic) {
    initialize();

    assertThat(read("gatemini://guide/" + topic).get("text").asText()).contains("call_tool_chain");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gatemini://nothing",
        "gatemini://guide/nothing",
        "gatemini://tool/no.such",
        "gatemini://backend/nobody",
        "other://overview",
        "no address"
      })
  void saysThatThereIsNoSuchResource(String uri) {
    initialize();

    JsonNode error = refusal("resources/read", "{\"uri\":\"" + uri + "\"}", -32002);

    assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
  }

  @Test
  void listsPromptsWithTheirArguments() {
    initialize();

    JsonNode prompts = result("prompts/list", "{}").get("prompts");

    assertThat(prompts)
        .extracting(prompt -> prompt.get("name").asText())
        .containsExactly("discover", "find_tool", "backend_status");
    assertThat(prompts.get(0).has("arguments")).isFalse();
    assertThat(prompts.get(1).at("/arguments/0/name").asText()).isEqualTo("task");
    assertThat(prompts.get(1).at("/arguments/0/required").asBoolean()).isTrue();
  }

  @Test
  void getsPromptsWithAndWithoutArguments() {
    initialize();

    assertThat(prompt("{\"name\":\"discover\"}")).contains("search_tools", "call_tool_chain");
    assertThat(prompt("{\"name\":\"backend_status\",\"arguments\":{}}")).contains("clock");
    assertThat(prompt("{\"name\":\"find_tool\",\"arguments\":{\"task\":\"current time\"}}"))
        .contains("clock.get_current_time", "zone");
  }

  private String prompt(String params) {
    JsonNode message = result("prompts/get", params).at("/messages/0");
    assertThat(message.get("role").asText()).isIn("user", "assistant");
    assertThat(message.at("/content/type").asText()).isEqualTo("text");
    return message.at("/content/text").asText();
  }

  @Test
  void refusesAnUnknownPromptAndAMissingArgument() {
    initialize();

    refusal("prompts/get", "{\"name\":\"no_such\"}", -32602);
    refusal("prompts/get", "{}", -32602);
    assertThat(refusal("prompts/get", "{\"name\":\"find_tool\"}", -32602).toString())
        .contains("task");
    refusal("prompts/get", "{\"name\":\"find_tool\",\"arguments\":{\"task\":5}}", -32602);
  }

  @ParameterizedTest
  @CsvSource({
    "gatemini://tool/{tool_name},tool_name,clock.get_c,clock.get_current_time",
    "gatemini://backend/{backend_name},backend_name,cl,clock",
    "gatemini://guide/{topic},topic,dis,discovery"
  })
  void completesTheVariablesOfTemplates(
      String template, String variable, String value, String expected) {
    initialize();

    JsonNode completion =
        result(
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
    initialize();

    refusal(
        "completion/complete",
        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"no_such\"},"
            + "\"argument\":{\"name\":\"task\",\"value\":\"\"}}",
        -32602);
    refusal(
        "completion/complete",
        "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"gatemini://no/{such}\"},"
            + "\"argument\":{\"name\":\"such\",\"value\":\"\"}}",
        -32602);
    refusal("completion/complete", "{\"ref\":{\"type\":\"ref/prompt\"}}", -32602);
  }

  @Test
  void setsTheLevelOfTheLog() {
    initialize();

    assertThat(result("logging/setLevel", "{\"level\":\"debug\"}")).isEmpty();
    refusal("logging/setLevel", "{\"level\":\"loud\"}", -32602);
  }

  @Test
  void tellsOfAnUpdateOfWhatWasSubscribedTo() {
    initialize();
    assertThat(result("resources/subscribe", "{\"uri\":\"gatemini://recent\"}")).isEmpty();

    served.send(
        "\"c\"",
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
            + "\"await clock.get_current_time({\\\"zone\\\": \\\"UTC\\\"})\"}}");

    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            client::next,
            message ->
                message.path("method").asText().equals("notifications/resources/updated")
                    && message.at("/params/uri").asText().equals("gatemini://recent"));
    refusal("resources/subscribe", "{\"uri\":\"gatemini://nothing\"}", -32002);
  }

  @Test
  void forgetsASubscription() {
    initialize();
    result("resources/subscribe", "{\"uri\":\"gatemini://recent\"}");

    assertThat(result("resources/unsubscribe", "{\"uri\":\"gatemini://recent\"}")).isEmpty();
    assertThat(result("resources/unsubscribe", "{\"uri\":\"gatemini://recent\"}")).isEmpty();
  }

  @Test
  void answersAPingAtAnyTime() {
    assertThat(ask("ping", "").get("result")).isEmpty();

    initialize();

    assertThat(ask("ping", "{}").get("result")).isEmpty();
  }

  @Test
  void doesNotKnowOtherMethods() {
    initialize();

    refusal("no/such", "{}", -32601);
    refusal("tools/run", "", -32601);
  }

  @Test
  void wantsTheHandshakeFirst() {
    refusal("prompts/list", "{}", -32600);
    refusal("tools/list", "{}", -32600);
  }

  @Test
  void answersWhatIsUnderWayBeforeItEnds() throws Exception {
    initialize();
    served.send(
        7,
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
            + "\"{\\\"tool\\\":\\\"clock.wait\\\",\\\"arguments\\\":{}}\"}}");
    assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

    client.hangUp();
    slow.complete("in time");

    JsonNode answer = client.next();
    assertThat(answer.get("id").asInt()).isEqualTo(7);
    assertThat(text(answer.get("result"))).contains("in time");
    assertThat(client.nextIsEnd()).isTrue();
    assertThat(served.exposure.closed()).succeedsWithin(Duration.ofSeconds(5));
  }
}
