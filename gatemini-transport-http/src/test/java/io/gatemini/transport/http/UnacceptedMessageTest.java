package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.HttpClients;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that say nothing to what they need not answer. */
class UnacceptedMessageTest {
  private static final Duration BOUND = Duration.ofMillis(300);

  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"result\":{}}"
      })
  void givesUpWhatTheServerDoesNotAccept(String message) throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    server.handle(
        (request, answer) -> {
          if (request.body().equals(CALL)) {
            answer.json(ANSWER);
          } else {
            answer.awaitClose();
            closed.countDown();
          }
        });
    try (ChannelFixture client = client()) {

      assertThat(client.failure(message))
          .isInstanceOf(BackendCallException.class)
          .hasMessage(server.authority() + " did not accept a message within 300 ms");

      assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
      client.sendAndWait(CALL);
      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(client.endings).isEmpty();
    }
  }

  @Test
  void callsGoOnHoweverManyOfThemThereAre() throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.body().equals(CALL)) {
            answer.json(ANSWER);
          } else {
            answer.awaitClose();
          }
        });
    try (ChannelFixture client = client()) {
      // More than there are connections.
      for (int i = 0; i < 300; i++) {
        var unused =
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"n\":1}");
      }

      CompletableFuture<Void> call = client.send(CALL);

      await().atMost(60, TimeUnit.SECONDS).until(call::isDone);
      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  @Test
  void waitsForAnAnswerAsLongAsTheCallerDoes() throws Exception {
    CountDownLatch answering = new CountDownLatch(1);
    server.handle(
        (request, answer) -> {
          if (request.body().equals(CALL)) {
            answering.await();
            answer.json(ANSWER);
          } else {
            answer.awaitClose();
          }
        });
    try (ChannelFixture client = client()) {
      CompletableFuture<Void> call = client.send(CALL);

      client.failure("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");
      client.failure("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");

      assertThat(call).isNotDone();
      answering.countDown();
      call.get(60, TimeUnit.SECONDS);
      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  private ChannelFixture client() throws Exception {
    return new ChannelFixture(
        new HttpAddress(URI.create(server.url()), Map.of(), Optional.empty(), List.of(), 100_000),
        AddressCheck.allowAll(),
        HttpClients.create("web", AddressCheck.allowAll()),
        Clock.systemUTC(),
        BOUND);
  }
}
