package io.gatemini.mcp.message;

import io.gatemini.BackendUnavailableException;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.SignIn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One JSON-RPC message each way, to one peer. Stdio, daemon and HTTP implement it; code that reads
 * or writes messages does not see which. Thread-safe.
 */
public interface MessageChannel {
  /**
   * Connects and begins to deliver. Called once. Fails with a {@link
   * io.gatemini.BackendUnavailableException} that says why.
   */
  CompletionStage<Void> open(Receiver receiver);

  /**
   * Sends one message: the UTF-8 text of a JSON object without a line feed. Returns at once; calls
   * from many threads are sent whole and in some order. The array is not modified afterwards.
   *
   * <p>The stage completes when the message is on its way, and fails when it, or the exchange that
   * carries it, failed: over HTTP that is also an error status, or an answer that never came. A
   * {@link io.gatemini.BackendUnavailableException} means that the message has not reached the
   * peer; after any other failure that is unknown, unless it {@linkplain
   * io.gatemini.BackendCallException#isAnswer() is the peer's answer}. Cancelling the future behind
   * the stage abandons the exchange.
   */
  CompletionStage<Void> send(byte[] message);

  /**
   * Sends a message of which the sender knows what it is: a channel that has to know it, too, need
   * not read it again.
   */
  default CompletionStage<Void> send(JsonRpcMessage message) {
    return send(message.bytes());
  }

  /**
   * The same of a request some of whose members stand in headers, too, where the channel has any.
   *
   * @param headers by name
   */
  default CompletionStage<Void> send(JsonRpcMessage message, Map<String, String> headers) {
    return send(message);
  }

  /**
   * Whether each message is an exchange of its own, as over HTTP: one that the peer does not know
   * spoils nothing that follows, and the end of the exchange cancels a request.
   */
  default boolean hasExchanges() {
    return false;
  }

  /**
   * Whether messages can be sent now. A pipe whose input has ended may still take answers; a reader
   * asks this in {@link Receiver#closed}.
   */
  default boolean canSend() {
    return false;
  }

  /**
   * Whether the connection has broken and {@link Receiver#closed} follows in a moment with the
   * reason, which says more than a message that cannot be sent.
   */
  default boolean isEnding() {
    return false;
  }

  /** The bytes given to {@link #send} so far; 0 if they are not counted. */
  default long sentBytes() {
    return 0;
  }

  /**
   * How many of the bytes that {@link #sentBytes()} counts have left: the rest waits for a peer
   * that does not read.
   */
  default long writtenBytes() {
    return sentBytes();
  }

  /**
   * Waits until at most so many bytes are unwritten, if the channel knows.
   *
   * @param standstill gives up when nothing is written for so long, and does not wait again until
   *     something is
   */
  default void awaitWritten(long maxUnwritten, Duration standstill) {}

  /** The bound that the messages of this channel share with all others of a gateway. */
  default MessageMemory memory() {
    return MessageMemory.unbounded();
  }

  /**
   * Reports that the peer has read everything up to an earlier value of {@link #sentBytes()}: it
   * answered a message that was sent later. A pipe then knows that it has room and writes on the
   * caller's thread without a risk to block it.
   */
  default void peerHasRead(long sentBytes) {}

  /** Sets the negotiated protocol version; HTTP repeats it in a header. */
  default void negotiated(String protocolVersion) {}

  /** Ends the connection and everything behind it. Idempotent; {@link Receiver#closed} follows. */
  CompletionStage<Void> close();

  /** The same without patience for what does not react. */
  default CompletionStage<Void> abort() {
    return close();
  }

  /** How long {@link #close} may take. */
  default Duration closeTimeout() {
    return Duration.ofSeconds(7);
  }

  /** The process at the other end, if it is one. */
  default OptionalLong pid() {
    return OptionalLong.empty();
  }

  /** The resident memory of the process at the other end and all it started, in bytes. */
  default OptionalLong memoryBytes() {
    return OptionalLong.empty();
  }

  /** See {@link io.gatemini.spi.Backend#signIn}. */
  default CompletionStage<SignIn> signIn() {
    return CompletableFuture.failedFuture(new BackendUnavailableException("it takes no sign-in"));
  }

  /** See {@link io.gatemini.spi.Backend#signOut}. */
  default CompletionStage<Boolean> signOut() {
    return CompletableFuture.completedFuture(false);
  }

  /** See {@link io.gatemini.spi.Backend#signedIn}. */
  default Optional<String> signedIn() {
    return Optional.empty();
  }

  /** The last lines the peer wrote to stderr, oldest first. */
  default List<String> stderrTail() {
    return List.of();
  }

  /** The way back of one message that came in: the response to a POST, for example. Thread-safe. */
  interface Exchange {
    /** The answer, one JSON-RPC message or a batch; called once at most, and last. */
    void answer(byte[] message);

    /** A message that belongs to a request which is not answered yet: a report, a question. */
    void report(byte[] message);

    /** There will be no answer: nothing asked for one, or the request was cancelled. */
    void unanswered();
  }

  /** Takes what comes. */
  interface Receiver {
    /**
     * One message. The buffer belongs to the channel again when the method returns: copy what is
     * kept. Called by one thread at a time over a pipe, by several over HTTP; must not block.
     */
    void message(byte[] buffer, int offset, int length);

    /** The same where the channel had to read the message itself. */
    default void message(JsonRpcMessage message) {
      message(message.buffer(), message.offset(), message.length());
    }

    /**
     * The same where the message came in the exchange of one request, and so belongs to it.
     *
     * @param request the id of that request
     */
    default void message(JsonRpcMessage message, long request) {
      message(message);
    }

    /**
     * One message over a wire that has a way back of its own for each: what belongs to it goes that
     * way, and the rest by {@link MessageChannel#send}.
     */
    default void message(byte[] buffer, int offset, int length, Exchange exchange) {
      message(buffer, offset, length);
      exchange.unanswered();
    }

    /**
     * The last bytes without an end, when the connection ended: half a message, or a whole one of a
     * peer that leaves the end out.
     */
    default void rest(byte[] buffer, int offset, int length) {
      message(buffer, offset, length);
    }

    /**
     * A message was larger than the channel takes and has been skipped; the next one is whole
     * again.
     *
     * @param head how it began, for an id
     * @param tail how it ended, for an id
     * @param size its size in bytes
     */
    default void oversized(byte[] head, byte[] tail, long size) {}

    /**
     * The same of a message for which there was no room beside the others on their way.
     *
     * @param refusal why, as the end of a sentence about the message
     */
    default void noRoom(byte[] head, byte[] tail, long size, String refusal) {
      oversized(head, tail, size);
    }

    /**
     * The connection ended; nothing follows. Called exactly once.
     *
     * @param reason one sentence for a caller whose answer will not come
     */
    void closed(String reason);
  }
}
