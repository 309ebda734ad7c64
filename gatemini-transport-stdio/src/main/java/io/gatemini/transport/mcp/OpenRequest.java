package io.gatemini.transport.mcp;

import io.gatemini.RawJson;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request that is being worked on. Exactly one of an answer and a cancellation ends it.
 *
 * @param <T> what the work comes to
 */
abstract class OpenRequest<T> {
  private final String key;
  private final byte[] id;
  private final Reply reply;
  private final OpenRequests open;

  // Guarded by this: nothing must follow the answer.
  private boolean ended;
  private @Nullable CompletableFuture<T> work;

  /**
   * @param key the id in one spelling, see {@link OpenRequests#key}
   * @param id the id as the client wrote it
   */
  OpenRequest(String key, byte[] id, Reply reply, OpenRequests open) {
    this.key = key;
    this.id = id;
    this.reply = reply;
    this.open = open;
  }

  /** What the client receives. */
  abstract RawJson json(T result);

  /** Answers the request when the work is done. */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback looks at every outcome
  final void follow(CompletableFuture<T> work) {
    boolean late;
    synchronized (this) {
      this.work = work;
      late = ended;
    }
    if (late) {
      work.cancel(true);
    } else {
      work.whenComplete(this::completed);
    }
  }

  final void completed(@Nullable T result, @Nullable Throwable problem) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    byte[] answer;
    try {
      answer = result != null ? JsonRpcMessages.result(id, json(result)) : failure(id, problem);
    } catch (RuntimeException e) {
      // A result that cannot be written: nothing of it has left yet.
      answer = failure(id, e);
    }
    reply.answer(answer);
    open.forget(this);
  }

  byte[] failure(byte[] id, @Nullable Throwable problem) {
    return Failures.answer(id, problem, null);
  }

  /** Sends a report, unless the request has ended. */
  final synchronized void report(byte[] message) {
    if (!ended) {
      reply.report(message);
    }
  }

  /** Gives the work up without an answer. */
  final void cancel() {
    CompletableFuture<T> running;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      running = work;
    }
    if (running != null) {
      running.cancel(true);
    }
    reply.unanswered();
    open.forget(this);
  }

  final synchronized boolean hasEnded() {
    return ended;
  }

  final String key() {
    return key;
  }
}
