package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.client.McpBackend;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.testing.AskingServer;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.Served;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Sixteen clients of one server that asks: each question has the mark of the call it belongs to.
 */
class ManySessionsTest {
  private static final int CLIENTS = 16;
  private static final int ROUNDS = 20;

  private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(new Asking())
          .backend("asker", BackendConfig.of("asking").maxConcurrentCalls(CLIENTS))
          .build();

  @AfterEach
  void close() {
    gateway.close();
    threads.shutdownNow();
    scheduler.shutdownNow();
  }

  @Test
  void nothingOfOneReachesAnother() throws Exception {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(new Client("<" + i + ">", new Served(gateway.surface(), scheduler)));
    }
    try {
      // Alone, each is asked.
      for (Client client : clients) {
        assertThat(client.round(0)).contains("\"name\":\"" + client.mark);
      }
      List<Future<?>> all = new ArrayList<>();
      for (Client client : clients) {
        all.add(
            threads.submit(
                () -> {
                  for (int round = 1; round <= ROUNDS; round++) {
                    client.round(round);
                  }
                }));
      }
      for (Future<?> one : all) {
        one.get(120, TimeUnit.SECONDS);
      }
      for (Client client : clients) {
        assertThat(client.heard).allMatch(it -> it.contains(client.mark));
      }
    } finally {
      clients.forEach(client -> client.served.close());
    }
  }

  /** A client that fills its mark into every form. */
  private static final class Client {
    final String mark;
    final Served served;

    /** Every message that has somebody's mark. */
    final List<String> heard = new ArrayList<>();

    Client(String mark, Served served) {
      this.mark = mark;
      this.served = served;
      served.client.send(
          TestClient.INITIALIZE.replace(
              "\"capabilities\":{}", "\"capabilities\":{\"elicitation\":{}}"));
      served.client.next();
      served.client.send(TestClient.INITIALIZED);
    }

    /** One call whose server asks; the text of its answer. */
    String round(int round) {
      ObjectNode question =
          JsonNodeFactory.instance.objectNode().put("method", "elicitation/create");
      ObjectNode params = question.putObject("params").put("message", mark + " " + round);
      params
          .putObject("requestedSchema")
          .put("type", "object")
          .putObject("properties")
          .putObject("name")
          .put("type", "string");
      ObjectNode call = JsonNodeFactory.instance.objectNode().put("tool", "asker.ask");
      call.putObject("arguments").putArray("questions").add(question);
      ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("name", "call_tool_chain");
      arguments.putObject("arguments").put("code", call.toString());
      served.send(round + 1_000, "tools/call", arguments.toString());
      while (true) {
        JsonNode message = served.client.next();
        if (message.toString().contains("<")) {
          heard.add(message.toString());
        }
        if (message.path("id").asInt() == round + 1_000 && !message.has("method")) {
          return message.at("/result/content/0/text").asText();
        }
        if (message.has("id") && message.has("method")) {
          served.client.send(
              "{\"jsonrpc\":\"2.0\",\"id\":"
                  + message.get("id")
                  + ",\"result\":{\"action\":\"accept\",\"content\":{\"name\":\""
                  + mark
                  + "\"}}}");
        }
      }
    }
  }

  private final class Asking implements BackendProvider {
    @Override
    public String name() {
      return "asking";
    }

    @Override
    public Backend create(BackendContext context) {
      MemoryPipe toServer = new MemoryPipe();
      MemoryPipe toClient = new MemoryPipe();
      threads.execute(
          () -> {
            try {
              AskingServer.serve(toServer.in, toClient.out);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      return McpBackend.over(
          LineChannel.over("asker", toClient.in, toServer.out, 1 << 20), context);
    }
  }
}
