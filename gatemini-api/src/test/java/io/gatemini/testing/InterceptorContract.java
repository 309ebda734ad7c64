package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gatemini.CallContext;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Invocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every {@link CallInterceptor}; a test of one extends this. */
@Timeout(60)
public abstract class InterceptorContract {
  private static final ToolDescriptor TOOL = TestCatalog.of("files.read_file").tools().get(0);

  protected abstract CallInterceptor interceptor();

  /** A call that it lets through; by default one without arguments, of {@code files.read_file}. */
  protected Invocation allowed() {
    return new Invocation(TOOL, RawJson.emptyObject(), CallContext.local());
  }

  @Test
  void goesOnWithTheSameToolAndReturnsAnAnswer() throws Exception {
    List<Invocation> seen = new ArrayList<>();

    ToolResult answer =
        interceptor()
            .intercept(
                allowed(),
                call -> {
                  seen.add(call);
                  return CompletableFuture.completedFuture(ToolResult.text("done"));
                })
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);

    assertThat(answer).as("the answer to %s", allowed()).isNotNull();
    assertThat(seen)
        .as("the calls that %s was passed on as", allowed())
        .allMatch(call -> call.tool().equals(allowed().tool()));
  }

  @Test
  void doesNotWaitForTheBackend() {
    CompletableFuture<ToolResult> pending = new CompletableFuture<>();

    // Blocks here, until the timeout of the class, where it waits.
    CompletableFuture<ToolResult> answer =
        interceptor().intercept(allowed(), call -> pending).toCompletableFuture();
    pending.complete(ToolResult.text("done"));

    assertThat(answer).succeedsWithin(Duration.ofSeconds(60));
  }

  @Test
  void endsWhereTheBackendFails() {
    CompletableFuture<ToolResult> failed =
        CompletableFuture.failedFuture(new GatewayException("the backend is down"));

    Throwable failure =
        catchThrowable(
            () ->
                interceptor()
                    .intercept(allowed(), call -> failed)
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS));

    assertThat(cause(failure))
        .as("the failure of %s, where it is one", allowed())
        .satisfiesAnyOf(
            none -> assertThat(none).isNull(),
            other -> assertThat(other).isInstanceOf(GatewayException.class));
  }

  @Test
  void keepsCallsApart() throws Exception {
    CallInterceptor shared = interceptor();
    List<CompletableFuture<ToolResult>> pending = new ArrayList<>();
    List<CompletableFuture<ToolResult>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      CompletableFuture<ToolResult> one = new CompletableFuture<>();
      pending.add(one);
      answers.add(shared.intercept(allowed(), call -> one).toCompletableFuture());
    }

    for (int i = 7; i >= 0; i--) {
      pending.get(i).complete(ToolResult.text("answer " + i));
    }

    for (CompletableFuture<ToolResult> answer : answers) {
      assertThat(answer.get(60, TimeUnit.SECONDS)).isNotNull();
    }
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof ExecutionException || failure instanceof CompletionException
        ? failure.getCause()
        : failure;
  }
}
