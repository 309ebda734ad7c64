package io.gatemini.examples.compliance;

import static io.gatemini.examples.compliance.ComplianceClient.json;
import static io.gatemini.examples.compliance.ComplianceClient.refused;
import static io.gatemini.examples.compliance.ComplianceClient.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.compliance.Doors.Kind;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The promises of MCP to a client, over each wire and under each version of the protocol. Where a
 * version lacks a method, its error is the promise.
 */
@ParameterizedClass(name = "{0}, {1}")
@MethodSource("wiresAndVersions")
class ComplianceTest {
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;
  private static final int INVALID_REQUEST = -32600;
  private static final int RESOURCE_NOT_FOUND = -32002;
  private static final int HEADER_MISMATCH = -32020;
  private static final int UNSUPPORTED_VERSION = -32022;

  private static final AtomicReference<JsonNode> RECEIVED = new AtomicReference<>();

  /** The calls of {@code clock.wait} that are under way; each waits for its latch. */
  private static final BlockingQueue<CountDownLatch> WAITING = new ArrayBlockingQueue<>(1);

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static Doors doors;

  private final Kind kind;
  private final String version;
  @AutoClose private final ComplianceClient client;

  ComplianceTest(Kind kind, String version) throws IOException {
    this.kind = kind;
    this.version = version;
    this.client = new ComplianceClient(doors.connect(kind, version), version);
  }

  static Stream<Arguments> wiresAndVersions() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                Stream.of(
                        "2024-11-05",
                        "2025-03-26",
                        "2025-06-18",
                        "2025-11-25",
                        ComplianceClient.STATELESS)
                    .map(version -> Arguments.of(kind, version)));
  }

  @BeforeAll
  static void open(@TempDir Path directory) throws IOException {
    doors = Doors.open(directory, ComplianceTest::gateway);
    // The daemon starts its gateway for its first client.
    try (ComplianceClient first =
        new ComplianceClient(doors.connect(Kind.DAEMON, "2025-11-25"), "2025-11-25")) {
      first.begin();
      await().until(() -> text(first.call("list_tools_meta", "{}")).contains("clock.wait"));
    }
  }

  @AfterAll
  static void close() {
    doors.close();
  }

  private static GatewayBuilder gateway() {
    return TestGateway.builder()
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
                      RECEIVED.set(arguments);
                      return "12:00 in " + arguments.get("zone").asText();
                    })
                .tool("wait", "Waits.", "{\"type\":\"object\"}", arguments -> waited()));
  }

  private static String waited() {
    CountDownLatch latch = new CountDownLatch(1);
    WAITING.add(latch);
    Patience.await(latch);
    return "in time";
  }

  @Test
  void shakesHandsAndAnnouncesItsCapabilities() {
    JsonNode result = client.begin();

    JsonNode server =
        client.stateless()
            ? result.path("_meta").path("io.modelcontextprotocol/serverInfo")
            : result.path("serverInfo");
    assertThat(server.path("name").asText()).isEqualTo("gatemini");
    assertThat(server.path("title").asText()).isNotBlank();
    assertThat(server.path("version").asText()).isNotBlank();
    assertThat(result.path("instructions").asText())
        .contains("search_tools", "call_tool_chain")
        .hasSizeLessThanOrEqualTo(2_000);
    assertThat(result.get("capabilities"))
        .isEqualTo(
            json(
                """
                {"completions": {}, "logging": {}, "prompts": {"listChanged": true},
                 "resources": {"subscribe": true, "listChanged": true},
                 "tools": {"listChanged": true}}
                """));
    if (client.stateless()) {
      assertThat(result.path("supportedVersions").path(0).asText()).isEqualTo(version);
      client.refusal("initialize", "{}", METHOD_NOT_FOUND);
    } else {
      assertThat(result.path("protocolVersion").asText()).isEqualTo(version);
      client.refusal("server/discover", "{}", METHOD_NOT_FOUND);
    }
  }

  @Test
  void answersAnUnknownVersionWithTheKnownOnes() {
    if (client.stateless()) {
      int id = client.send("tools/list", "{}", "2030-01-01");
      JsonNode error = refused(client.answer(id), UNSUPPORTED_VERSION);
      assertThat(error.at("/data/supported")).hasSize(5);
    } else {
      assertThat(client.initialize("2030-01-01").path("protocolVersion").asText())
          .isEqualTo("2025-11-25");
    }
  }

  @Test
  void needsItsHandshakeFirst() {
    int id = client.send("tools/list", "{}");

    if (client.stateless()) {
      assertThat(client.answer(id).at("/result/tools")).hasSize(7);
    } else {
      refused(client.await(message -> message.has("error")), INVALID_REQUEST);
    }
  }

  @Test
  void hasExactlySevenToolsWithObjectSchemasAndDescriptions() {
    client.begin();

    List<JsonNode> tools = client.all("tools/list", "tools");

    assertThat(tools)
        .extracting(tool -> tool.path("name").asText())
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
              assertThat(tool.path("description").asText()).isNotBlank();
            });
  }

  @Test
  void findsAToolAndShowsItInBriefAndInFull() {
    client.begin();
    String name = "\"tool_name\":\"clock.get_current_time\"";

    JsonNode found =
        client.call("search_tools", "{\"task_description\":\"what is the current time\"}");
    JsonNode brief = client.call("tool_info", "{" + name + "}").path("structuredContent");
    JsonNode full =
        client.call("tool_info", "{" + name + ",\"detail\":\"full\"}").path("structuredContent");

    assertThat(found.at("/structuredContent/results/0/name").asText())
        .isEqualTo("clock.get_current_time");
    assertThat(brief.path("parameters").toString()).contains("zone");
    assertThat(brief.has("input_schema")).isFalse();
    assertThat(full.at("/input_schema/required/0").asText()).isEqualTo("zone");
  }

  @Pairs(
      """
      search_tools -> task_description | tool_info -> tool_name
      get_required_keys_for_tool -> tool_name | call_tool_chain -> code
      """)
  void namesTheMissingParameter(String tool, String parameter) {
    client.begin();

    JsonNode result = client.call(tool, "{}");

    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(text(result)).contains("\"" + parameter + "\"");
  }

  @Values("tool_info | get_required_keys_for_tool")
  void doesNotKnowATool(String tool) {
    client.begin();

    JsonNode result = client.call(tool, "{\"tool_name\":\"clock.get_curent_time\"}");

    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(text(result))
        .contains("\"clock.get_curent_time\"", "not known", "clock.get_current_time");
  }

  @Test
  void runsNothingUnknown() {
    client.begin();

    for (String tool : List.of("clock.no_such", "nowhere.tool")) {
      JsonNode result = client.run("{\"tool\":\"" + tool + "\",\"arguments\":{}}");
      assertThat(result.path("isError").asBoolean()).as(tool).isTrue();
    }
    client.refusal("tools/call", "{\"name\":\"no_such_tool\",\"arguments\":{}}", INVALID_PARAMS);
  }

  @Test
  void passesArgumentsToABackendUnchanged() {
    client.begin();
    String arguments =
        "{\"zone\":\"Ü \\\"q\\\" 😀\\n\\u2028\",\"digits\":0.10,"
            + "\"deep\":{\"a\":[1,null,[{}]],\"\":true}}";

    JsonNode result =
        client.run("{\"tool\":\"clock.get_current_time\",\"arguments\":" + arguments + "}");

    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(RECEIVED.get()).isEqualTo(json(arguments));
    assertThat(text(result)).contains("12:00 in Ü");
  }

  @Test
  void runsASimpleCallWithDots() {
    client.begin();

    JsonNode result = client.run("await clock.get_current_time({\"zone\": \"UTC\"})");

    assertThat(text(result)).contains("12:00 in UTC");
  }

  @Test
  void namesTheRequiredKeys() {
    client.begin();

    JsonNode result =
        client.call("get_required_keys_for_tool", "{\"tool_name\":\"clock.get_current_time\"}");

    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
  }

  @Test
  void readsEveryResourceThatItLists() {
    client.begin();

    List<JsonNode> resources = client.all("resources/list", "resources");

    assertThat(resources)
        .extracting(resource -> resource.path("uri").asText())
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
            "gatemini://backend/clock")
        .doesNotHaveDuplicates();
    assertThat(resources)
        .allSatisfy(
            resource -> {
              assertThat(resource.path("name").asText()).isNotBlank();
              assertThat(resource.path("mimeType").asText())
                  .isIn("application/json", "text/plain", "text/markdown");
            });
    for (JsonNode listed : resources) {
      JsonNode content = client.read(listed.path("uri").asText());
      assertThat(content.path("mimeType")).isEqualTo(listed.path("mimeType"));
      assertThat(content.path("text").asText()).isNotBlank();
      if (content.path("mimeType").asText().equals("application/json")) {
        assertThat(RawJson.parse(content.path("text").asText()).tree().isContainerNode()).isTrue();
      }
    }
  }

  @Test
  void listsTemplates() {
    client.begin();

    assertThat(client.all("resources/templates/list", "resourceTemplates"))
        .extracting(template -> template.path("uriTemplate").asText().replaceAll("\\{\\?.*}$", ""))
        .contains(
            "gatemini://tool/{tool_name}",
            "gatemini://backend/{backend_name}",
            "gatemini://backend/{backend_name}/tools",
            "gatemini://recent/{limit}",
            "gatemini://result/{id}",
            "gatemini://guide/{topic}");
  }

  @Test
  void hasAnOverviewAndGuides() {
    client.begin();

    assertThat(client.read("gatemini://overview").path("text").asText())
        .contains("console", "null");
    assertThat(client.read("gatemini://guide/discovery").path("text").asText())
        .contains("call_tool_chain");
    assertThat(client.read("gatemini://guide/call_tool_chain").path("text").asText())
        .contains("return");
  }

  @Values(
      """
      gatemini://nothing | gatemini://guide/nothing | gatemini://tool/no.such
      gatemini://backend/nowhere | other://overview | no address
      """)
  void hasNoSuchResource(String uri) {
    client.begin();

    JsonNode error =
        client.refusal(
            "resources/read",
            "{\"uri\":\"" + uri + "\"}",
            client.stateless() ? INVALID_PARAMS : RESOURCE_NOT_FOUND);

    assertThat(error.at("/data/uri").asText()).isEqualTo(uri);
  }

  @Test
  void refusesACursorOfItsOwnMaking() {
    client.begin();

    for (String list : List.of("tools", "resources", "resources/templates", "prompts")) {
      client.refusal(list + "/list", "{\"cursor\":\"nonsense\"}", INVALID_PARAMS);
    }
  }

  @Test
  void getsPromptsWithAndWithoutArguments() {
    client.begin();

    List<JsonNode> prompts = client.all("prompts/list", "prompts");

    assertThat(prompts)
        .extracting(prompt -> prompt.path("name").asText())
        .containsExactly("discover", "find_tool", "backend_status");
    assertThat(prompts.get(0).has("arguments")).isFalse();
    assertThat(prompts.get(1).at("/arguments/0/name").asText()).isEqualTo("task");
    assertThat(prompts.get(1).at("/arguments/0/required").asBoolean()).isTrue();
    assertThat(prompt("{\"name\":\"discover\"}")).contains("search_tools", "call_tool_chain");
    assertThat(prompt("{\"name\":\"backend_status\",\"arguments\":{}}")).contains("clock");
    assertThat(prompt("{\"name\":\"find_tool\",\"arguments\":{\"task\":\"current time\"}}"))
        .contains("clock.get_current_time", "zone");
  }

  private String prompt(String params) {
    JsonNode message = client.result("prompts/get", params).at("/messages/0");
    assertThat(message.path("role").asText()).isIn("user", "assistant");
    assertThat(message.at("/content/type").asText()).isEqualTo("text");
    return message.at("/content/text").asText();
  }

  @Test
  void refusesAnUnknownPromptAndAMissingArgument() {
    client.begin();

    client.refusal("prompts/get", "{\"name\":\"no_such\"}", INVALID_PARAMS);
    // Over HTTP a header repeats the name where requests need no session, so that one is missing.
    boolean named = kind == Kind.HTTP && client.stateless();
    client.refusal("prompts/get", "{}", named ? HEADER_MISMATCH : INVALID_PARAMS);
    assertThat(client.refusal("prompts/get", "{\"name\":\"find_tool\"}", INVALID_PARAMS).toString())
        .contains("task");
    client.refusal(
        "prompts/get", "{\"name\":\"find_tool\",\"arguments\":{\"task\":5}}", INVALID_PARAMS);
  }

  @ParameterizedTest
  @CsvSource({
    "gatemini://tool/{tool_name},tool_name,clock.get_c,clock.get_current_time",
    "gatemini://backend/{backend_name},backend_name,cl,clock",
    "gatemini://guide/{topic},topic,dis,discovery"
  })
  void completesTheVariablesOfTemplates(
      String template, String variable, String value, String expected) {
    client.begin();

    JsonNode completion =
        client
            .result(
                "completion/complete",
                """
                {"ref":{"type":"ref/resource","uri":"%s"},"argument":{"name":"%s","value":"%s"}}\
                """
                    .formatted(template, variable, value))
            .path("completion");

    assertThat(completion.at("/values/0").asText()).isEqualTo(expected);
    assertThat(completion.path("total").asInt()).isEqualTo(completion.path("values").size());
    assertThat(completion.path("hasMore").asBoolean()).isFalse();
  }

  @Values(
      """
      {"type":"ref/prompt","name":"no_such"} | {"type":"ref/resource","uri":"gatemini://no/{such}"}
      {"type":"ref/prompt"}
      """)
  void refusesToCompleteWhatThereIsNot(String ref) {
    client.begin();

    client.refusal(
        "completion/complete",
        "{\"ref\":" + ref + ",\"argument\":{\"name\":\"such\",\"value\":\"\"}}",
        INVALID_PARAMS);
  }

  @Test
  void setsTheLevelOfTheLog() {
    client.begin();

    if (client.stateless()) {
      client.refusal("logging/setLevel", "{\"level\":\"debug\"}", METHOD_NOT_FOUND);
    } else {
      assertThat(client.result("logging/setLevel", "{\"level\":\"debug\"}")).isEmpty();
      client.refusal("logging/setLevel", "{\"level\":\"loud\"}", INVALID_PARAMS);
    }
  }

  @Test
  void notifiesOfAnUpdateOfASubscribedResource() {
    client.begin();
    String recent = "{\"uri\":\"gatemini://recent\"}";
    if (client.stateless()) {
      client.refusal("resources/subscribe", recent, METHOD_NOT_FOUND);
      client.refusal("resources/unsubscribe", recent, METHOD_NOT_FOUND);
      client.send(
          "subscriptions/listen",
          "{\"notifications\":{\"resourceSubscriptions\":[\"gatemini://recent\"]}}");
      client.await(is("notifications/subscriptions/acknowledged"));
    } else {
      client.refusal("subscriptions/listen", "{\"notifications\":{}}", METHOD_NOT_FOUND);
      client.wire.hear();
      assertThat(client.result("resources/subscribe", recent)).isEmpty();
      client.refusal("resources/subscribe", "{\"uri\":\"gatemini://nothing\"}", RESOURCE_NOT_FOUND);
    }

    client.send(
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
            + "\"await clock.get_current_time({\\\"zone\\\": \\\"UTC\\\"})\"}}");

    JsonNode update = client.await(is("notifications/resources/updated"));
    assertThat(update.at("/params/uri").asText()).isEqualTo("gatemini://recent");
    if (!client.stateless()) {
      assertThat(client.result("resources/unsubscribe", recent)).isEmpty();
      assertThat(client.result("resources/unsubscribe", recent)).isEmpty();
    }
  }

  private static Predicate<JsonNode> is(String method) {
    return message -> message.path("method").asText().equals(method);
  }

  @Test
  void answersAPing() {
    if (kind == Kind.STDIO && !client.stateless()) {
      assertThat(client.result("ping", "{}")).isEmpty(); // at any time, where there is a wire
    }
    client.begin();

    if (client.stateless()) {
      client.refusal("ping", "{}", METHOD_NOT_FOUND);
    } else {
      assertThat(client.result("ping", "{}")).isEmpty();
    }
  }

  @Test
  void doesNotKnowOtherMethods() {
    client.begin();

    client.refusal("no/such", "{}", METHOD_NOT_FOUND);
    client.refusal("tools/run", "{}", METHOD_NOT_FOUND);
  }

  @Test
  void readsSeveralMessagesInOneArrayUnderOneVersion() {
    client.begin();
    ArrayNode batch = JsonNodeFactory.instance.arrayNode();
    batch.add(client.message("ping", json("{}"))).add(client.message("tools/list", json("{}")));

    client.wire.send(batch);

    if (version.equals("2025-03-26")) {
      assertThat(client.await(JsonNode::isArray)).hasSize(2);
    } else {
      refused(client.await(message -> message.has("error")), INVALID_REQUEST);
    }
  }

  @Test
  void answersRequestsBeforeItEnds() throws Exception {
    client.begin();
    int id =
        client.send(
            "tools/call",
            "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
                + "\"{\\\"tool\\\":\\\"clock.wait\\\",\\\"arguments\\\":{}}\"}}");
    CountDownLatch call = WAITING.take();

    // A daemon and a session over HTTP cancel the calls of a client that leaves.
    if (kind == Kind.STDIO) {
      client.wire.hangUp();
    }
    call.countDown();
    assertThat(text(client.answer(id).path("result"))).contains("in time");
    if (kind != Kind.STDIO) {
      client.wire.hangUp();
    }

    assertThat(client.wire.nextIsEnd()).isTrue();
  }
}
