package io.gatemini.internal.call;

import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Relay;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A call that stands for another one: for one that has to wait, for one after the other. */
abstract class CallRelay extends Relay<ToolResult, ToolResult> {
  @Override
  public void accept(@Nullable ToolResult result, @Nullable Throwable problem) {
    if (isDone()) {
      return;
    }
    if (result != null) {
      answered(result);
    } else {
      failed(problem == null ? new IllegalStateException("no result") : Causes.of(problem));
    }
  }

  /** The call was answered. */
  void answered(ToolResult result) {
    settle(result);
  }

  /** The call failed. */
  void failed(Throwable problem) {
    fail(problem);
  }

  /**
   * Notifies a call when its backend is ready or has failed. Where the call is given up before, the
   * backend does not keep it: many may come and go, with all their arguments, while it starts. The
   * call is kept by its deadline as long as it waits.
   */
  static <R extends CallRelay> void whenReady(
      CompletableFuture<Void> ready, R call, BiConsumer<R, @Nullable Throwable> listener) {
    WeakReference<R> waiting = new WeakReference<>(call);
    ready.whenComplete(
        (nothing, problem) -> {
          R still = waiting.get();
          if (still != null) {
            listener.accept(still, problem);
          }
        });
  }
}
