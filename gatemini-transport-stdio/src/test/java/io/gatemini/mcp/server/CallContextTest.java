package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.CompositeTool;
import io.gatemini.spi.SurfaceListener.LogMessage;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.stdio.StdioBackendProvider;
import io.gatemini.transport.testing.ChildServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * The context of a call over the wire: the client's {@code _meta} reaches a real server, and that
 * server's log lines reach the client, through a program and a composite tool.
 */
class CallContextTest {
  private static final String TRACE = "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-01\"";

  private final Gateway inside =
      TestGateway.builder()
          .plugin(new StdioBackendProvider())
          .plugin(
              new JavaPrograms()
                  .program(
                      "the program",
                      (program, host) -> JavaPrograms.call(host, "__composite.inner", "{}"))
                  .program(
                      "the inner program",
                      (program, host) -> JavaPrograms.call(host, "child.meta", "{}")))
          .backend("child", ChildServer.config("tools/list tools meta"))
          .compositeTool("inner", CompositeTool.of("Asks the child.", "the inner program"))
          .build();

  @AutoClose private final ServedGateway gateway = ServedGateway.of(inside);

  @Test
  void reachesTheBackendAndComesBackThroughProgramAndComposite() {
    gateway.initialize("2025-11-25");
    gateway.send(
        1,
        "tools/call",
        "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":\"the program\"},\"_meta\":{"
            + TRACE
            + ",\"progressToken\":\"mine\",\"io.gatemini/x\":1,"
            + "\"io.modelcontextprotocol/logLevel\":\"info\",\"example.com/é\":[1,{}]}}");

    List<JsonNode> logged = new ArrayList<>();
    JsonNode answer = null;
    while (answer == null || logged.isEmpty()) {
      JsonNode message = gateway.client().next();
      if (message.has("id")) {
        answer = message;
      } else if (message.at("/params/logger").asText().equals("backend/child/disk")) {
        logged.add(message.get("params"));
      }
    }

    JsonNode meta = RawJson.parse(answer.at("/result/content/0/text").asText()).tree();
    assertThat(meta.get("traceparent").asText()).startsWith("00-0af");
    assertThat(meta.get("example.com/é")).hasToString("[1,{}]");
    assertThat(meta.get("progressToken").isNumber()).isTrue();
    assertThat(meta.size()).isEqualTo(3);
    assertThat(logged.get(0))
        .hasToString(
            "{\"level\":\"error\",\"logger\":\"backend/child/disk\",\"data\":{\"free\":7}}");
  }

  @Test
  void isThatOfAHostThatCallsFromJava() {
    assertThat(inside.awaitReady(Duration.ofSeconds(60))).isTrue();
    List<LogMessage> lines = new CopyOnWriteArrayList<>();
    ClientChannel channel =
        new ClientChannel() {
          @Override
          public void log(LogMessage message) {
            lines.add(message);
          }
        };
    CallContext context =
        CallContext.of(Session.of("ann"))
            .withClient(channel)
            .withMeta(RawJson.parse("{" + TRACE + "}\n"));

    String meta = inside.call(ToolCall.of("child.meta", Map.of()).withContext(context)).text();

    assertThat(meta).isEqualTo("{" + TRACE + "}");
    assertThat(lines).extracting(LogMessage::logger).containsExactly("backend/child/disk");
  }

  @Test
  void declinesEveryQuestionOfNobody() {
    ClientChannel.Question question =
        new ClientChannel.Question(ClientChannel.Question.Kind.ROOTS, RawJson.emptyObject());

    assertThat(ClientChannel.none().ask(question).toCompletableFuture().join()).isEmpty();
    assertThat(ClientChannel.none().progress().isListening()).isFalse();
  }
}
