package io.gatemini.transport.http;

import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.io.Content;

/**
 * The room of one response among all messages on their way: a piece of its content is taken once
 * there is room for what is kept of it, and no more is asked of the server until then. Where there
 * is none, or the response takes long and holds up others, the exchange ends with a {@link
 * NoRoomException}. The calls for one response follow each other.
 */
final class ContentRoom implements AutoCloseable {
  private final Share share;
  private final Executor executor;
  private boolean endable;

  /**
   * @param executor takes pieces that had to wait
   */
  ContentRoom(MessageMemory memory, Executor executor) {
    this.share = memory.open();
    this.executor = executor;
  }

  /**
   * Takes a piece.
   *
   * @param held how many bytes the taker keeps now
   * @param taker takes the piece
   */
  void take(
      Response response,
      Content.Chunk chunk,
      Runnable demander,
      IntSupplier held,
      Consumer<ByteBuffer> taker) {
    ByteBuffer piece = chunk.getByteBuffer();
    long needed = (long) held.getAsInt() + piece.remaining();
    long more = needed > MessageMemory.FREE_BYTES ? needed - share.bytes() : 0;
    if (more <= 0) {
      pass(piece, demander, held, taker);
      return;
    }
    if (!endable) {
      endable = true;
      share.onEnded(() -> response.abort(new NoRoomException(share.bytes(), share.refusal())));
    }
    CompletableFuture<Boolean> room = share.grow(more);
    if (room.isDone()) {
      go(room.join(), response, needed, () -> pass(piece, demander, held, taker));
      return;
    }
    chunk.retain();
    room.whenCompleteAsync(
        (has, failure) -> {
          try {
            go(
                Boolean.TRUE.equals(has),
                response,
                needed,
                () -> pass(piece, demander, held, taker));
          } catch (RuntimeException e) {
            response.abort(e);
          } finally {
            chunk.release();
          }
        },
        executor);
  }

  private void go(boolean has, Response response, long bytes, Runnable pass) {
    if (has) {
      pass.run();
    } else {
      response.abort(new NoRoomException(bytes, share.refusal()));
    }
  }

  private void pass(
      ByteBuffer piece, Runnable demander, IntSupplier held, Consumer<ByteBuffer> taker) {
    taker.accept(piece);
    int kept = held.getAsInt();
    share.shrinkTo(kept > MessageMemory.FREE_BYTES ? kept : 0);
    demander.run();
  }

  /** Received bytes have been passed on, or are not kept. */
  @Override
  public void close() {
    share.close();
  }

  /** There was no room for what came. */
  static final class NoRoomException extends BoundedBytes.TooLargeException {
    private static final long serialVersionUID = 1L;

    NoRoomException(long bytes, String refusal) {
      super(bytes + " bytes or more, " + refusal);
    }
  }
}
