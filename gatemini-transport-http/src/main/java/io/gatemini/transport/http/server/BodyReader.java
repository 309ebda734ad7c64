package io.gatemini.transport.http.server;

import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reads the body of a request as it comes, without a thread that waits for it: up to a bound of its
 * own, and to that of all messages in flight.
 */
final class BodyReader implements ReadListener {
  private static final int FIRST_BYTES = 4 << 10;

  private final AsyncContext async;
  private final ServletInputStream in;
  private final int maxBytes;
  private final Share share;
  private final Taker taker;
  private final Consumer<BodyReader> onEnd;
  private final long begun = System.nanoTime();
  private final AtomicBoolean done = new AtomicBoolean();
  private byte[] bytes;
  private int count;

  /** Takes the body, whose share in the memory for messages is open until this returns. */
  interface Taker {
    void body(byte[] bytes, int length);
  }

  /**
   * @param async is completed where the body does not arrive
   * @param onEnd runs once, before the body is taken or refused
   */
  BodyReader(
      AsyncContext async,
      ServletInputStream in,
      int maxBytes,
      MessageMemory memory,
      Taker taker,
      Consumer<BodyReader> onEnd) {
    this.async = async;
    this.in = in;
    this.maxBytes = maxBytes;
    this.share = memory.open();
    this.taker = taker;
    this.onEnd = onEnd;
    long expected = async.getRequest().getContentLengthLong(); // below zero where it does not say
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
        refuse(Refusal.tooLarge(maxBytes));
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
      async.complete();
    }
  }

  /** Reads no further, unless it has ended. */
  void refuse(Refusal refusal) {
    if (end()) {
      share.close();
      Door.refuse(async, refusal);
    }
  }

  /** When it began, in nanoseconds of {@link System#nanoTime}. */
  long begun() {
    return begun;
  }

  private boolean end() {
    boolean ends = done.compareAndSet(false, true);
    if (ends) {
      onEnd.accept(this);
    }
    return ends;
  }
}
