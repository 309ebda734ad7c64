package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.InstanceMode;
import io.gatemini.config.PoolConfig;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.testing.ChildServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A child process for each session. */
class DedicatedStdioTest {
  private final Gateway gateway =
      TestGateway.ready(
          Gateway.builder()
              .backend(
                  "counter",
                  ChildServer.config("tools/call answer ${pid}:${count}")
                      .instanceMode(InstanceMode.DEDICATED)
                      .pool(PoolConfig.defaults().replenishDelay(Duration.ofMinutes(5)))));
  private final List<Long> children = new ArrayList<>();

  @AfterEach
  void close() {
    gateway.close();
    assertThat(children).noneMatch(DedicatedStdioTest::isAlive);
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessTree::isAlive).orElse(false);
  }

  /** The process that answered, and its count. */
  private record Count(long pid, int calls) {
    static Count parse(String text) {
      int colon = text.indexOf(':');
      return new Count(
          Long.parseLong(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
    }
  }

  private Count count(Session session) {
    Count count =
        Count.parse(
            gateway
                .call(
                    ToolCall.of("counter.tool0", RawJson.emptyObject())
                        .withSession(session)
                        .withTimeout(Duration.ofSeconds(20)))
                .text());
    children.add(count.pid);
    return count;
  }

  @Test
  void keepsTheStateOfASessionInItsOwnProcess() {
    Count ann = count(Session.of("ann"));
    Count bob = count(Session.of("bob"));
    Count annAgain = count(Session.of("ann"));

    assertThat(bob.pid).isNotEqualTo(ann.pid);
    assertThat(List.of(ann.calls, bob.calls, annAgain.calls)).containsExactly(1, 1, 2);
    assertThat(annAgain.pid).isEqualTo(ann.pid);
  }

  @Test
  void endsTheProcessOfAClientThatDisconnects() throws Exception {
    Client ann = new Client();
    Client bob = new Client();
    Count annsCount = ann.count();
    Count bobsCount = bob.count();

    ann.disconnect();

    await()
        .atMost(60, TimeUnit.SECONDS)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !isAlive(annsCount.pid));
    assertThat(bob.count()).isEqualTo(new Count(bobsCount.pid, 2));
    bob.disconnect();
  }

  @Test
  void givesASessionAFreshProcessWhenItsOwnWasKilled() {
    Count first = count(Session.of("ann"));
    Count other = count(Session.of("bob"));

    ProcessHandle.of(first.pid).orElseThrow().destroyForcibly();

    await().until(() -> !isAlive(first.pid));
    await()
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(count(Session.of("ann")))
                    .extracting(Count::pid)
                    .isNotEqualTo(first.pid));
    assertThat(count(Session.of("bob"))).isEqualTo(new Count(other.pid, 2));
  }

  /** A client of the gateway over streams. */
  private final class Client {
    private final MemoryPipe in = new MemoryPipe();
    private final MemoryPipe out = new MemoryPipe();
    private final TestClient client;

    Client() {
      gateway.expose(StdioTransport.over(in.in, out.out));
      client = new TestClient(out.in, in.out);
      assertThat(client.initialize().has("result")).isTrue();
    }

    Count count() {
      client.call(
          1,
          "call_tool_chain",
          "{\"code\":\"{\\\"tool\\\": \\\"counter.tool0\\\", \\\"arguments\\\": {}}\"}");
      JsonNode answer = client.next();
      Count count = Count.parse(answer.at("/result/content/0/text").asText());
      children.add(count.pid);
      return count;
    }

    void disconnect() throws IOException {
      in.out.close();
    }
  }
}
