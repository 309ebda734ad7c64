package io.gatemini.internal.inprocess;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.json.JavaMapper;
import io.gatemini.spi.BackendCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One run of a Java tool. When its future is completed from outside, by cancellation or at the
 * deadline, the thread that runs the tool is interrupted, and only while it runs this tool. The
 * future is completed whatever the tool throws.
 */
final class HandlerRun extends Relay<Object, ToolResult> implements Runnable {
  private static final Logger LOG = System.getLogger(HandlerRun.class.getName());

  private final ToolHandler handler;
  private final BackendCall call;
  private @Nullable Thread runner;
  private boolean begun;
  private boolean stopped;

  HandlerRun(ToolHandler handler, BackendCall call) {
    this.handler = handler;
    this.call = call;
  }

  /**
   * Fails the run with its backend. The effect of a stopped tool is unknown: only a run that has
   * not begun may be repeated.
   */
  void stop(String backend) {
    boolean underWay;
    synchronized (this) {
      stopped = true;
      underWay = begun;
    }
    String reason = "backend \"" + backend + "\" was stopped";
    completeExceptionally(
        underWay
            ? new BackendCallException(
                reason + "; the call was under way and may have been carried out")
            : new BackendUnavailableException(reason));
  }

  @Override
  public void run() {
    synchronized (this) {
      if (stopped || isDone()) {
        return;
      }
      begun = true;
      runner = Thread.currentThread();
    }
    Object answer;
    try {
      answer = handler.handle(call.arguments().tree(), call.context());
    } catch (Exception | Error e) { // a tool may throw anything
      answer = failed(e);
    } finally {
      release();
    }
    answered(answer);
  }

  private void answered(@Nullable Object answer) {
    // A stage of the tool's own making; an object that contains itself, and so has no JSON.
    Guarded.orFail(
        () -> {
          if (answer instanceof CompletionStage<?> stage) {
            follow(stage);
          } else {
            settle(
                handler instanceof MethodHandler method
                    ? method.toResult(answer)
                    : JavaValues.toResult(answer, JavaMapper::get));
          }
        },
        problem -> settle(failed(problem)));
  }

  @Override
  public void accept(@Nullable Object value, @Nullable Throwable failure) {
    if (failure == null) {
      answered(value);
    } else {
      settle(failed(failure));
    }
  }

  /** A tool that throws has answered: the agent reads why and may try otherwise. */
  private static ToolResult failed(Throwable failure) {
    Throwable cause = Causes.of(failure);
    boolean broken = cause instanceof Error;
    LOG.log(broken ? Level.WARNING : Level.DEBUG, "a Java tool failed", cause);
    if (cause instanceof StackOverflowError) {
      return ToolResult.error("the tool ran out of stack");
    }
    String message = cause.getMessage();
    if (message == null || message.isBlank()) {
      return ToolResult.error("the tool failed with " + cause.getClass().getSimpleName());
    }
    if (broken) {
      // The message of an error is mostly the name of a class, and no sentence.
      return ToolResult.error(
          "the tool failed with " + cause.getClass().getSimpleName() + ": " + message);
    }
    return ToolResult.error(message);
  }

  private synchronized void release() {
    runner = null;
    // An interrupt that came too late must not hit the pool's next task.
    Thread.interrupted();
  }

  @Override
  protected void givenUp(@Nullable Throwable problem) {
    synchronized (this) {
      if (runner != null && runner != Thread.currentThread()) {
        runner.interrupt();
      }
    }
    // Work that a tool waits for is cancelled, at a deadline too.
    super.givenUp(null);
  }
}
