package io.gatemini.internal.async;

import io.gatemini.CallTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future made of others, its sources, of which it follows one at a time. Completion from outside
 * gives the source up, down to where the work is done: a source fails with the {@link
 * CallTimeoutException} of a deadline, and is cancelled in every other case.
 *
 * <p>It costs one object and one callback.
 *
 * @param <S> what its source comes to
 */
public abstract class Relay<S, T> extends OwnedFuture<T>
    implements BiConsumer<@Nullable S, @Nullable Throwable> {
  private volatile @Nullable CompletionStage<?> source;

  /** Makes the outcome of a source its own. */
  @FunctionalInterface
  public interface Step<S, T> {
    /**
     * May throw what the relay fails with. The failure comes without its wrapping; the relay may
     * have been given up.
     */
    void take(Relay<S, T> relay, @Nullable S value, @Nullable Throwable failure);
  }

  /** Makes something of an outcome. */
  @FunctionalInterface
  public interface Mapping<S, R> {
    /** May throw what the relay fails with. The failure comes without its wrapping. */
    R of(@Nullable S value, @Nullable Throwable failure);
  }

  /** Follows a stage in the given way. */
  public static <S, T> Relay<S, T> of(CompletionStage<? extends S> source, Step<S, T> step) {
    Stepping<S, T> relay = new Stepping<>(step);
    relay.follow(source);
    return relay;
  }

  /** Maps a stage's result, which is not null; a failure passes through. */
  public static <S, T> CompletableFuture<T> map(
      CompletionStage<? extends S> source, Function<? super S, ? extends T> mapping) {
    return wanted(
        source,
        (relay, value, failure) -> {
          if (value != null) {
            relay.settle(mapping.apply(value));
          } else {
            relay.fail(failure == null ? new IllegalStateException("the answer is null") : failure);
          }
        });
  }

  /** Maps a stage's outcome. */
  public static <S, T> CompletableFuture<T> handle(
      CompletionStage<? extends S> source, Mapping<S, ? extends T> mapping) {
    return wanted(source, (relay, value, failure) -> relay.settle(mapping.of(value, failure)));
  }

  /** The stage that follows the outcome of another one. */
  public static <S, T> CompletableFuture<T> compose(
      CompletionStage<? extends S> source, Mapping<S, ? extends CompletionStage<T>> next) {
    return wanted(
        source,
        (relay, value, failure) -> {
          relay.follow(
              next.of(value, failure),
              (result, problem) -> {
                if (problem != null) {
                  relay.fail(Causes.of(problem));
                } else {
                  relay.settle(result);
                }
              });
        });
  }

  /** A result that was given up must not count as received. */
  private static <S, T> Relay<S, T> wanted(CompletionStage<? extends S> source, Step<S, T> step) {
    return of(
        source,
        (relay, value, failure) -> {
          if (!relay.isDone()) {
            step.take(relay, value, failure);
          }
        });
  }

  /** Ends as a source has ended, whose result is not null. */
  public final void settle(@Nullable T value, @Nullable Throwable failure) {
    if (value != null) {
      settle(value);
    } else {
      fail(failure == null ? new IllegalStateException("no answer") : failure);
    }
  }

  /** Has this stage for its source from now on. */
  public final void follow(CompletionStage<? extends S> stage) {
    follow(stage, this);
  }

  private <U> void follow(
      CompletionStage<U> stage, BiConsumer<? super U, ? super Throwable> ended) {
    source = stage;
    if (isDone()) {
      // Given up while the source was being made.
      whenComplete((result, problem) -> givenUp(problem));
    }
    stage.whenComplete(ended);
  }

  @Override
  protected void givenUp(@Nullable Throwable problem) {
    CompletionStage<?> followed = source;
    if (followed != null) {
      abandon(followed, problem);
    }
  }

  /** The source was given up with this. */
  protected void abandoned() {}

  private void abandon(CompletionStage<?> stage, @Nullable Throwable problem) {
    try {
      CompletableFuture<?> work = stage.toCompletableFuture();
      if (problem instanceof CallTimeoutException) {
        work.completeExceptionally(problem);
      } else {
        work.cancel(true);
      }
    } catch (UnsupportedOperationException e) {
      // Its maker does not want it to be cancelled.
    }
    abandoned();
  }

  private static final class Stepping<S, T> extends Relay<S, T> {
    private final Step<S, T> step;

    Stepping(Step<S, T> step) {
      this.step = step;
    }

    @Override
    public void accept(@Nullable S value, @Nullable Throwable failure) {
      try {
        step.take(this, value, failure == null ? null : Causes.of(failure));
      } catch (RuntimeException | Error e) { // lost in the source, and waited for, otherwise
        fail(e);
      }
    }
  }
}
