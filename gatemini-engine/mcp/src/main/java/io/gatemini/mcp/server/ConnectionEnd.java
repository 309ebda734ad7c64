package io.gatemini.mcp.server;

import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.mcp.message.MessageChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The orderly end of a connection: no request is taken any more, those under way are answered while
 * they can be, within a bound, and then everything of the client is given up. Thread-safe.
 */
final class ConnectionEnd {
  /** How long a pipe may stand still before its client counts as one that does not read. */
  static final Duration STANDSTILL = Duration.ofSeconds(2);

  private final MessageChannel channel;
  private final ConnectedClient client;
  private final ScheduledExecutorService scheduler;
  private final Duration timeout;
  private final AtomicBoolean finished = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile boolean draining;

  /**
   * @param timeout the bound for what is under way
   */
  ConnectionEnd(
      MessageChannel channel,
      ConnectedClient client,
      ScheduledExecutorService scheduler,
      Duration timeout) {
    this.channel = channel;
    this.client = client;
    this.scheduler = scheduler;
    this.timeout = timeout;
  }

  /** Completes when the channel is closed. */
  CompletableFuture<Void> closed() {
    return closed;
  }

  /** Begins the end. */
  void drain() {
    client.leave();
    draining = true;
    if (client.open().isIdle()) {
      finish();
      return;
    }
    later(timeout, this::finish);
    watch(channel.sentBytes(), channel.writtenBytes());
  }

  /** Ends early when all that is left to do is to write, and nothing of that has moved. */
  private void watch(long sent, long written) {
    later(
        STANDSTILL,
        () -> {
          long sentNow = channel.sentBytes();
          long writtenNow = channel.writtenBytes();
          boolean stuck = sentNow == sent && writtenNow == written && written < sent;
          if (stuck && client.open().isAnswered()) {
            finish();
          } else if (!finished.get()) {
            watch(sentNow, writtenNow);
          }
        });
  }

  private void later(Duration delay, Runnable action) {
    if (Tasks.trySchedule(() -> scheduler, delay, action) == null) {
      finish();
    }
  }

  /** A request has ended; the last one ends the wait. */
  void requestEnded() {
    if (draining && client.open().isIdle()) {
      finish();
    }
  }

  /** Ends at once. */
  void finish() {
    if (!finished.compareAndSet(false, true)) {
      return;
    }
    client.leave();
    guarded(client.open()::cancelAll);
    guarded(() -> client.pending().close("the connection to the client has ended"));
    guarded(client::gone);
    guarded(
        () ->
            channel
                .close()
                .whenComplete(
                    (done, problem) -> {
                      if (problem == null) {
                        closed.complete(null);
                      } else {
                        closed.completeExceptionally(problem);
                      }
                    }));
  }

  /** A failure at the end keeps nothing else from ending. */
  private static void guarded(Runnable step) {
    Guarded.run(SurfaceServer.LOG, "the end of a connection failed in part", step);
  }
}
