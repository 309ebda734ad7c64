package io.gatemini.mcp.server;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.client.AnsweringClient;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server and a client of this library, each of which asks the other. */
class BothSidesTest {
  private static final RawJson NOTHING = RawJson.emptyObject();

  private final TestContext context =
      new TestContext("peer", BackendConfig.stdio("none").startTimeout(Duration.ofSeconds(20)));
  private final CompletableFuture<RawJson> thinking = new CompletableFuture<>();
  private final CompletableFuture<RawJson> question = new CompletableFuture<>();
  private final CompletableFuture<ToolResult> working = new CompletableFuture<>();
  private final CompletableFuture<String> worked = new CompletableFuture<>();
  private final TestSurface surface =
      new TestSurface()
          .tool("ask", call -> ask("roots/list").thenApply(ToolResult::of))
          .tool(
              "work",
              call -> {
                worked.complete("begun");
                return working;
              });

  private final MemoryPipe toServer = new MemoryPipe();
  private final MemoryPipe toClient = new MemoryPipe();
  private final LineChannel serverEnd =
      LineChannel.over("server", toServer.in, toClient.out, 1 << 20);
  private final LineChannel clientEnd =
      LineChannel.over("client", toClient.in, toServer.out, 1 << 20);
  private final ServerConnection server =
      new ServerConnection(
          surface, serverEnd, Session.of("client"), context.scheduler(), Duration.ofSeconds(5));
  private final Backend client =
      AnsweringClient.over(
          clientEnd,
          context,
          Map.of(
              "roots/list",
              params ->
                  CompletableFuture.completedFuture(
                      RawJson.parse("{\"content\":[{\"type\":\"text\",\"text\":\"/home\"}]}")),
              "think",
              params -> {
                question.complete(params);
                return thinking;
              },
              "fail",
              params -> {
                throw new InvalidArgumentsException("there is no such question");
              }));

  @BeforeEach
  void connect() {
    serverEnd.open(server);
    assertThat(client.start()).succeedsWithin(Duration.ofSeconds(60));
    await().until(server.client::canHear);
  }

  @AfterEach
  void end() {
    client.stop();
    server.close();
    context.close();
  }

  private CompletableFuture<RawJson> ask(String method) {
    return server.client.pending().request(method, NOTHING);
  }

  private CompletableFuture<ToolResult> call(String tool) {
    return client.call(new BackendCall(tool, NOTHING, CallContext.local())).toCompletableFuture();
  }

  private static <T> Throwable failure(CompletableFuture<T> future) {
    return Patience.join(future.handle((value, problem) -> problem));
  }

  @Test
  void askEachOtherWhileTheyAreAsked() {
    assertThat(call("ask").join().onlyText()).contains("/home");
    assertThat(ask("ping").join().toString()).isEqualTo("{}");
  }

  @Test
  void refuseWhatNobodyAnswers() {
    assertThat(failure(ask("sampling/createMessage")))
        .isInstanceOfSatisfying(
            BackendCallException.class, refused -> assertThat(refused.isAnswer()).isTrue())
        .hasMessage(
            "the client answered with error -32601: this client does not offer"
                + " \"sampling/createMessage\"");
  }

  @Test
  void tellWhatFailed() {
    assertThat(failure(ask("fail")))
        .hasMessage("the client answered with error -32602: there is no such question");

    CompletableFuture<RawJson> asked = ask("think");
    thinking.completeExceptionally(new IllegalStateException("innards"));

    assertThat(failure(asked))
        .hasMessage("the client answered with error -32603: the request failed");
  }

  @Test
  void passParametersAndResultsOn() {
    RawJson params = RawJson.parse("{\"n\":1.0}");

    CompletableFuture<RawJson> asked = server.client.pending().request("think", params);
    thinking.complete(RawJson.parse("{\"m\":2.50}"));

    assertThat(question.join()).isEqualTo(params);
    assertThat(asked.join().toString()).isEqualTo("{\"m\":2.50}");
  }

  @Test
  void cancelWhatTheyNoLongerWaitFor() {
    CompletableFuture<RawJson> asked = ask("think");
    CompletableFuture<ToolResult> called = call("work");
    question.join();
    worked.join();

    asked.cancel(true);
    called.cancel(true);

    await().until(thinking::isCancelled);
    await().until(working::isCancelled);
    assertThat(call("ask").join().onlyText()).contains("/home");
  }

  @Test
  void cancelAtATimeLimit() {
    CompletableFuture<RawJson> asked = ask("think");
    CompletableFuture<ToolResult> called = call("work");
    question.join();
    worked.join();

    asked.completeExceptionally(new TimeoutException());
    called.completeExceptionally(new CallTimeoutException("too late"));

    await().until(thinking::isCancelled);
    await().until(working::isCancelled);
  }

  @Test
  void endEverythingWhenTheClientDies() {
    CompletableFuture<RawJson> asked = ask("think");
    CompletableFuture<ToolResult> called = call("work");
    question.join();
    worked.join();

    clientEnd.close();

    assertThat(failure(asked))
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("the client is gone");
    assertThat(failure(called)).isInstanceOf(BackendCallException.class);
    await().until(thinking::isCancelled);
    await().until(working::isCancelled);
    assertThat(failure(ask("roots/list"))).isInstanceOf(BackendUnavailableException.class);
  }

  @Test
  void endEverythingWhenTheServerDies() {
    CompletableFuture<RawJson> asked = ask("think");
    CompletableFuture<ToolResult> called = call("work");
    question.join();
    worked.join();

    serverEnd.close();

    assertThat(failure(asked)).isInstanceOf(BackendCallException.class);
    assertThat(failure(called)).isInstanceOf(BackendCallException.class);
    await().until(thinking::isCancelled);
    await().until(working::isCancelled);
  }

  @Test
  void fitTheirAnswersIntoTheWire() {
    CompletableFuture<RawJson> asked = ask("think");
    question.join();

    thinking.complete(RawJson.ofValue(Map.of("text", "x".repeat(2 << 20))));

    assertThrown(CompletionException.class, asked::join)
        .hasMessageContaining("is larger than this server takes");
    assertThat(call("ask").join().onlyText()).contains("/home");
  }
}
