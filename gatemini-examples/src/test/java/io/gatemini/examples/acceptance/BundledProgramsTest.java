package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.testing.MisbehavingServer.Mode;
import io.gatemini.testing.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs and composite tools of the bundled server, as an MCP client meets them. */
@Tag("long")
class BundledProgramsTest extends LeavesNoProcess {
  private BundledServer server() {
    return new BundledServer(directory)
        .output("structured_content", true)
        .backend("demo", Mode.NORMAL);
  }

  /** In a file that a backend writes at its own time. */
  private static void awaitOneLine(Path file) {
    await()
        .atMost(RawMcpClient.PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(Files.readAllLines(file)).hasSize(1));
  }

  @Test
  void answersAProgramThatIsTheFirstThingItHears() {
    try (RawMcpClient client = server().connect()) {
      JsonNode result =
          client.program("const e: string = await demo.echo({text: 'early'});\nreturn e + '!'");

      assertThat(RawMcpClient.text(result)).isEqualTo("early!");
    }
  }

  @Values("in_process | process")
  void givesThePlaceOfACancelledProgramAwayAndCancelsItsCall(String isolation) {
    BundledServer server =
        server().sandbox("isolation", isolation).sandbox("max_concurrent_programs", 1);
    Path asleep = Path.of(server.pidFile("demo") + ".asleep");
    Path cancelled = Path.of(server.pidFile("demo") + ".cancelled");
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("demo.sleep");
      long id = client.nextId();
      ObjectNode params = object("name", "call_tool_chain");
      params
          .putObject("arguments")
          .put("code", "return 'x' + await demo.sleep({ms: 60000})")
          .put("timeout", 60_000);
      CompletableFuture<JsonNode> hanging = client.request(id, "tools/call", params);
      // Either of two programs that come at once may get the place.
      await().atMost(RawMcpClient.PATIENCE).untilAsserted(() -> assertThat(asleep).exists());
      CompletableFuture<JsonNode> waiting =
          client.callAsync(
              "call_tool_chain",
              object("code", "return 1 + (await demo.size({text: 'four'}))")
                  .put("timeout", 60_000));
      assertThat(waiting).isNotDone();

      client.notify("notifications/cancelled", object("requestId", id));

      assertThat(RawMcpClient.text(client.await(waiting).path("result"))).isEqualTo("5");
      assertThat(hanging).isNotDone();
      awaitOneLine(cancelled);
    }
  }

  @Test
  void cancelsTheCallsOfAProgramInTheBackend() {
    BundledServer server = server();
    Path cancelled = Path.of(server.pidFile("demo") + ".cancelled");
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("demo.sleep");

      JsonNode result =
          client.call(
              "call_tool_chain",
              object("code", "return 'x' + await demo.sleep({ms: 60000})").put("timeout", 3_000));

      assertThat(RawMcpClient.text(result)).startsWith("timeout: ");
      awaitOneLine(cancelled);
    }
  }

  @Test
  void offersCompositeToolsAsToolsOfItsOwn() {
    BundledServer server =
        server()
            .composite(
                "shout",
                "Shouts a text out loud.",
                "const t: string = await demo.echo({text: params.text}); return t.toUpperCase()")
            .composite(
                "measure",
                "Tells how long a shout is.",
                "return await demo.size({text: await __composite.shout({params})})")
            .sandbox("max_concurrent_programs", 1);
    try (RawMcpClient client = server.connect()) {
      client.awaitTool("demo.echo");

      JsonNode hits =
          client
              .call("search_tools", object("task_description", "shout out loud"))
              .path("structuredContent");
      JsonNode info =
          client.call(
              "tool_info", object("tool_name", "__composite.shout").put("detail", "typescript"));

      assertThat(hits.toString()).contains("__composite.shout");
      assertThat(RawMcpClient.text(info)).contains("shout(");
      for (String code :
          List.of(
              "{\"tool\": \"__composite.measure\", \"arguments\": {\"params\": {\"text\":"
                  + " \"abc\"}}}",
              "await __composite.measure({params: {text: 'abc'}})",
              "const n: string = await __composite.measure({params: {text: 'abc'}}); return 0 +"
                  + " +n")) {
        assertThat(RawMcpClient.text(client.program(code))).as(code).isEqualTo("3");
      }
    }
  }
}
