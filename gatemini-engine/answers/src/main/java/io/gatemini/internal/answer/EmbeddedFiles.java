package io.gatemini.internal.answer;

import io.gatemini.RawJson;
import io.gatemini.spi.Payload;
import java.util.regex.Pattern;

/**
 * Files that are written into a text (RFC 2397) become their type and size: their base64 fills a
 * context, hides what stands between them, and nobody reads it.
 */
final class EmbeddedFiles {
  /** A shorter text is not looked through. */
  static final int SMALL = 8_000;

  private static final Pattern FILE =
      Pattern.compile("data:([\\w.+-]*/?[\\w.+-]*)[^,\\s\"]{0,100};base64,([\\w+/=-]{1000,}+)");

  private EmbeddedFiles() {}

  static Payload without(Payload payload) {
    String whole = payload.text();
    if (!whole.contains(";base64,") || !FILE.matcher(whole).find()) {
      return payload;
    }
    String text =
        FILE.matcher(whole)
            .replaceAll(
                it -> "[%s file, %,d bytes]".formatted(it.group(1), it.group(2).length() * 3L / 4));
    return payload.kind() == Payload.Kind.JSON
        ? payload.reducedTo(RawJson.parse(text), "embedded files: left out")
        : payload.reducedTo(text, "embedded files: left out");
  }
}
