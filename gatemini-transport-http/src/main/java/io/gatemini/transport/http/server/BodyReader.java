package io.gatemini.transport.http.server;

import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads the body of a request as it comes, without a thread that waits for it: up to a bound of its
 * own, and to that of all messages in flight.
 */
final class BodyReader implements ReadListener {
  private static final int FIRST_BYTES = 4 << 10;

  private final ServletInputStream in;
  private final int maxBytes;
  private final Share share;
  private final Taker taker;
  private final AtomicBoolean done = new AtomicBoolean();
  private byte[] bytes;
  private int count;

  /** Takes the body; one of its methods is called once, at most. */
  interface Taker {
    /** The share of the body in the memory for messages is open until this returns. */
    void body(byte[] bytes, int length);

    void refused(Refusal refusal);

    void broken(Throwable problem);
  }

  /**
   * @param expected how long it says it is; below zero where it does not say
   */
  BodyReader(
      ServletInputStream in, long expected, int maxBytes, MessageMemory memory, Taker taker) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.share = memory.open();
    this.taker = taker;
    this.bytes =
        new byte[expected < 0 ? FIRST_BYTES : (int) Math.min(expected, MessageMemory.FREE_BYTES)];
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (!done.get() && in.isReady() && !in.isFinished()) {
      if (count == bytes.length && !grow()) {
        return;
      }
      int read = in.read(bytes, count, bytes.length - count);
      if (read < 0) {
        return;
      }
      count += read;
      if (count > maxBytes) {
        refuse(
            Refusal.of(
                Refusal.CONTENT_TOO_LARGE,
                "the body is larger than " + maxBytes + " bytes; max_message_bytes is the bound"));
      }
    }
  }

  /** Makes room for more; false where that comes later, or never. */
  private boolean grow() {
    int next = (int) Math.min(Math.max(2L * count, FIRST_BYTES), maxBytes + 1L);
    if (next <= MessageMemory.FREE_BYTES) {
      bytes = Arrays.copyOf(bytes, next);
      return true;
    }
    var room = share.grow(next - share.bytes());
    if (room.isDone()) {
      return grown(room.join(), next);
    }
    room.thenAccept(
        granted -> {
          if (grown(granted, next)) {
            try {
              onDataAvailable();
            } catch (IOException | IllegalStateException e) {
              onError(e);
            }
          }
        });
    return false;
  }

  private boolean grown(boolean granted, int next) {
    if (granted) {
      bytes = Arrays.copyOf(bytes, next);
    } else {
      refuse(Refusal.busy("the body was not read, " + share.refusal()));
    }
    return granted;
  }

  @Override
  public void onAllDataRead() {
    if (end()) {
      try (share) {
        taker.body(bytes, count);
      }
    }
  }

  @Override
  public void onError(Throwable problem) {
    if (end()) {
      share.close();
      taker.broken(problem);
    }
  }

  /** Reads no further, unless it has ended. */
  void refuse(Refusal refusal) {
    if (end()) {
      share.close();
      taker.refused(refusal);
    }
  }

  private boolean end() {
    return done.compareAndSet(false, true);
  }
}
