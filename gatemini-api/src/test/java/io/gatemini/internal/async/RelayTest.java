package io.gatemini.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An outside completion of a relay reaches its source; the source's own does not. */
class RelayTest {
  private final CompletableFuture<String> source = new CompletableFuture<>();

  @Test
  void cancelsItsSource() {
    CompletableFuture<Integer> length = Relay.map(source, String::length);

    assertThat(length.cancel(true)).isTrue();

    assertThat(length).isCancelled();
    assertThat(source).isCancelled();
  }

  @Test
  void failsItsSourceWithTheDeadlineAndCancelsItForEverythingElse() {
    CompletableFuture<String> other = new CompletableFuture<>();
    CompletableFuture<Integer> late = Relay.map(source, String::length);
    CompletableFuture<Integer> failed = Relay.map(other, String::length);
    CallTimeoutException deadline = new CallTimeoutException("late");

    late.completeExceptionally(deadline);
    failed.completeExceptionally(new GatewayException("given up"));

    assertThatThrownBy(source::join).hasCause(deadline);
    assertThat(other).isCancelled();
  }

  @Test
  void cancelsTheSecondSourceOnceItFollowsThat() {
    CompletableFuture<Integer> second = new CompletableFuture<>();
    CompletableFuture<Integer> composed = Relay.compose(source, (value, failure) -> second);
    source.complete("first");

    composed.cancel(true);

    assertThat(second).isCancelled();
    assertThat(source).isCompletedWithValue("first");
  }

  @Test
  void cancelsWhatWasBeingMadeWhileItWasGivenUp() {
    CompletableFuture<Integer> second = new CompletableFuture<>();
    List<CompletableFuture<Integer>> composed = new ArrayList<>();
    composed.add(
        Relay.compose(
            source,
            (value, failure) -> {
              composed.get(0).cancel(true);
              return second;
            }));

    source.complete("first");

    assertThat(second).isCancelled();
  }

  @Test
  void makesNothingOfASourceThatNobodyWaitsForAnyMore() {
    List<String> made = new ArrayList<>();
    CompletableFuture<String> uncancellable =
        new CompletableFuture<>() {
          @Override
          public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
          }
        };
    CompletableFuture<Boolean> given = Relay.map(uncancellable, made::add);
    given.cancel(true);

    uncancellable.complete("late");

    assertThat(made).isEmpty();
  }

  @Test
  void failsWithWhatTheSourceOrTheMappingFailedWith() {
    GatewayException failure = new GatewayException("broken");
    IllegalStateException thrown = new IllegalStateException("thrown");
    CompletableFuture<Integer> relayed = Relay.map(source, String::length);
    CompletableFuture<Integer> made =
        Relay.handle(
            source,
            (value, problem) -> {
              throw thrown;
            });

    source.completeExceptionally(new CompletionException(new ExecutionException(failure)));

    assertThatThrownBy(relayed::join).hasCause(failure);
    assertThatThrownBy(made::join).hasCause(thrown);
  }

  @Test
  void outcomesOfItsOwnGiveNothingUp() {
    List<String> givenUp = new ArrayList<>();
    OwnedFuture<String> owned =
        new OwnedFuture<>() {
          @Override
          protected void givenUp(@Nullable Throwable problem) {
            givenUp.add(String.valueOf(problem));
          }
        };

    assertThat(owned.settle("done")).isTrue();

    assertThat(owned.cancel(true)).isFalse();
    assertThat(owned).isCompletedWithValue("done");
    assertThat(givenUp).isEmpty();
  }

  @Test
  void saysWhetherAThreadTakesTheWork() {
    List<String> done = new ArrayList<>();
    RejectedExecutionException closed = new RejectedExecutionException("closed");

    boolean taken = Tasks.tryExecute(() -> Runnable::run, () -> done.add("work"));
    boolean refused =
        Tasks.tryExecute(
            () -> {
              throw closed;
            },
            () -> done.add("never"));

    assertThat(taken).isTrue();
    assertThat(refused).isFalse();
    assertThat(done).containsExactly("work");
  }
}
