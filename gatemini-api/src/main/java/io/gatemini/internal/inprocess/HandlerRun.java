package io.gatemini.internal.inprocess;

import io.gatemini.RawJson;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run of a Java tool. When its future is completed from outside, by cancellation or at the
 * deadline, the thread that runs the tool is interrupted, and only while it runs this tool.
 */
final class HandlerRun implements Runnable {
  private static final Logger LOG = System.getLogger(HandlerRun.class.getName());

  private final ToolHandler handler;
  private final RawJson arguments;
  private final CompletableFuture<ToolResult> future = new CompletableFuture<>();
  private @Nullable Thread runner;

  HandlerRun(ToolHandler handler, RawJson arguments) {
    this.handler = handler;
    this.arguments = arguments;
    future.whenComplete((result, failure) -> interruptRunner());
  }

  CompletableFuture<ToolResult> future() {
    return future;
  }

  @Override
  public void run() {
    synchronized (this) {
      if (future.isDone()) {
        return;
      }
      runner = Thread.currentThread();
    }
    Object answer;
    try {
      answer = handler.handle(arguments.tree());
    } catch (Exception e) {
      answer = failed(e);
    } catch (StackOverflowError e) {
      answer = ToolResult.error("the tool ran out of stack");
    } finally {
      release();
    }
    if (answer instanceof CompletionStage<?> stage) {
      follow(stage);
    } else {
      complete(answer);
    }
  }

  private void complete(@Nullable Object answer) {
    try {
      future.complete(JavaValues.toResult(answer));
    } catch (RuntimeException e) {
      future.complete(failed(e));
    }
  }

  private void follow(CompletionStage<?> stage) {
    CompletableFuture<?> inner = stage.toCompletableFuture();
    future.whenComplete((result, failure) -> inner.cancel(true));
    inner.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            complete(value);
          } else {
            future.complete(failed(failure));
          }
        });
  }

  /** A tool that throws has answered: the agent reads why and may try otherwise. */
  private static ToolResult failed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    LOG.log(Level.DEBUG, "a Java tool failed", cause);
    String message = cause.getMessage();
    return ToolResult.error(
        message == null || message.isBlank()
            ? "the tool failed with " + cause.getClass().getSimpleName()
            : message);
  }

  private synchronized void release() {
    runner = null;
    // An interrupt that came too late must not hit the pool's next task.
    Thread.interrupted();
  }

  private synchronized void interruptRunner() {
    if (runner != null && runner != Thread.currentThread()) {
      runner.interrupt();
    }
  }
}
