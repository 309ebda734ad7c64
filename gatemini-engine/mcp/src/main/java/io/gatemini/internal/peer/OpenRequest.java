package io.gatemini.internal.peer;

import io.gatemini.RawJson;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guarded;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.MessageMemory.Share;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request that is being worked on. Exactly one of an answer and a cancellation ends it.
 *
 * @param <T> what the work comes to
 */
public abstract class OpenRequest<T> {
  private static final System.Logger LOG = System.getLogger(OpenRequest.class.getName());

  private final String key;
  private final byte[] id;
  private final long bytes;
  private final Reply reply;
  private final OpenRequests open;

  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable CompletableFuture<T> work;
  private volatile @Nullable Share share;

  /**
   * @param message the request, which has an id
   */
  protected OpenRequest(JsonRpcMessage message, Reply reply, OpenRequests open) {
    this.id = id(message);
    this.key = OpenRequests.key(Objects.requireNonNull(message.id()), message.buffer());
    this.bytes = message.length();
    this.reply = reply;
    this.open = open;
  }

  /** The id of a request, as the peer wrote it. */
  public static byte[] id(JsonRpcMessage request) {
    return Objects.requireNonNull(request.id(), "a request without an id").copy(request.buffer());
  }

  /** The answer that the peer receives. */
  protected abstract RawJson json(T result);

  /** The answer that the peer receives for what did not come to a result. */
  protected abstract byte[] failure(byte[] id, @Nullable Throwable problem);

  /** Begins the work, if the request is taken, and answers when it is done. */
  public final void begin(Supplier<CompletionStage<T>> beginning) {
    byte[] refusal = open.take(this);
    if (refusal != null) {
      reply.answer(refusal);
      return;
    }
    follow(Futures.of(beginning));
  }

  private void follow(CompletableFuture<T> work) {
    this.work = work;
    if (ended.get()) {
      work.cancel(true);
    } else {
      work.whenComplete(this::completed);
    }
  }

  private void completed(@Nullable T result, @Nullable Throwable problem) {
    if (ended.get() || !end()) {
      return; // Not even waited for what a cancelled one may still be reporting.
    }
    // A result that cannot be written; the code that completed the work does not learn of it.
    Guarded.orFail(
        () ->
            reply.answer(
                result != null ? JsonRpcMessages.result(id, json(result)) : failure(id, problem)),
        e -> Guarded.run(LOG, "an answer could not be sent", () -> reply.answer(failure(id, e))));
    forget();
  }

  /** The share of the message in the memory for messages, until the request has ended. */
  final void hold(Share share) {
    this.share = share;
    if (ended.get()) {
      share.close();
    }
  }

  /** It has ended, and what belongs to it with it. */
  protected void ended() {}

  private void forget() {
    ended();
    Share held = share;
    if (held != null) {
      held.close();
    }
    open.forget(this);
  }

  /** Waits for a report that is being sent: none must follow the answer. */
  private synchronized boolean end() {
    return ended.compareAndSet(false, true);
  }

  /** Sends a report, unless the request has ended. */
  protected final synchronized void report(byte[] message) {
    if (!ended.get()) {
      reply.report(message);
    }
  }

  /** Gives the work up without an answer, and waits for nothing: a report may be stuck. */
  public final void cancel() {
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
