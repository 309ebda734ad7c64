package io.gatemini.internal.surface.resource;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A name as one segment of an address: everything but unreserved characters percent-encoded as
 * UTF-8 (RFC 3986, 2.3), slashes too. {@link ResourceAddress} reads it back. Half of a surrogate
 * pair is no text; it becomes the replacement character. Stateless.
 */
public final class AddressSegment {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private AddressSegment() {}

  /** The segment. */
  public static String of(String name) {
    StringBuilder segment = new StringBuilder(name.length() + 8);
    name.codePoints()
        .forEach(
            c -> {
              if (isUnreserved(c)) {
                segment.append((char) c);
              } else {
                encode(c, segment);
              }
            });
    return segment.toString();
  }

  private static void encode(int codePoint, StringBuilder segment) {
    boolean half = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    String text = half ? "\uFFFD" : Character.toString(codePoint);
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      segment.append('%').append(HEX.toHexDigits(octet));
    }
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }
}
