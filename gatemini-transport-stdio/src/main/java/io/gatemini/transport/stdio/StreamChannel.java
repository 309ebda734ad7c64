package io.gatemini.transport.stdio;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.process.LineSplitter;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.MessageMemory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A channel over two byte streams, one message a line (the stdio transport of MCP specification
 * 2025-11-25). A named daemon thread reads; the sending thread writes. When the input ends,
 * messages can still be sent until {@link #close()}; when the output breaks, the channel is closed
 * at once.
 */
public final class StreamChannel implements MessageChannel {
  /** The largest message that is taken where nothing else is said, in bytes. */
  public static final int DEFAULT_MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

  private static final long LEAST_WAITING_BYTES = 1024 * 1024;

  /** How long {@link #close()} waits for messages that are being written. */
  private static final long FLUSH_MILLIS = 2_000;

  private static final Logger LOG = System.getLogger(StreamChannel.class.getName());
  private static final CompletionStage<Void> SENT = CompletableFuture.completedStage(null);

  private final String name;
  private final InputStream in;
  private final OutputStream out;
  private final int maxMessageBytes;
  private final MessageMemory memory;
  private final boolean ownsStreams;
  private final LineWriter writer;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile @Nullable Consumer<String> onEnd;

  /** The error after which its reader could not go on. */
  private volatile @Nullable Error failure;

  private StreamChannel(
      String name,
      InputStream in,
      OutputStream out,
      int maxMessageBytes,
      MessageMemory memory,
      long window,
      boolean ownsStreams) {
    this.name = name;
    this.memory = memory;
    this.in = in;
    this.out = out;
    this.maxMessageBytes = maxMessageBytes;
    this.ownsStreams = ownsStreams;
    this.writer =
        new LineWriter(
            out,
            name + "-write",
            window,
            maxWaiting(maxMessageBytes, memory, window),
            memory,
            this::broken);
  }

  /**
   * The bytes that may wait for a peer. A server that does not read gets less than what all
   * messages may have; a client is held up before it asks for so much.
   */
  private static long maxWaiting(int maxMessageBytes, MessageMemory memory, long window) {
    long most = Math.max(maxMessageBytes, DEFAULT_MAX_MESSAGE_BYTES);
    return window == LineWriter.UNBOUNDED
        ? most
        : Math.min(most, Math.max(LEAST_WAITING_BYTES, memory.maxBytes() / 2));
  }

  /**
   * A channel that closes its streams when it is closed. Senders wait for a peer that does not
   * read.
   *
   * @param name how its thread is named
   * @param maxMessageBytes larger messages are skipped and reported
   */
  public static StreamChannel over(
      String name, InputStream in, OutputStream out, int maxMessageBytes) {
    return over(name, in, out, maxMessageBytes, MessageMemory.unbounded());
  }

  /** The same for a gateway, whose bound its messages share. */
  public static StreamChannel over(
      String name, InputStream in, OutputStream out, int maxMessageBytes, MessageMemory memory) {
    return new StreamChannel(name, in, out, maxMessageBytes, memory, LineWriter.UNBOUNDED, true);
  }

  /** The same over streams that belong to the process and stay open. */
  static StreamChannel overProcessStreams(
      String name, InputStream in, OutputStream out, int maxMessageBytes, MessageMemory memory) {
    return new StreamChannel(name, in, out, maxMessageBytes, memory, LineWriter.UNBOUNDED, false);
  }

  /**
   * The same, with senders that never wait: at most {@code window} bytes are in the pipe unread.
   */
  static StreamChannel neverBlocking(
      String name,
      InputStream in,
      OutputStream out,
      int maxMessageBytes,
      MessageMemory memory,
      long window) {
    return new StreamChannel(name, in, out, maxMessageBytes, memory, window, false);
  }

  @Override
  public CompletionStage<Void> open(Receiver receiver) {
    return open(receiver, receiver::closed);
  }

  /**
   * Opens the channel with another reaction to its end than {@link Receiver#closed}.
   *
   * @param onEnd takes the reason, instead of the receiver
   */
  CompletionStage<Void> open(Receiver receiver, Consumer<String> onEnd) {
    this.onEnd = onEnd;
    Thread reader = new Thread(() -> read(receiver), name + "-read");
    reader.setDaemon(true);
    reader.start();
    return SENT;
  }

  @Override
  public CompletionStage<Void> send(byte[] message) {
    try {
      writer.send(message);
      return SENT;
    } catch (IOException e) {
      // Nothing of it was written.
      return CompletableFuture.failedStage(
          new BackendUnavailableException("nothing can be sent: " + e.getMessage(), e));
    } catch (OutOfMemoryError e) {
      return CompletableFuture.failedStage(
          new BackendUnavailableException("nothing can be sent: " + e, e));
    }
  }

  @Override
  public boolean canSend() {
    return writer.isOpen();
  }

  @Override
  public long sentBytes() {
    return writer.sentBytes();
  }

  @Override
  public long writtenBytes() {
    return writer.writtenBytes();
  }

  @Override
  public void awaitWritten(long maxUnwritten, Duration standstill) {
    writer.awaitWritten(maxUnwritten, standstill.toNanos());
  }

  @Override
  public MessageMemory memory() {
    return memory;
  }

  @Override
  public void peerHasRead(long sentBytes) {
    writer.peerHasRead(sentBytes);
  }

  /**
   * Waits a moment for messages that are being written, then ends. Fails with the {@link Error}
   * that ended the channel, if one did.
   */
  @Override
  public CompletionStage<Void> close() {
    if (closing.compareAndSet(false, true)) {
      writer.awaitWritten(FLUSH_MILLIS);
      writer.close();
      if (ownsStreams) {
        closeStreams();
      }
      end("the connection was closed");
    }
    Error met = failure;
    Error atWriting = writer.failure();
    if (met == null && atWriting == null) {
      return SENT;
    }
    return CompletableFuture.failedStage(met != null ? met : Objects.requireNonNull(atWriting));
  }

  /** Forgets what is not written yet; true when the output may be closed without waiting. */
  boolean stopWriting() {
    return writer.close();
  }

  private void read(Receiver receiver) {
    Taker whole = receiver::message;
    Taker last = receiver::rest;
    try {
      new LineSplitter(
              in,
              maxMessageBytes,
              memory,
              new LineSplitter.Lines() {
                @Override
                public void line(byte[] buffer, int offset, int length) {
                  deliver(whole, buffer, offset, length);
                }

                @Override
                public void rest(byte[] buffer, int offset, int length) {
                  deliver(last, buffer, offset, length);
                }

                @Override
                public void tooLong(byte[] head, byte[] tail, long length) {
                  Guarded.run(
                      LOG,
                      name + ": a message that is too large could not be reported",
                      () -> receiver.oversized(head, tail, length));
                }

                @Override
                public void noRoom(byte[] head, byte[] tail, long length, String refusal) {
                  receiver.noRoom(head, tail, length, refusal);
                }
              })
          .runOn(LOG, name + ": a line was lost while it was read");
      end("the peer closed its end");
    } catch (IOException e) {
      end("the pipe broke: " + e.getMessage());
    } catch (Error e) { // that comes again with each line
      failure = e;
      end("nothing more can be read: " + e);
    }
  }

  /** Takes the bytes of a line where they lie. */
  @FunctionalInterface
  private interface Taker {
    void take(byte[] buffer, int offset, int length);
  }

  private void deliver(Taker taker, byte[] buffer, int offset, int length) {
    // A receiver that fails on one message must still get the next one.
    Guarded.orFail(
        () -> taker.take(buffer, offset, length),
        problem -> Guarded.log(LOG, name + ": a message could not be handled", problem));
  }

  private void broken(String reason) {
    if (ownsStreams) {
      closeStreams();
    }
    end("the pipe broke: " + reason);
  }

  private void end(String reason) {
    Consumer<String> known = onEnd;
    if (known != null && ended.compareAndSet(false, true)) {
      Guarded.run(LOG, name + ": its end could not be handled", () -> known.accept(reason));
    }
  }

  private void closeStreams() {
    try {
      out.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> name + ": closing the output: " + e.getMessage());
    }
    try {
      in.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> name + ": closing the input: " + e.getMessage());
    }
  }
}
