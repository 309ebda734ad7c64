package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolResult;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestSurface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several messages in one line, which protocol version 2025-03-26 asks servers to take. */
class BatchTest extends ServedTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";

  private final CompletableFuture<ToolResult> slow = new CompletableFuture<>();

  BatchTest() {
    super(new TestSurface());
    surface.tool(
        "slow",
        call -> {
          call.context()
              .client()
              .progress()
              .onProgress(1, OptionalDouble.empty(), Optional.empty());
          return slow;
        });
  }

  private void shakeHands(String version) {
    client.send(TestClient.INITIALIZE.replace("2025-11-25", version));
    client.next();
    client.send(TestClient.INITIALIZED);
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  private static String slowCall(int id) {
    return request(id, "tools/call", "{\"name\":\"slow\",\"_meta\":{\"progressToken\":\"t\"}}");
  }

  private static List<String> ids(JsonNode batch) {
    return StreamSupport.stream(batch.spliterator(), false)
        .map(answer -> answer.path("id").asText())
        .sorted()
        .toList();
  }

  @Test
  void isAnsweredInOneArrayWhenTheLastAnswerIsThere() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send("[" + slowCall(1) + ", " + TestClient.INITIALIZED + ", " + PING + "]");

    assertThat(client.next().at("/params/progressToken").asText()).isEqualTo("t");
    assertThat(client.ping("between").get("id").asText()).isEqualTo("between");
    slow.complete(ToolResult.text("done"));
    JsonNode answers = client.next();
    assertThat(ids(answers)).containsExactly("1", "7");
    assertThat(answers.toString()).contains("done");
  }

  @Test
  void ofNotificationsAloneIsNotAnswered() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send("[" + TestClient.INITIALIZED + "," + TestClient.INITIALIZED + "]");

    assertThat(client.ping("next").get("id").asText()).isEqualTo("next");
  }

  @Test
  void answersEachMessageThatIsNone() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send("[1,{},[" + PING + "]," + PING + "," + request(3, "no/such", "{}") + "]");

    JsonNode answers = client.next();
    assertThat(ids(answers)).containsExactly("3", "7", "null", "null", "null");
    List<Integer> codes = new ArrayList<>();
    answers.forEach(answer -> codes.add(answer.at("/error/code").asInt()));
    assertThat(codes).containsExactly(-32600, -32600, -32600, 0, -32601);
  }

  @Test
  void answersTheRestWhenARequestOfItIsCancelled() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send("[" + slowCall(1) + "," + PING + "]");
    client.next();
    served.cancel(1);

    assertThat(ids(client.next())).containsExactly("7");
    assertThat(slow).isCancelled();
  }

  @Test
  void isNotAnsweredWhenAllOfItIsCancelled() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send("[" + slowCall(2) + "]");
    client.next();
    served.cancel(2);

    assertThat(client.ping("next").get("id").asText()).isEqualTo("next");
  }

  @Test
  void isAnsweredAfterTheClientHasClosedItsEnd() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send("[" + slowCall(1) + "," + PING + "]");
    client.next();
    client.hangUp();
    slow.complete(ToolResult.text("done"));

    assertThat(ids(client.next())).containsExactly("1", "7");
    assertThat(client.nextIsEnd()).isTrue();
  }

  @Test
  void mayNotHoldTheHandshake() {
    client.send(TestClient.INITIALIZE.replace("2025-11-25", Batch.PROTOCOL_VERSION));
    client.next();

    client.send("[" + TestClient.INITIALIZE + "]");

    assertThat(client.next().at("/0/error/message").asText()).contains("part of a batch");
  }

  @ParameterizedTest
  @CsvSource({"2024-11-05", "2025-06-18", "2025-11-25"})
  void isRefusedUnderOtherVersions(String version) {
    shakeHands(version);

    client.send("[" + PING + "]");

    JsonNode answer = client.next();
    assertThat(answer.at("/error/code").asInt()).isEqualTo(JsonRpcMessage.INVALID_REQUEST);
    assertThat(answer.at("/error/message").asText()).contains("2025-03-26", "one JSON-RPC message");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, JsonRpcMessage.MAX_BATCH + 1, 500_000})
  void ofTooManyMessagesIsRefusedAsAWhole(int size) {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send(Collections.nCopies(size, "{}").toString());

    assertThat(client.next().at("/error/message").asText()).contains("1 to 1000 messages");
  }

  @Test
  void mayBeAsLargeAsThat() {
    shakeHands(Batch.PROTOCOL_VERSION);

    client.send(Collections.nCopies(JsonRpcMessage.MAX_BATCH, PING).toString());

    assertThat(client.next()).hasSize(JsonRpcMessage.MAX_BATCH);
  }
}
