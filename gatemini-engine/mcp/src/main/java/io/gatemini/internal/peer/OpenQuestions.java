package io.gatemini.internal.peer;

import io.gatemini.CallRefusedException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.OwnedFuture;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The questions to a client that belong to one call: up to {@value #MAX_OPEN} at a time, and a
 * number in all. They end with the call. Thread-safe.
 */
public final class OpenQuestions {
  /** More than a person answers at a time; a server that asks more does not wait for answers. */
  public static final int MAX_OPEN = 16;

  private final int most;
  private final Set<Asked<?>> open = new HashSet<>();
  private int count;
  private boolean over;

  /** Any number in all. */
  public OpenQuestions() {
    this(Integer.MAX_VALUE);
  }

  /**
   * @param most how many in all
   */
  public OpenQuestions(int most) {
    this.most = most;
  }

  /**
   * Asks, unless the call is over or has too many questions. Completing the future from outside
   * takes the question back.
   *
   * @param asking asks the client
   * @param reading makes the result of the client's answer; empty where it declined
   */
  public <T> CompletableFuture<T> ask(
      Supplier<CompletionStage<Optional<RawJson>>> asking, Function<Optional<RawJson>, T> reading) {
    Asked<T> asked = new Asked<>(reading);
    synchronized (this) {
      if (over) {
        return CompletableFuture.failedFuture(isOver());
      }
      if (open.size() >= MAX_OPEN) {
        return CompletableFuture.failedFuture(
            new CallRefusedException(
                MAX_OPEN + " questions of this call are open already; wait for their answers"));
      }
      if (count >= most) {
        return CompletableFuture.failedFuture(
            new CallRefusedException(
                "this call has asked as many questions as the operator allows (trust.questions)"));
      }
      count++;
      open.add(asked);
    }
    asked.follow(Futures.of(asking));
    return asked;
  }

  /** The call is over. */
  public void end() {
    List<Asked<?>> rest;
    synchronized (this) {
      over = true;
      rest = List.copyOf(open);
    }
    rest.forEach(asked -> asked.completeExceptionally(isOver()));
  }

  private static CallRefusedException isOver() {
    return new CallRefusedException("the call that the question belongs to is over");
  }

  private synchronized void forget(Asked<?> asked) {
    open.remove(asked);
  }

  /** One question. */
  private final class Asked<T> extends OwnedFuture<T> {
    private final Function<Optional<RawJson>, T> reading;
    private volatile @Nullable CompletableFuture<Optional<RawJson>> client;

    Asked(Function<Optional<RawJson>, T> reading) {
      this.reading = reading;
    }

    void follow(CompletableFuture<Optional<RawJson>> answer) {
      client = answer;
      if (isDone()) {
        answer.cancel(true);
      } else {
        answer.whenComplete(
            (reply, problem) -> answered(reply == null ? Optional.empty() : reply, problem));
      }
    }

    private void answered(Optional<RawJson> answer, @Nullable Throwable problem) {
      forget(this);
      if (problem != null) {
        fail(Causes.of(problem));
      } else {
        Guarded.orFail(() -> settle(reading.apply(answer)), this::fail);
      }
    }

    @Override
    protected void givenUp(@Nullable Throwable problem) {
      forget(this);
      CompletableFuture<Optional<RawJson>> asked = client;
      if (asked != null) {
        asked.cancel(true);
      }
    }
  }
}
