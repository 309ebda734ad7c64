package io.gatemini.transport.mcp;

import java.nio.charset.StandardCharsets;

/** Foreign bytes as a short text for a message or a log. */
final class ForeignText {
  private ForeignText() {}

  static String of(byte[] buffer, int offset, int length, int longest) {
    String text =
        new String(buffer, offset, Math.min(length, longest), StandardCharsets.UTF_8)
            .replaceAll("\\p{Cntrl}", " ")
            .strip();
    return length > longest ? text + "…" : text;
  }
}
