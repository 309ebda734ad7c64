package io.gatemini.internal.backend;

import io.gatemini.BackendUnavailableException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.SignIn;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sign-in of a person to one backend: one at a time, however many ask. Thread-safe. */
final class PersonSignIn {
  private final Supplier<CompletableFuture<Backend>> server;
  private final Supplier<CompletableFuture<Void>> signedIn;

  /** The sign-in that is under way, or the last one. */
  private @Nullable CompletableFuture<SignIn> current;

  /**
   * @param server the backend, once it has been started
   * @param signedIn puts the tokens to use; completes when the backend is healthy
   */
  PersonSignIn(
      Supplier<CompletableFuture<Backend>> server, Supplier<CompletableFuture<Void>> signedIn) {
    this.server = server;
    this.signedIn = signedIn;
  }

  /** Begins, unless a sign-in is under way. */
  synchronized CompletableFuture<SignIn> begin() {
    CompletableFuture<SignIn> begun = current;
    if (begun == null
        || begun.isCompletedExceptionally()
        || (begun.isDone() && begun.join().outcome().isDone())) {
      begun = server.get().thenCompose(Backend::signIn).thenApply(this::followed);
      current = begun;
    }
    // Several may wait for it: who gives up waits alone.
    return begun.copy();
  }

  private SignIn followed(SignIn begun) {
    CompletableFuture<Void> healthy = begun.outcome().thenCompose(nothing -> signedIn.get());
    healthy.whenComplete((nothing, failure) -> begun.outcome().cancel(false));
    return new SignIn(begun.address(), healthy);
  }

  /** Frees the port and the threads of one that is under way. */
  void giveUp(BackendUnavailableException reason) {
    CompletableFuture<SignIn> pending;
    synchronized (this) {
      pending = current;
    }
    if (pending != null) {
      var unused = pending.thenAccept(begun -> begun.outcome().completeExceptionally(reason));
    }
  }
}
