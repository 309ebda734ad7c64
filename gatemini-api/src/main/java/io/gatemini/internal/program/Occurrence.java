package io.gatemini.internal.program;

import io.gatemini.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Looks for bytes in a JSON text without parsing or copying it. */
final class Occurrence extends OutputStream {
  private final byte[] wanted;
  private boolean found;

  private Occurrence(String wanted) {
    this.wanted = wanted.getBytes(StandardCharsets.US_ASCII);
  }

  static boolean of(String ascii, RawJson json) {
    Occurrence search = new Occurrence(ascii);
    try {
      json.writeTo(search);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
    return search.found;
  }

  @Override
  public void write(int b) {
    throw new IllegalStateException("a JSON text is written at once");
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int last = offset + length - wanted.length;
    for (int i = offset; i <= last && !found; i++) {
      found = bytes[i] == wanted[0] && matches(bytes, i);
    }
  }

  private boolean matches(byte[] bytes, int from) {
    for (int i = 1; i < wanted.length; i++) {
      if (bytes[from + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
