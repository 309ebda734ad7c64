package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import io.gatemini.testing.EndlessTool;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The whole way: surface, engine, an in-process backend. */
class SurfaceOverEngineTest {
  private final EndlessTool endless = new EndlessTool();

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder()
              .outputConfig(output -> output.structuredContent(true))
              .backend(
                  "my-files",
                  BackendConfig.inProcess()
                      .env("FILES_KEY", "secret")
                      .tool(
                          "read-file",
                          "Read a file, e.g. notes.txt. Fails if it is not text.",
                          """
                      {"type":"object","required":["path"],"properties":{"path":{"type":"string"}}}\
                      """,
                          arguments -> "read " + arguments.get("path").asText())
                      .tool(
                          "hang",
                          "Never ends.",
                          "{\"type\":\"object\"}",
                          arguments -> endless.call())));

  @Test
  void anAgentSearchesLooksAndRuns() {
    JsonNode row =
        call("search_tools", "{\"task_description\":\"read a file\"}")
            .structuredContent()
            .orElseThrow()
            .get("results")
            .get(0);
    assertThat(row.get("name").asText()).isEqualTo("my-files.read-file");
    assertThat(row.get("description").asText()).isEqualTo("Read a file, e.g. notes.txt.");
    assertThat(row.get("call").asText()).isEqualTo("await my_files.read_file({path: '…'})");

    String program = row.get("call").asText();
    JsonNode code = RawJson.ofValue(program.replace("…", "notes.txt")).tree();
    ToolResult result = call("call_tool_chain", "{\"code\":" + code + "}");

    assertThat(result.isError()).as(result.text()).isFalse();
    assertThat(result.text()).contains("read notes.txt");
  }

  @Test
  void takesAJsonCallThatAClientHasParsed() {
    ToolResult result =
        call(
            "call_tool_chain",
            "{\"code\":{\"tool\":\"read-file\",\"arguments\":{\"path\":\"a\"}},\"timeout\":5000}");

    assertThat(result.text()).isEqualTo("read a");
  }

  /** A schema of thousands of properties is read by its parts. */
  @Test
  void anInfoKeepsTheBoundOfAllAnswersAndItsOriginal() {
    ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (int i = 0; i < 3_000; i++) {
      properties
          .putObject("property_" + i)
          .put("type", "string")
          .put("description", "d".repeat(150));
    }
    gateway.register(
        "large",
        BackendConfig.inProcess().tool("wide", "Has many parameters.", schema, args -> ""));

    ToolResult info = call("tool_info", "{\"tool_name\":\"large.wide\",\"detail\":\"full\"}");

    assertThat(info.json().length()).isLessThan(450_000);
    assertThat(info.text().length()).isLessThanOrEqualTo(200_000);
    assertThat(info.text()).contains("property_1").contains("gatemini://result/");
    JsonNode structure = info.structuredContent().orElseThrow();
    assertThat(structure.path("name").asText()).isEqualTo("large.wide");
    assertThat(structure.path("backend").asText()).isEqualTo("large");
    String id = info.text().replaceAll("(?s).*?gatemini://result/([a-z2-7]+).*", "$1");
    String part =
        gateway
            .surface()
            .readResource(
                Session.of("agent"),
                "gatemini://result/" + id + "?path=/input_schema/properties/property_2999")
            .toCompletableFuture()
            .join()
            .text();
    assertThat(part).contains("ddd");
  }

  @Test
  void whatIsAskedWronglyIsAnsweredWithWhatIsRight() {
    assertThat(call("tool_info", "{\"tool_name\":\"my_files.raed_file\"}").text())
        .isEqualTo(
            "tool \"my_files.raed_file\" is not known; did you mean \"my-files.read-file\"?");
    assertThat(call("deregister_manual", "{\"manual_name\":\"my-files\"}").isError()).isTrue();
    assertThat(call("deregister_manual", "{\"manual_name\":\"no-such\"}").isError()).isTrue();
    assertThat(
            call(
                    "register_manual",
                    "{\"manual_call_template\":{\"name\":\"x\",\"command\":\"rm\"}}")
                .isError())
        .isTrue();
  }

  @Test
  void keysAreNamedAndNeverShown() {
    ToolResult result =
        call("get_required_keys_for_tool", "{\"tool_name\":\"my-files.read-file\"}");

    assertThat(result.json().toString()).contains("FILES_KEY").doesNotContain("secret");
  }

  @Test
  void aClientThatGoesAwayStopsWhatItHasRunning() throws InterruptedException {
    CompletableFuture<ToolResult> answer =
        start("call_tool_chain", "{\"code\":\"{\\\"tool\\\":\\\"hang\\\",\\\"arguments\\\":{}}\"}");
    assertThat(endless.begun.await(60, TimeUnit.SECONDS)).isTrue();

    gateway.surface().disconnected(Session.of("agent"));

    assertThat(endless.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(answer).isCancelled();
  }

  @Test
  void aBackendThatComesAndGoesLeavesTheToolsThatClientsSee() {
    List<SurfaceTool> before = gateway.surface().tools(Session.local());

    gateway.register(
        "clock",
        BackendConfig.inProcess()
            .description("The time of day. And more.")
            .tool("now", "Tell the time.", "{\"type\":\"object\"}", arguments -> "12:00"));

    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    assertThat(gateway.catalog().tools("clock")).hasSize(1);
    assertThat(gateway.surface().tools(Session.local())).isEqualTo(before);
    assertThat(gateway.surface().instructions().orElseThrow())
        .endsWith("Backends (tools): clock (1) The time of day; my-files (2) hang, file.");

    gateway.deregister("clock");

    assertThat(gateway.catalog().tools("clock")).isEmpty();
    assertThat(gateway.surface().tools(Session.local())).isEqualTo(before);
  }

  private ToolResult call(String tool, String arguments) {
    return start(tool, arguments).join();
  }

  private CompletableFuture<ToolResult> start(String tool, String arguments) {
    return TestGateway.asked(gateway, Session.of("agent"), tool, arguments);
  }

  @Test
  void saysWhatIsMissingWhereOnlyNamesAreSearched() {
    try (Gateway bare =
        TestGateway.ready(
            TestGateway.builder()
                .backend(
                    "mail",
                    BackendConfig.inProcess().tool("send", "Posts a letter.", "{}", a -> 1)))) {

      GatewayTool search = bare.agentTools(Session.local()).get(0);

      assertThat(search.call("{\"task_description\": \"letter\"}"))
          .contains("No tool matches.", "io.gatemini:gatemini-search");
      assertThat(search.call("{\"task_description\": \"send\"}"))
          .contains("mail.send")
          .doesNotContain("gatemini-search");
    }
  }
}
