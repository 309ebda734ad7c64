package io.gatemini.internal.program;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.gatemini.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Puts a JSON text together from parts that are JSON already. Not thread-safe. */
final class JsonBytes extends OutputStream {
  private byte[] buffer;
  private int size;

  JsonBytes(int capacity) {
    buffer = new byte[capacity];
  }

  /** A string as a JSON value. */
  static RawJson string(String text) {
    return new JsonBytes(text.length() + 16).quoted(text).toJson();
  }

  /** Punctuation and member names. */
  JsonBytes ascii(String text) {
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      buffer[size++] = (byte) text.charAt(i);
    }
    return this;
  }

  JsonBytes value(RawJson value) {
    try {
      value.writeTo(this);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be written", e);
    }
    return this;
  }

  JsonBytes quoted(String text) {
    write('"');
    write(escape(text));
    write('"');
    return this;
  }

  private static byte[] escape(String text) {
    try {
      return JsonStringEncoder.getInstance().quoteAsUTF8(text);
    } catch (IllegalArgumentException e) {
      // Half a surrogate pair has no UTF-8 form; it is replaced as String.getBytes does.
      return JsonStringEncoder.getInstance()
          .quoteAsUTF8(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }
  }

  RawJson toJson() {
    return RawJson.wrap(size == buffer.length ? buffer : Arrays.copyOf(buffer, size));
  }

  @Override
  public void write(int b) {
    ensure(1);
    buffer[size++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    ensure(length);
    System.arraycopy(bytes, offset, buffer, size, length);
    size += length;
  }

  private void ensure(int more) {
    if (buffer.length - size < more) {
      buffer = Arrays.copyOf(buffer, Math.max(size + more, buffer.length * 2));
    }
  }
}
