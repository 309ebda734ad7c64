package io.gatemini.internal.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Tool;
import io.gatemini.ToolCall;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendCall;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls whose backend goes while they run, and tools that throw what is no exception. */
class InProcessCallsTest {
  private final AtomicInteger executions = new AtomicInteger();

  @Test
  void executesACallOnlyOnceWhoseBackendIsRemovedMeanwhile() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (Gateway gateway =
        Gateway.builder()
            .backend("b", tool(arguments -> "refunded by b, number " + count()))
            .build()) {
      gateway.register(
          "a",
          tool(arguments -> {
                count();
                begun.countDown();
                never.await();
                return "never";
              })
              .fallbackChain("b"));
      CompletableFuture<ToolResult> call =
          gateway.callAsync(ToolCall.of("a.refund", RawJson.emptyObject()));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

      gateway.deregister("a");

      assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(BackendCallException.class)
          .hasMessageContaining("backend \"a\" was stopped; the call was under way");
      assertThat(executions).hasValue(1);
    }
  }

  @Test
  void saysThatACallHasNotReachedItsBackendOnlyWhereItWillNeverBegin() {
    HandlerRun run =
        new HandlerRun(
            arguments -> count(), new BackendCall("a", RawJson.emptyObject(), CallContext.local()));

    run.stop("a");
    run.run();

    assertThatThrownBy(run::join).hasCauseInstanceOf(BackendUnavailableException.class);
    assertThat(executions).hasValue(0);
  }

  static Stream<Error> errors() {
    return Stream.of(
        new NoClassDefFoundError("org/example/Gone"),
        new AssertionError("it never happens"),
        new StackOverflowError(),
        new OutOfMemoryError("Java heap space"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void answersACallWhoseToolThrowsAnError(Error error) throws Exception {
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "a",
                tool(
                    arguments -> {
                      throw error;
                    }))
            .build()) {
      ToolResult result = call(gateway, "a.refund");

      assertThat(result.isError()).isTrue();
      assertThat(result.text())
          .isEqualTo(
              error instanceof StackOverflowError
                  ? "the tool ran out of stack"
                  : "the tool failed with "
                      + error.getClass().getSimpleName()
                      + ": "
                      + error.getMessage());
    }
  }

  @Test
  void answersACallWhoseAnswerCannotBeTaken() throws Exception {
    CompletionStage<?> stage =
        (CompletionStage<?>)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {CompletionStage.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException("no future here");
                });
    try (Gateway gateway =
        Gateway.builder()
            .backend("unwritable", tool(arguments -> new Unwritable()))
            .backend("late", tool(arguments -> CompletableFuture.completedFuture(new Unwritable())))
            .backend("stage", tool(arguments -> stage))
            .backend("method", BackendConfig.inProcess().methodsOf(new Broken()))
            .build()) {
      assertThat(call(gateway, "unwritable.refund").text()).contains("NoClassDefFoundError");
      assertThat(call(gateway, "late.refund").text()).contains("NoClassDefFoundError");
      assertThat(call(gateway, "stage.refund").text()).isEqualTo("no future here");
      assertThat(call(gateway, "method.refund").text()).contains("NoClassDefFoundError");
    }
  }

  /** Has a property whose class is missing. */
  static final class Unwritable {
    public String getName() {
      return gone();
    }
  }

  /** Has a tool whose class is missing. */
  static final class Broken {
    @Tool("Refunds.")
    public String refund() {
      return gone();
    }
  }

  private static String gone() {
    if (Unwritable.class.getModule() != null) {
      throw new NoClassDefFoundError("org/example/Gone");
    }
    return "";
  }

  private int count() {
    return executions.incrementAndGet();
  }

  private static BackendConfig tool(ToolHandler handler) {
    return BackendConfig.inProcess().tool("refund", "Refunds.", "{}", handler);
  }

  private static ToolResult call(Gateway gateway, String tool) throws Exception {
    return gateway.callAsync(ToolCall.of(tool, Map.of())).get(60, TimeUnit.SECONDS);
  }
}
