package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gatemini.CallContext;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Backend}; a test of one extends this. */
public abstract class BackendContract {
  private static final int PATIENCE_SECONDS = 60;

  /** A backend that was not started, with at least one tool. */
  protected abstract Backend backend();

  /** A call of one of its tools that succeeds. */
  protected abstract BackendCall call();

  @Test
  void answersBetweenItsStartAndItsEnd() throws Exception {
    Backend backend = backend();
    get(backend.start());

    List<BackendTool> tools = get(backend.listTools());

    assertThat(tools).extracting(BackendTool::name).contains(call().tool());
    assertThat(get(backend.call(call())).isError()).isFalse();
    get(backend.ping());
    get(backend.stop());
  }

  @Test
  void listsTheSameToolsAgain() throws Exception {
    Backend backend = backend();
    get(backend.start());

    assertThat(get(backend.listTools())).isEqualTo(get(backend.listTools()));
    get(backend.stop());
  }

  @Test
  void stopsTwice() throws Exception {
    Backend backend = backend();
    get(backend.start());

    get(backend.stop());
    get(backend.stop());
  }

  @Test
  void stopsWithoutHavingStarted() throws Exception {
    get(backend().stop());
  }

  /** The server chooses the content of the answer; the test demands that there is one. */
  @Test
  void livesOnAfterACallOfAToolThatItHasNot() throws Exception {
    Backend backend = backend();
    get(backend.start());
    BackendCall unknown = new BackendCall("no such", RawJson.emptyObject(), CallContext.local());

    Throwable problem = catchThrowable(() -> get(backend.call(unknown)));

    if (problem != null) {
      assertThat(cause(problem)).isInstanceOf(GatewayException.class);
    }
    assertThat(get(backend.call(call())).isError()).isFalse();
    get(backend.stop());
  }

  @Test
  void servesTwoCallersAtATime() throws Exception {
    Backend backend = backend();
    get(backend.start());

    CompletableFuture.allOf(
            CompletableFuture.runAsync(() -> callOften(backend)),
            CompletableFuture.runAsync(() -> callOften(backend)))
        .get(60, TimeUnit.SECONDS);

    get(backend.stop());
  }

  private void callOften(Backend backend) {
    for (int i = 0; i < 10; i++) {
      assertThat(backend.call(call()).toCompletableFuture().join().isError()).isFalse();
    }
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static Throwable cause(Throwable problem) {
    Throwable cause = problem.getCause();
    return cause == null || problem instanceof GatewayException
        ? problem
        : problem instanceof CompletionException ? cause(cause) : cause;
  }
}
