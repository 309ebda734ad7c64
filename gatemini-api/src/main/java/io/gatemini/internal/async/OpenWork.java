package io.gatemini.internal.async;

import io.gatemini.GatewayClosedException;
import io.gatemini.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls, programs and readings under way in a gateway. One that closes waits for them, and
 * gives up what takes too long. Thread-safe.
 */
public final class OpenWork {
  private static final Logger LOG = System.getLogger(OpenWork.class.getName());

  private final Set<Work> open = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;
  private volatile long lastNanos = System.nanoTime();

  /** The same future, remembered until it is done. */
  public <T> CompletableFuture<T> track(Session session, CompletableFuture<T> work) {
    touch();
    if (!work.isDone()) {
      Work entry = new Work(session.id(), work);
      open.add(entry);
      work.whenComplete(entry);
      if (ended) {
        giveUp(entry);
      }
    }
    return work;
  }

  /** Something was done that is not worth tracking. */
  public void touch() {
    lastNanos = System.nanoTime();
  }

  /** How long nothing has been done, in nanoseconds; 0 while something is under way. */
  public long quietNanos() {
    return open.isEmpty() ? System.nanoTime() - lastNanos : 0;
  }

  /** Cancels what a session has under way. */
  public void cancel(Session session) {
    for (Work entry : open) {
      if (entry.sessionId.equals(session.id())) {
        entry.future.cancel(true);
      }
    }
  }

  /** Waits until all is done that is under way now, and fails what is not after this time. */
  public void drain(Duration timeout) {
    CompletableFuture<Void> last =
        CompletableFuture.allOf(
            open.stream().map(entry -> entry.future).toArray(CompletableFuture<?>[]::new));
    Futures.await(last, timeout);
    if (!last.isDone()) {
      giveUp();
    }
  }

  /**
   * Gives up all there is, and whatever is still to come: who asked whether the gateway was open
   * before it closed may have begun after the last calls were waited for.
   */
  public void end() {
    ended = true;
    if (!open.isEmpty()) {
      giveUp();
    }
  }

  private void giveUp() {
    LOG.log(Level.WARNING, "{0} calls were still under way and are given up", open.size());
    open.forEach(OpenWork::giveUp);
  }

  private static void giveUp(Work entry) {
    entry.future.completeExceptionally(
        new GatewayClosedException("the gateway was closed before the call ended"));
  }

  /** How much is under way. */
  public int size() {
    return open.size();
  }

  /** An identity: futures are equal to none. */
  private final class Work implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    final String sessionId;
    final CompletableFuture<?> future;

    Work(String sessionId, CompletableFuture<?> future) {
      this.sessionId = sessionId;
      this.future = future;
    }

    @Override
    public void accept(@Nullable Object value, @Nullable Throwable failure) {
      open.remove(this);
      touch();
    }
  }
}
