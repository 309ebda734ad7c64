package io.gatemini.transport.http.server;

import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Reads the body of a request as it comes, without a thread that waits for it: up to a bound of its
 * own, and to that of all messages in flight.
 */
final class BodyReader implements ReadListener {
  private static final int FIRST_BYTES = 4 << 10;

  private static final String MALFORMED =
      "the body is not framed as HTTP/1.1 says, or ended before its end";

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final long LEAST_BYTES_PER_SECOND = 16 << 10;

  private final AsyncContext async;
  private final ServletInputStream in;
  private final int maxBytes;
  private final Share share;
  private final Taker taker;
  private final Consumer<BodyReader> onEnd;
  private final long begun = System.nanoTime();
  private final AtomicBoolean done = new AtomicBoolean();
  private byte[] bytes;

  /** The thread that reads is the only one that writes it. */
  private volatile int count;

  private volatile boolean waitsForRoom;

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
    this.share.onEnded(
        () -> refuse(Refusal.busy("the body was not read to its end, " + share.refusal())));
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
      int now = count + read;
      count = now;
      if (now > maxBytes) {
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
    waitsForRoom = true;
    room.thenAccept(
        granted -> {
          waitsForRoom = false;
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
    // The connection may be gone, too; then the answer is lost with it.
    refuse(Refusal.of(HttpServletResponse.SC_BAD_REQUEST, MALFORMED).with("Connection", "close"));
  }

  /**
   * Whether it stands still, or nearly so: an upload over a mobile connection is faster by far.
   *
   * @param now a moment of {@link System#nanoTime}
   */
  boolean isSlow(long now) {
    long late = now - begun - GRACE.toNanos();
    return late > 0
        && !waitsForRoom
        && count < late * LEAST_BYTES_PER_SECOND / TimeUnit.SECONDS.toNanos(1);
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
