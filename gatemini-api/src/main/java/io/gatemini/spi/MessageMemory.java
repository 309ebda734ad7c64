package io.gatemini.spi;

import io.gatemini.GatewayStats.InFlight;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of messages that are on their way through a gateway, and their one bound: what is being
 * read from backends and clients, what is being made to fit, and what waits to be written. A
 * transport takes a {@link Share} for each message it reads and closes it when it has passed the
 * message on. Thread-safe.
 *
 * <p>A reader asks for room before it reads the bytes, and waits for it; that holds up its own peer
 * and no other. The share that was opened first is served first. A share whose room does not come
 * in time is refused; so is one at once where everybody who holds bytes waits for more, as none of
 * them would ever give any back: the youngest of the peer that holds most. A refused message is
 * skipped and fails alone.
 *
 * <p>A peer that never ends its message does not take the room of the others: it has fifteen
 * sixteenths of all at most ({@link #forPeer}), and what it is sending is ended where it has held
 * bytes for two seconds and somebody has waited half a second for them ({@link Share#onEnded}).
 * While no share waits, a message may take as long as it likes.
 *
 * <p>Messages of up to {@value #FREE_BYTES} bytes are not counted: they cost nothing here.
 *
 * <pre>{@code
 * try (MessageMemory.Share share = context.messageMemory().open()) {
 *   if (share.await(chunk.length)) {
 *     … // read on
 *   } else {
 *     … // skip the message, tell share.refusal()
 *   }
 * }
 * }</pre>
 */
public interface MessageMemory {
  /** Up to this size a message is read and passed on without being counted. */
  int FREE_BYTES = 64 * 1024;

  /** A memory without a bound, for code without a gateway. */
  static MessageMemory unbounded() {
    return new UnboundedMemory(new AtomicLong());
  }

  /** A share that holds nothing yet. */
  Share open();

  /** A share for bytes that are there already; they count, but never wait. */
  default Share claim(long bytes) {
    Share share = open();
    share.claim(bytes);
    return share;
  }

  /**
   * The part of one peer, a backend for example: all its shares together are bounded so that others
   * find room beside them.
   */
  MessageMemory forPeer();

  /** The same for a peer that is to have less: so many bytes at most. */
  MessageMemory forPeer(long maxBytes);

  /**
   * Whether a large message of this peer has come or has waited for room since a moment of {@link
   * System#nanoTime}: the peer lives, and what it says behind that message is not read yet.
   */
  boolean wasBusySince(long nanos);

  /** The bound. */
  long maxBytes();

  /** The figures of all now. */
  InFlight usage();

  /**
   * The share of one message, until it is closed. Grown by one thread at a time, closed by any,
   * once or more often.
   */
  interface Share extends AutoCloseable {
    /**
     * Asks for room. The future is done at once where there is room, or can never be; it never
     * fails.
     *
     * @return whether there is room; where not, {@link #refusal} says why, and what the share has
     *     is to be given back
     */
    CompletableFuture<Boolean> grow(long more);

    /**
     * The same for a thread that may wait. One that is interrupted is refused, and stays
     * interrupted.
     */
    boolean await(long more);

    /** Counts bytes that are there already; a closed share holds none. */
    void claim(long more);

    /** Gives back what is above a size. */
    void shrinkTo(long size);

    /** How many bytes it holds. */
    long bytes();

    /** Why the share was refused, as the end of a sentence about the message. */
    String refusal();

    /**
     * Lets the share be ended while it does not wait but holds up others for long; without this it
     * never is.
     *
     * @param listener runs once, on any thread, and has the share closed soon, whatever its reader
     *     waits for; {@link #refusal} says why
     */
    void onEnded(Runnable listener);

    /** Gives everything back; what waits is refused. */
    @Override
    void close();
  }
}
