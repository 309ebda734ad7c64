package io.gatemini.transport.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.ByteBufferRequestContent;
import org.eclipse.jetty.io.Content;

/**
 * A message as the body of a request, which knows whether the server can have all of it: only then
 * may it have acted on the message. Handed out in slices, so that a large message that breaks off
 * on its way is known not to have arrived.
 */
final class RequestBody extends ByteBufferRequestContent {
  private static final int SLICE_BYTES = 32 * 1024;

  private enum State {
    /** The last slice was not asked for. */
    KEPT,
    /** The last slice was handed out: the server may have it. */
    SENT,
    /** The last slice is never handed out. */
    WITHDRAWN
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.KEPT);
  private final int slices;
  private int read;

  RequestBody(byte[] message) {
    this("application/json", message);
  }

  RequestBody(String type, byte[] message) {
    this(type, slices(message));
  }

  private RequestBody(String type, List<ByteBuffer> slices) {
    super(type, slices);
    this.slices = slices.size();
  }

  @Override
  public Content.Chunk read() {
    // The end of the content comes with the last slice or after it.
    if (read >= slices - 1
        && !state.compareAndSet(State.KEPT, State.SENT)
        && state.get() == State.WITHDRAWN) {
      return Content.Chunk.from(new IllegalStateException("the request was withdrawn"), true);
    }
    Content.Chunk chunk = super.read();
    read++;
    return chunk;
  }

  /** Whether the server may have the whole message. */
  boolean mayHaveArrived() {
    return state.get() == State.SENT;
  }

  /** Keeps back what was not sent; false when it is too late. */
  boolean withdraw() {
    return state.compareAndSet(State.KEPT, State.WITHDRAWN) || state.get() == State.WITHDRAWN;
  }

  private static List<ByteBuffer> slices(byte[] message) {
    List<ByteBuffer> slices = new ArrayList<>();
    int offset = 0;
    do {
      int length = Math.min(SLICE_BYTES, message.length - offset);
      slices.add(ByteBuffer.wrap(message, offset, length).slice());
      offset += length;
    } while (offset < message.length);
    return slices;
  }
}
