package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of clients to a question, byte by byte. */
class ClientAnswersTest {
  private final TestContext context = new TestContext();
  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();
  private final TestClient client = new TestClient(toClient.in, toServer.out);
  private final LineChannel channel = LineChannel.over("server", toServer.in, toClient.out, 1_000);
  private final ServerConnection server =
      new ServerConnection(
          new TestSurface(),
          channel,
          Session.of("client"),
          context.scheduler(),
          Duration.ofSeconds(5));

  @BeforeEach
  void open() {
    channel.open(server);
  }

  @AfterEach
  void end() {
    client.hangUp();
    server.close();
    context.close();
  }

  /** The id under which the client was asked last. */
  private long questionId;

  private void initialize(String version) {
    client.send(TestClient.INITIALIZE.replace("2025-11-25", version));
    client.next();
    client.send(TestClient.INITIALIZED);
    client.ping("ready");
  }

  private CompletableFuture<RawJson> ask() {
    CompletableFuture<RawJson> asked =
        server.client.pending().request("roots/list", RawJson.emptyObject());
    JsonNode question = client.next();
    assertThat(question.get("method").asText()).isEqualTo("roots/list");
    questionId = question.get("id").asLong();
    return asked;
  }

  @Test
  void haveIdsOfTheirOwnOnEachConnection() {
    initialize("2025-11-25");
    var unused = ask();
    long first = questionId;
    var unusedToo = ask();

    assertThat(questionId).isEqualTo(first + 1);
    // One of 2^52 possible beginnings.
    assertThat(first).isNotEqualTo(1);
  }

  @Test
  void areWaitedForOnlyAfterTheHandshake() {
    assertThat(server.client.pending().request("roots/list", RawJson.emptyObject()))
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(BackendUnavailableException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'jsonrpc':'2.0','id':ID,'result':5; a result that is not an object",
        "'jsonrpc':'2.0','id':ID,'error':{'code':7,'message':'no'}; answered with error 7: no",
        "'jsonrpc':'1.0','id':ID,'result':{}; an invalid message",
        "'jsonrpc':'2.0','id':ID,'result':{'x':'LONG'}; is larger than this server takes",
      })
  void failTheQuestionAndNothingElse(String answer, String problem) throws Exception {
    initialize("2025-11-25");
    CompletableFuture<RawJson> asked = ask();

    client.send(
        "{"
            + answer
                .replaceAll("^\"|\"$", "")
                .replace('\'', '"')
                .replace("LONG", "x".repeat(2_000))
                .replace("ID", "" + questionId)
            + "}");

    Throwable failure = asked.handle((value, thrown) -> thrown).get(60, TimeUnit.SECONDS);
    assertThat(failure).isInstanceOf(BackendCallException.class).hasMessageContaining(problem);
    assertThat(client.ping("after").get("id").asText()).isEqualTo("after");
  }

  @Test
  void mayComeInABatchWhoseOtherMessagesAreAnswered() throws Exception {
    initialize("2025-03-26");
    CompletableFuture<RawJson> asked = ask();

    client.send(
        "[{\"jsonrpc\":\"1.0\",\"id\":"
            + questionId
            + ",\"result\":{}},"
            + "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}]");

    JsonNode answers = client.next();
    assertThat(answers).hasSize(1);
    assertThat(answers.at("/0/id").asInt()).isEqualTo(9);
    assertThat(asked.isCompletedExceptionally()).isTrue();
  }
}
