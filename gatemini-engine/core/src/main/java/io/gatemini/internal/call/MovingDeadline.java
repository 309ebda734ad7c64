package io.gatemini.internal.call;

import io.gatemini.ClientChannel;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.Deadlines.PausableDeadline;
import io.gatemini.spi.Invocation;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * The deadline of a call whose client may be heard of meanwhile. It stands still while its person
 * answers a question, in all as long as the backend's questions may take; and where the caller
 * states no timeout and hears of progress, each report restarts the time of the backend, up to the
 * most that it allows. Thread-safe.
 */
final class MovingDeadline implements ClientChannel, ProgressListener, PausableDeadline {
  private final ClientChannel caller;
  private final boolean restarts;
  private final long timeoutNanos;
  private final long latest;
  private final long mostStillNanos;

  /** As if time had not stood still. */
  private long nanos;

  private int questions;
  private long stillSince;
  private long stillNanos;

  /**
   * @param call has the deadline of a caller who is not heard of
   */
  MovingDeadline(Invocation call, BackendConfig config) {
    this.caller = call.context().client();
    this.restarts = call.context().timeout().isEmpty() && caller.progress().isListening();
    this.timeoutNanos = TimeUnit.NANOSECONDS.convert(config.timeout());
    this.mostStillNanos = TimeUnit.NANOSECONDS.convert(config.questionTimeout());
    this.nanos = call.context().deadlineNanos();
    this.latest = nanos - timeoutNanos + TimeUnit.NANOSECONDS.convert(config.maxTimeout());
  }

  @Override
  public ProgressListener progress() {
    return restarts ? this : caller.progress();
  }

  @Override
  public void onProgress(double progress, OptionalDouble total, Optional<String> message) {
    restart(System.nanoTime());
    caller.progress().onProgress(progress, total, message);
  }

  private synchronized void restart(long time) {
    long now = time - still(time);
    nanos = now + Math.min(timeoutNanos, latest - now);
  }

  @Override
  public void log(LogMessage message) {
    caller.log(message);
  }

  @Override
  public CompletionStage<Optional<RawJson>> ask(Question question) {
    CompletionStage<Optional<RawJson>> answer = caller.ask(question);
    if (question.kind() == Question.Kind.ELICITATION) {
      standStill(answer);
    }
    return answer;
  }

  @Override
  public void pauseUntil(CompletionStage<?> end) {
    if (caller instanceof PausableDeadline outer) {
      outer.pauseUntil(end);
    }
    standStill(end);
  }

  private void standStill(CompletionStage<?> end) {
    stop(System.nanoTime());
    end.whenComplete((answer, problem) -> goOn(System.nanoTime()));
  }

  private synchronized void stop(long now) {
    questions++;
    if (questions == 1) {
      stillSince = now;
    }
  }

  private synchronized void goOn(long now) {
    if (questions == 1) {
      stillNanos = still(now);
    }
    questions--;
  }

  private long still(long now) {
    return questions == 0 ? stillNanos : Math.min(mostStillNanos, stillNanos + now - stillSince);
  }

  /** When the call ends as it stands, in terms of {@link System#nanoTime()}. */
  synchronized long nanos(long now) {
    return nanos + still(now);
  }

  /** Whether time stands still. */
  synchronized boolean isStill(long now) {
    return questions > 0 && still(now) < mostStillNanos;
  }

  /** Whether no report can move it further. */
  synchronized boolean isLast() {
    return restarts && nanos == latest;
  }
}
