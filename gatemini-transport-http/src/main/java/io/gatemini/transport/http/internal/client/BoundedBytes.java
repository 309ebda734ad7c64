package io.gatemini.transport.http.internal.client;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bytes that arrive piece by piece, up to a bound. Not thread-safe. */
public final class BoundedBytes {
  /** The array that is kept when the bytes are cleared; a huge message must not stay around. */
  private static final int KEPT_BYTES = 64 * 1024;

  private final int maxBytes;
  private byte[] bytes = new byte[512];
  private int length;

  public BoundedBytes(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Takes all that remains in the buffer.
   *
   * @throws TooLargeException beyond the bound
   */
  public void append(ByteBuffer piece) {
    int count = piece.remaining();
    reserve(count);
    piece.get(bytes, length, count);
    length += count;
  }

  /** Takes what still fits, and drops the rest. */
  public void appendWhatFits(ByteBuffer piece) {
    int limit = piece.limit();
    piece.limit(piece.position() + Math.min(piece.remaining(), maxBytes - length));
    append(piece);
    piece.limit(limit).position(limit);
  }

  public void append(byte one) {
    reserve(1);
    bytes[length++] = one;
  }

  /** The bytes up to {@link #length()}; valid until the next change. */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
  }

  public void clear() {
    length = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[512];
    }
  }

  private void reserve(int count) {
    if (count > maxBytes - length) {
      throw new TooLargeException(maxBytes);
    }
    if (count > bytes.length - length) {
      long doubled = Math.max(2L * bytes.length, (long) length + count);
      bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, maxBytes));
    }
  }

  /** More came than is accepted. */
  public static class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TooLargeException(int maxBytes) {
      this("more than " + maxBytes + " bytes");
    }

    public TooLargeException(String message) {
      super(message, null, false, false);
    }
  }
}
