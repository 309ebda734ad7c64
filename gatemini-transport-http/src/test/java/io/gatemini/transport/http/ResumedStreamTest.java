package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendCallException;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResumedStreamTest {
  @AutoClose
  private final TestHttpServer server =
      new TestHttpServer((request, answer) -> answer.json(ANSWER));

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asksForTheRestWithTheLastEventId(boolean cut) throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          int gets = server.received("GET").size();
          if (gets == 2) {
            answer.event("data: " + ANSWER + "\n\n");
            answer.awaitClose();
          } else {
            answer.event("retry: 20\nid: e" + gets + "\ndata: " + CHANGED + "\n\n");
            if (cut) {
              answer.cut();
            } else {
              answer.end();
            }
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(CHANGED, CHANGED, ANSWER);
      assertThat(server.received("POST")).hasSize(1);
      assertThat(server.received("GET").stream().map(r -> r.header("Last-Event-ID").orElse("")))
          .containsExactly("e0", "e1");
    }
  }

  /** Longer than without a question; the last to ask counts. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void waitsAsLongAsTheServerAsks(int asking) throws Exception {
    server.handle(
        (request, answer) -> {
          int gets = server.received("GET").size();
          answer.stream();
          answer.event(
              gets == 2
                  ? "data: " + ANSWER + "\n\n"
                  : "retry: " + (gets == asking ? 1300 : 5) + "\nid: e" + gets + "\ndata:\n\n");
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      long before = System.nanoTime();

      client.sendAndWait(CALL);

      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThan(Duration.ofMillis(1290));
    }
  }

  @Test
  void givesUpAfterAFewStreamsWithoutAnEvent() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          answer.event("retry: 10\n\n");
          if (request.method().equals("POST")) {
            answer.event("id: e1\ndata:\n\n");
          }
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessageEndingWith("without the answer, and it could not be resumed");
      assertThat(server.received("GET")).hasSize(5);
      assertThat(server.received("POST")).hasSize(1);
    }
  }

  @Test
  void goesOnAsLongAsNewEventsCome() throws Exception {
    server.handle(
        (request, answer) -> {
          answer.stream();
          int gets = server.received("GET").size();
          answer.event(
              gets == 9
                  ? "data: " + ANSWER + "\n\n"
                  : "retry: 1\nid: e" + gets + "\ndata: " + CHANGED + "\n\n");
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).hasSize(10).endsWith(ANSWER);
      assertThat(server.received("GET").get(8).header("Last-Event-ID")).contains("e8");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"405 Method Not Allowed", "404 Not Found", "400 Bad Request"})
  void failsAtOnceWhereTheServerCannotResume(String status) throws Exception {
    server.handle(
        (request, answer) -> {
          if (request.method().equals("POST")) {
            answer.stream();
            answer.event("retry: 1\nid: e1\ndata:\n\n");
            answer.end();
          } else {
            answer.empty(status);
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      assertThat(client.failure(CALL)).isInstanceOf(BackendCallException.class);
      assertThat(server.received("GET")).hasSize(1);
    }
  }

  @Test
  void survivesAServerThatIsAwayForAMoment() throws Exception {
    server.handle(
        (request, answer) -> {
          if (server.received("GET").size() == 1) {
            answer.empty("502 Bad Gateway");
          } else if (server.received("GET").size() == 2) {
            answer.cut();
          } else {
            answer.stream();
            answer.event(
                request.method().equals("POST")
                    ? "retry: 10\nid: e1\ndata:\n\n"
                    : "data: " + ANSWER + "\n\n");
            answer.end();
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(server.received("POST")).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"429 Too Many Requests", "408 Request Timeout", "503 Away"})
  void asksAgainWhenTheServerHasNoTimeForItNow(String status) throws Exception {
    List<Long> asked = new CopyOnWriteArrayList<>();
    server.handle(
        (request, answer) -> {
          if (request.method().equals("POST")) {
            answer.stream();
            answer.event("retry: 100\nid: e1\ndata:\n\n");
            answer.end();
            return;
          }
          asked.add(System.nanoTime());
          if (asked.size() == 1) {
            answer.empty(status, "Retry-After: 1");
          } else {
            answer.stream();
            answer.event("data: " + ANSWER + "\n\n");
            answer.end();
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
      assertThat(server.received("GET").get(1).header("Last-Event-ID")).contains("e1");
      assertThat(Duration.ofNanos(asked.get(1) - asked.get(0)))
          .isGreaterThan(Duration.ofMillis(950));
    }
  }

  @Test
  void doesNotAskWithoutAPauseThoughTheServerWantsIt() throws Exception {
    server.handle(
        (request, answer) -> {
          int gets = server.received("GET").size();
          answer.stream();
          answer.event(
              gets == 8 ? "data: " + ANSWER + "\n\n" : "retry: 0\nid: e" + gets + "\ndata:\n\n");
          answer.end();
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      long before = System.nanoTime();

      client.sendAndWait(CALL);

      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isGreaterThan(Duration.ofMillis(750));
    }
  }

  @Test
  void letsGoOfTheStreamWhenTheCallerDoes() throws Exception {
    CountDownLatch resumed = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    server.handle(
        (request, answer) -> {
          answer.stream();
          if (request.method().equals("POST")) {
            answer.event("retry: 10\nid: e1\ndata:\n\n");
            answer.end();
          } else {
            resumed.countDown();
            answer.awaitClose();
            closed.countDown();
          }
        });
    try (ChannelFixture client = new ChannelFixture(server.url())) {
      CompletableFuture<Void> call = client.send(CALL);
      assertThat(resumed.await(60, TimeUnit.SECONDS)).isTrue();

      call.cancel(true);

      assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(List.copyOf(client.messages)).isEmpty();
    }
  }
}
