package io.gatemini.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A backend over a channel that is no pipe: exchanges that fail and are abandoned one by one. */
class McpBackendTest {
  @AutoClose
  private final TestContext context =
      new TestContext("far", BackendConfig.stdio("none").startTimeout(Duration.ofSeconds(5)));

  private final EagerChannel channel = new EagerChannel();
  private final Backend backend = McpBackend.over(channel, context);

  private CompletableFuture<ToolResult> call() {
    return backend
        .call(new BackendCall("t", RawJson.emptyObject(), CallContext.local()))
        .toCompletableFuture();
  }

  @Test
  void leavesListsOfToolsToTheExecutor() {
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
    List<Runnable> handedOn = new CopyOnWriteArrayList<>();
    context.executor = handedOn::add;
    channel.server =
        (method, message) ->
            method.equals("tools/list") ? "\"result\":{\"tools\":[{\"name\":\"t\"}]}" : null;

    CompletableFuture<?> tools = backend.listTools().toCompletableFuture();

    assertThat(tools).isNotDone();
    assertThat(handedOn).hasSize(1);
    handedOn.get(0).run();
    assertThat(tools).isDone();
  }

  @Test
  void takesAnswersInOneArray() {
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));
    channel.server = (method, message) -> null;
    CompletableFuture<ToolResult> one = call();
    CompletableFuture<ToolResult> two = call();

    channel.deliver("[[], 1]");
    channel.deliver("[" + answer(2, "two") + ", " + answer(1, "one") + "]");

    assertThat(one.join().toString()).contains("one");
    assertThat(two.join().toString()).contains("two");
  }

  static Stream<Arguments> answersThatBreakTheProtocol() {
    String levels = "[".repeat(3_000) + "]".repeat(3_000);
    return Stream.of(
        Arguments.of(
            "'jsonrpc':'2.0','id':1,'result':{'content':[],'x':'\u00ff'}", "Invalid UTF-8"),
        Arguments.of(
            "'result':{'content':[],'x':'\u00ff'},'jsonrpc':'2.0','id':1", "Invalid UTF-8"),
        Arguments.of("'jsonrpc':'2.0','id':1,'result':{'x':" + levels + "}", "2500 levels deep"),
        Arguments.of(
            "'jsonrpc':'2.0','id':1.0,'result':{}", "\"id\" must be a string or an integer"),
        Arguments.of("'jsonrpc':'2.0','id':1", "a \"result\" or an \"error\""),
        Arguments.of("'id':1,'result':{}", "\"jsonrpc\" must be \"2.0\""),
        Arguments.of("'jsonrpc':'2.0','id':1,'result':{'content':[}", "malformed JSON"),
        Arguments.of("'jsonrpc':'2.0','id':1,'result':5", "a result that is not an object"),
        Arguments.of(
            "'jsonrpc':'2.0','id':1,'result':{'content':'x'}", "\"content\" must be an array"),
        Arguments.of(
            "'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'x'},null,5]}",
            "content[2] must be an object"),
        Arguments.of(
            "'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':5}]}",
            "content[0].text must be a string"));
  }

  @ParameterizedTest
  @MethodSource("answersThatBreakTheProtocol")
  void failsTheCallAtOnceWhoseAnswerBreaksTheProtocol(String members, String problem) {
    backend.start();
    channel.server = (method, message) -> null;
    CompletableFuture<ToolResult> call = call();
    CompletableFuture<ToolResult> other = call();

    byte[] line = ("{" + members.replace('\'', '"') + "}").getBytes(StandardCharsets.ISO_8859_1);
    Objects.requireNonNull(channel.receiver).message(line, 0, line.length);

    assertThat(lost(call)).isFalse();
    assertThatThrownBy(call::join)
        .hasMessageContaining("\"far\" answered with")
        .hasMessageContaining(problem);
    assertThat(other).isNotDone();
  }

  @Test
  void takesContentThatIsWrittenAsNullForAbsent() {
    backend.start();
    channel.server = (method, message) -> null;
    CompletableFuture<ToolResult> call = call();

    channel.deliver(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":null,\"structuredContent\":{\"n\":1}}}");

    assertThat(call.join().withContent().text()).isEqualTo("{\"n\":1}");
  }

  /** Programs draw bars while they work, color their output, or frame their messages. */
  @ParameterizedTest
  @CsvSource({
    "'\r 50%\r100% done ', ''",
    "'\u001b[2K', '\u001b[0m done'",
    "'data: ', ''",
    "'', 'Content-Length: 52'",
    "'loading {model} ', ''"
  })
  void readsAMessageBesideOtherTextOfItsLine(String before, String after) {
    backend.start();
    channel.server = (method, message) -> null;
    CompletableFuture<ToolResult> call = call();

    channel.deliver(before + answer(1, "read") + after);

    assertThat(call.join().text()).isEqualTo("read");
  }

  @Test
  void leavesCallsAloneThatAMessageDoesNotAnswer() {
    backend.start();
    channel.server = (method, message) -> null;
    CompletableFuture<ToolResult> call = call();

    channel.deliver("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}");
    channel.deliver("{\"id\":1}");
    channel.deliver("{\"level\":\"info\",\"id\":1,\"message\":\"listening\"}");
    channel.deliver("{\"jsonrpc\":\"2.0\",\"result\":{\"id\":1");
    channel.deliver("{\"jsonrpc\":\"2.0\",\"id\":1");
    channel.deliver("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":[}");

    assertThat(call).isNotDone();
    channel.deliver("\uFEFF" + answer(1, "after a byte order mark"));
    assertThat(call.join().text()).isEqualTo("after a byte order mark");
  }

  @Test
  void leavesOutOneToolWhoseSchemaIsTooDeep() {
    backend.start();
    String deep = "{\"items\":".repeat(10_000) + "{}" + "}".repeat(10_000);
    channel.server =
        (method, message) ->
            "\"result\":{\"tools\":[{\"name\":\"before\"},{\"name\":\"deep\",\"inputSchema\":"
                + deep
                + "},{\"name\":\"after\"}]}";

    assertThat(backend.listTools().toCompletableFuture().join())
        .extracting(BackendTool::name)
        .containsExactly("before", "after");
  }

  private static String answer(int id, String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}}"
        .formatted(id, text);
  }

  @Test
  void tellsTheChannelTheVersionBeforeItSendsOn() {
    assertThat(backend.start()).succeedsWithin(Duration.ofSeconds(60));

    assertThat(channel.log)
        .containsExactly("initialize", "negotiated 2025-06-18", "notifications/initialized");
    assertThat(backend.description()).as("far-server, of backend far").isEmpty();
    assertThat(backend.identity()).isEqualTo("far-server 1");
  }

  @Test
  void takesAnAnswerThatComesWithinTheSending() {
    backend.start();

    assertThat(call()).succeedsWithin(Duration.ofSeconds(60));
  }

  @Test
  void hasNoToolsWhereTheServerOffersNoneAndRefusesToList() {
    backend.start();

    assertThat(backend.listTools().toCompletableFuture().join()).isEmpty();
  }

  /** Promises of the SPI about a failed call: whether it may be repeated. */
  @Test
  void tellsWhetherAFailedCallWasSentLostOrAnswered() {
    assertThatThrownBy(call()::join).cause().isInstanceOf(BackendUnavailableException.class);

    backend.start();
    channel.server =
        (method, json) ->
            method.equals("tools/call") ? "\"error\":{\"code\":-32602,\"message\":\"no\"}" : null;
    assertThat(lost(call())).isFalse();

    channel.server = (method, json) -> null;
    BackendUnavailableException unsent = new BackendUnavailableException("no connection");
    channel.exchange = CompletableFuture.failedFuture(unsent);
    assertThatThrownBy(call()::join).hasCause(unsent);

    channel.ending = true;
    CompletableFuture<ToolResult> intoABrokenPipe = call();
    channel.exchange = new CompletableFuture<>();
    CompletableFuture<ToolResult> open = call();
    Objects.requireNonNull(channel.receiver).closed("it exited with code 3");
    assertThatThrownBy(intoABrokenPipe::join)
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("code 3");
    assertThat(lost(open)).isTrue();
    assertThatThrownBy(open::join).hasMessageContaining("may have been carried out");

    assertThatThrownBy(call()::join)
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("code 3");
  }

  private static boolean lost(CompletableFuture<ToolResult> call) {
    Throwable failure = call.handle((result, problem) -> problem).join();
    assertThat(failure).isInstanceOf(BackendCallException.class);
    return !((BackendCallException) failure).isAnswer();
  }

  @Test
  void failsTheCallWhoseExchangeFails() {
    channel.server =
        (method, json) -> method.equals("tools/call") ? null : EagerChannel.serve(method, json);
    channel.exchange = new CompletableFuture<>();
    backend.start();
    CompletableFuture<ToolResult> call = call();

    channel.exchange.completeExceptionally(new IllegalStateException("status 500"));

    assertThatThrownBy(call::join)
        .cause()
        .isInstanceOf(BackendCallException.class)
        .hasMessageContaining("status 500");
    assertThat(channel.log).doesNotContain("notifications/cancelled");
  }

  @Test
  void abandonsTheExchangeOfACallThatTimedOut() {
    channel.server =
        (method, json) -> method.equals("tools/call") ? null : EagerChannel.serve(method, json);
    channel.exchange = new CompletableFuture<>();
    backend.start();

    call().completeExceptionally(new CallTimeoutException("late"));

    assertThat(channel.log).endsWith("notifications/cancelled");
    assertThat(channel.exchange).isCancelled();
  }

  @Test
  void failsAStartThatIsRefused() {
    channel.server = (method, json) -> "\"error\":{\"code\":-32000,\"message\":\"no licence\"}";

    assertThatThrownBy(() -> backend.start().toCompletableFuture().join())
        .cause()
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("\"far\"")
        .hasMessageContaining("no licence");
    assertThat(channel.log).contains("close");
  }

  @Test
  void failsAStartWithAVersionNobodyKnows() {
    channel.server =
        (method, json) ->
            "\"result\":{\"protocolVersion\":\"1999-01-01\",\"capabilities\":{},"
                + "\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}";

    assertThatThrownBy(() -> backend.start().toCompletableFuture().join())
        .cause()
        .hasMessageContaining("protocol version");
  }

  @Test
  void countsWhatIsNoMessageAndQuotesItWhenTheStartFails() {
    channel.server = (method, json) -> null;
    CompletableFuture<Void> started = backend.start().toCompletableFuture();
    channel.deliver("npm warn deprecated \u0007x");
    channel.deliver("{\"level\":30}");

    Objects.requireNonNull(channel.receiver).closed("the child exited with code 1");

    assertThatThrownBy(started::join)
        .hasMessageContaining("exited with code 1")
        .hasMessageContaining("2 lines that are not JSON-RPC")
        .hasMessageContaining("{\"level\":30}");
    assertThat(context.exits).isEmpty();
  }

  @Test
  void failsEverythingOnceTheChannelHasClosed() {
    channel.server =
        (method, json) -> method.equals("tools/call") ? null : EagerChannel.serve(method, json);
    backend.start();
    CompletableFuture<ToolResult> open = call();

    Objects.requireNonNull(channel.receiver).closed("gone");

    assertThatThrownBy(open::join).hasMessageContaining("gone");
    assertThatThrownBy(() -> call().join()).hasMessageContaining("gone");
    assertThat(context.exits).containsExactly("gone");
  }

  @Test
  void quotesNoLongMessageOfAPeerWhole() {
    channel.server =
        (method, json) ->
            method.equals("tools/call")
                ? "\"error\":{\"code\":1,\"message\":\"" + "m".repeat(100_000) + "\"}"
                : EagerChannel.serve(method, json);
    backend.start();

    assertThatThrownBy(() -> call().join())
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(2_300));
  }
}
