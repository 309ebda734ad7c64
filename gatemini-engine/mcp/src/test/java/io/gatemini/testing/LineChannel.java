package io.gatemini.testing;

import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.process.LineSplitter;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.MessageMemory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A channel over two streams within the process, one message a line; the sending thread writes. */
public final class LineChannel implements MessageChannel {
  private final String name;
  private final InputStream in;
  private final OutputStream out;
  private final int longest;
  private final MessageMemory memory;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private volatile boolean broken;
  private volatile @Nullable Receiver receiver;

  private LineChannel(
      String name, InputStream in, OutputStream out, int longest, MessageMemory memory) {
    this.name = name;
    this.in = in;
    this.out = out;
    this.longest = longest;
    this.memory = memory;
  }

  public static LineChannel over(String name, InputStream in, OutputStream out, int longest) {
    return over(name, in, out, longest, MessageMemory.unbounded());
  }

  public static LineChannel over(
      String name, InputStream in, OutputStream out, int longest, MessageMemory memory) {
    return new LineChannel(name, in, out, longest, memory);
  }

  @Override
  public CompletionStage<Void> open(Receiver receiver) {
    this.receiver = receiver;
    Thread reader = new Thread(() -> read(receiver), name + "-read");
    reader.setDaemon(true);
    reader.start();
    return CompletableFuture.completedStage(null);
  }

  private void read(Receiver receiver) {
    try {
      new LineSplitter(
              in,
              longest,
              memory,
              new LineSplitter.Lines() {
                @Override
                public void line(byte[] buffer, int offset, int length) {
                  receiver.message(buffer, offset, length);
                }

                @Override
                public void rest(byte[] buffer, int offset, int length) {
                  receiver.rest(buffer, offset, length);
                }

                @Override
                public void tooLong(byte[] head, byte[] tail, long length) {
                  receiver.oversized(head, tail, length);
                }

                @Override
                public void noRoom(byte[] head, byte[] tail, long length, String refusal) {
                  receiver.noRoom(head, tail, length, refusal);
                }
              })
          .run();
      end("the peer closed its end");
    } catch (IOException e) {
      end("the pipe broke: " + e.getMessage());
    }
  }

  private void end(String reason) {
    Receiver known = receiver;
    if (known != null && ended.compareAndSet(false, true)) {
      known.closed(reason);
    }
  }

  @Override
  public CompletionStage<Void> send(byte[] message) {
    sent.addAndGet(message.length);
    try {
      synchronized (out) {
        out.write(message);
        out.write('\n');
        out.flush();
      }
      written.addAndGet(message.length);
      return CompletableFuture.completedStage(null);
    } catch (IOException e) {
      close();
      return CompletableFuture.failedStage(
          new BackendUnavailableException("nothing can be sent: " + e.getMessage(), e));
    }
  }

  @Override
  public boolean canSend() {
    return !broken;
  }

  @Override
  public long sentBytes() {
    return sent.get();
  }

  @Override
  public long writtenBytes() {
    return written.get();
  }

  @Override
  public MessageMemory memory() {
    return memory;
  }

  @Override
  public CompletionStage<Void> close() {
    broken = true;
    try (in;
        out) {
      end("the connection was closed");
      return CompletableFuture.completedStage(null);
    } catch (IOException e) {
      return CompletableFuture.failedStage(e);
    }
  }
}
