package io.gatemini.mcp.server;

import io.gatemini.RawJson;
import io.gatemini.internal.mcp.JsonRpcMessages;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.MessageMemory.Share;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request that is being worked on. Exactly one of an answer and a cancellation ends it.
 *
 * @param <T> what the work comes to
 */
abstract class OpenRequest<T> {
  private final String key;
  private final byte[] id;
  private final long bytes;
  private final Reply reply;
  private final OpenRequests open;

  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable CompletableFuture<T> work;
  private volatile @Nullable Share share;

  /**
   * @param key the id in one spelling, see {@link OpenRequests#key}
   * @param id the id as the client wrote it
   * @param bytes how long the message was
   */
  OpenRequest(String key, byte[] id, long bytes, Reply reply, OpenRequests open) {
    this.key = key;
    this.id = id;
    this.bytes = bytes;
    this.reply = reply;
    this.open = open;
  }

  /** The answer that the client receives. */
  abstract RawJson json(T result);

  /** Answers the request when the work is done. */
  final void follow(CompletableFuture<T> work) {
    this.work = work;
    if (ended.get()) {
      work.cancel(true);
    } else {
      work.whenComplete(this::completed);
    }
  }

  final void completed(@Nullable T result, @Nullable Throwable problem) {
    if (ended.get() || !end()) {
      return; // Not even waited for what a cancelled one may still be reporting.
    }
    byte[] answer;
    try {
      answer = result != null ? JsonRpcMessages.result(id, json(result)) : failure(id, problem);
    } catch (RuntimeException | Error e) {
      // A result that cannot be written: nothing of it has left yet.
      answer = failure(id, e);
    }
    try {
      reply.answer(answer);
    } catch (RuntimeException | Error e) {
      // Whoever completed the work hears nothing of it.
      Guarded.log(SurfaceServer.LOG, "an answer could not be sent", e);
    }
    forget();
  }

  /** The share of the message in the memory for messages, until the request has ended. */
  final void hold(Share share) {
    this.share = share;
    if (ended.get()) {
      share.close();
    }
  }

  private void forget() {
    Share held = share;
    if (held != null) {
      held.close();
    }
    open.forget(this);
  }

  byte[] failure(byte[] id, @Nullable Throwable problem) {
    return Failures.answer(id, problem, null);
  }

  /** Waits for a report that is being sent: none must follow the answer. */
  private synchronized boolean end() {
    return ended.compareAndSet(false, true);
  }

  /** Sends a report, unless the request has ended. */
  final synchronized void report(byte[] message) {
    if (!ended.get()) {
      reply.report(message);
    }
  }

  /** Gives the work up without an answer, and waits for nothing: a report may be stuck. */
  final void cancel() {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<T> running = work;
    if (running != null) {
      running.cancel(true);
    }
    reply.unanswered();
    forget();
  }

  final boolean hasEnded() {
    return ended.get();
  }

  final long bytes() {
    return bytes;
  }

  final byte[] id() {
    return id;
  }

  final String key() {
    return key;
  }
}
