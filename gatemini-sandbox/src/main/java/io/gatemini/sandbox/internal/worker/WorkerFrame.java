package io.gatemini.sandbox.internal.worker;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One message between a gateway and a worker: a header of 17 bytes (mark, type, run, request,
 * length) and a body.
 *
 * @param type what it is
 * @param run the program it is about; 0 where it is about none
 * @param request pairs a question with its answer; otherwise a number that the type explains
 * @param body what {@link WireWriter} wrote
 */
@SuppressWarnings("ArrayRecordComponent") // frames are passed on, never compared
record WorkerFrame(Type type, int run, int request, byte[] body) {
  /** Begins each frame. Output of a virtual machine into the same pipe does not contain it. */
  static final int MARK = 0x0047_4D01;

  /** A body cannot be larger; what is in question are answers of tools. */
  static final int MAX_BODY_BYTES = 512 << 20;

  /** So much of what is no frame is passed over between two frames. */
  private static final int MAX_NOISE_BYTES = 64 << 10;

  static final byte[] EMPTY = {};

  private static final int HEADER_BYTES = 17;
  private static final Type[] TYPES = Type.values();

  /** The kind of a frame. */
  enum Type {
    // From the gateway.
    /** The limits of programs; the first frame. */
    CONFIG(1),
    /** Run a program. */
    RUN(3),
    /** The outcome of a program is not waited for any more. */
    STOP(4),
    /** The answer to a request. */
    ANSWER(5),

    // From the worker.
    /** It is warm. */
    READY(16),
    /** A program has ended; {@code request} is 1 where its code goes on for now. */
    OUTCOME(17),
    /** A request: call a tool. */
    CALL(18),
    /** The answer to a call is not waited for any more. */
    CANCEL(19),
    /** A request: a question about the catalog or the session. */
    ASK(20),
    /** A line of console output. */
    LOG(21),
    /** The code of a program that had ended goes on no longer. */
    SETTLED(22),
    /** Memory gets scarce, and this program has allocated most of all that run. */
    HEAVIEST(23),
    /** So many bytes were read since it was last said, as {@code request}. */
    READ(24);

    private final byte code;

    Type(int code) {
      this.code = (byte) code;
    }

    private static Type of(byte code) {
      for (Type type : TYPES) {
        if (type.code == code) {
          return type;
        }
      }
      throw new WorkerProtocolException("there is no frame of type " + code);
    }
  }

  static WorkerFrame of(Type type, int run, int request) {
    return new WorkerFrame(type, run, request, EMPTY);
  }

  /** Its length on the wire. */
  int bytes() {
    return HEADER_BYTES + body.length;
  }

  void writeTo(OutputStream out) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    header.putInt(MARK).put(type.code).putInt(run).putInt(request).putInt(body.length);
    out.write(header.array());
    out.write(body);
  }

  /**
   * Reads the next frame; {@code null} at the end of the stream.
   *
   * @throws WorkerProtocolException when what comes is no frame
   */
  static @Nullable WorkerFrame readFrom(InputStream in) throws IOException {
    int window = 0;
    for (int read = 0; read < Integer.BYTES || window != MARK; read++) {
      int next = in.read();
      if (next < 0) {
        return null;
      }
      if (read > MAX_NOISE_BYTES) {
        throw new WorkerProtocolException("the worker's output is not in frames");
      }
      window = (window << Byte.SIZE) | next;
    }
    ByteBuffer header = ByteBuffer.wrap(exactly(in, HEADER_BYTES - Integer.BYTES));
    Type type = Type.of(header.get());
    int run = header.getInt();
    int request = header.getInt();
    int length = header.getInt();
    if (length < 0 || length > MAX_BODY_BYTES) {
      throw new WorkerProtocolException("a frame of length " + length);
    }
    return new WorkerFrame(type, run, request, exactly(in, length));
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the pipe ended within a frame");
    }
    return bytes;
  }
}
