package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.testing.TestClient;
import io.gatemini.transport.testing.ServedBackends;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many large answers at once in a process with the heap of the bundled server. */
class LargeAnswersTest {
  @TempDir Path directory = Path.of("");

  @SuppressWarnings("NullAway.Init")
  private Process gateway;

  @SuppressWarnings("NullAway.Init")
  private TestClient client;

  @BeforeEach
  void start() throws IOException {
    gateway = ServedBackends.start(directory.resolve("log"));
    client = new TestClient(gateway.getInputStream(), gateway.getOutputStream());
    client.initialize();
    // The backends are there when a call is answered.
    chain("first", "small.tool0", "{}");
    assertThat(answer().path("isError").asBoolean()).isFalse();
    chain("second", "large.text", "{\"size\":10}");
    assertThat(answer().path("isError").asBoolean()).isFalse();
  }

  @AfterEach
  void stop() {
    gateway.destroyForcibly();
  }

  @ParameterizedTest
  @CsvSource({"6, 40, text", "40, 2, text"})
  void areAnsweredOrFailAlone(int answers, int megabytes, String tool) throws Exception {
    callAtOnce(answers, megabytes, tool);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"16, 12, text", "16, 12, json"})
  void areAnsweredOneAfterTheOther(int answers, int megabytes, String tool) throws Exception {
    callAtOnce(answers, megabytes, tool);
  }

  private void callAtOnce(int answers, int megabytes, String tool) throws Exception {
    for (int i = 0; i < answers; i++) {
      chain("large-" + i, "large." + tool, "{\"size\":" + megabytes * 1_000_000 + "}");
    }
    List<Long> others = new ArrayList<>();
    int open = answers;
    while (open > 0) {
      long asked = System.nanoTime();
      chain("other-" + others.size(), "small.tool0", "{}");
      JsonNode message = client.next();
      while (message.path("id").asText().startsWith("large-")) {
        open--;
        isAnsweredOrRefused(message.path("result"));
        message = client.next();
      }
      others.add(System.nanoTime() - asked);
      assertThat(message.at("/result/isError").asBoolean()).isFalse();
    }
    chain("again", "large.text", "{\"size\":1000000}");
    JsonNode again = answer();

    assertThat(again.path("isError").asBoolean()).as(again.toString()).isFalse();
    assertThat(others.stream().mapToLong(Long::longValue).min().orElseThrow())
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(50));
    assertThat(others.stream().sorted().skip(others.size() / 2).findFirst().orElseThrow())
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(1_000));
    await().until(() -> inFlightBytes() == 0);
    assertThat(Files.readString(directory.resolve("log")))
        .doesNotContain("OutOfMemoryError")
        .doesNotContain("exited")
        .doesNotContain("unhealthy");
  }

  private static void isAnsweredOrRefused(JsonNode result) {
    String text = result.at("/content/0/text").asText();
    if (result.path("isError").asBoolean()) {
      // The heap may be full before the bound on bytes is: either way one answer fails alone.
      assertThat(text)
          .containsAnyOf("max_in_flight_bytes", "too large for the memory")
          .contains("ask for less");
    } else {
      assertThat(text).contains("whole result: gatemini://result/");
    }
  }

  private long inFlightBytes() {
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":\"health\",\"method\":\"resources/read\",\"params\":{\"uri\":"
            + "\"gatemini://health\"}}");
    String rows = client.next().at("/result/contents/0/text").asText();
    JsonNode all = RawJson.parse(rows).tree();
    JsonNode inFlight = all.get(all.size() - 1).path("in_flight");
    assertThat(inFlight.path("max_bytes").asLong()).isBetween(10_000_000L, 64_000_000L);
    return inFlight.path("bytes").asLong(-1);
  }

  private JsonNode answer() {
    return client.next().path("result");
  }

  private void chain(String id, String tool, String arguments) {
    String code =
        "{\\\"tool\\\":\\\""
            + tool
            + "\\\",\\\"arguments\\\":"
            + arguments.replace("\"", "\\\"")
            + "}";
    client.call(id, "call_tool_chain", "{\"code\":\"" + code + "\"}");
  }
}
