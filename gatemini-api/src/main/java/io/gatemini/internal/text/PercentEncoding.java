package io.gatemini.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent-encoding of addresses (RFC 3986, 2.1 and 2.3), the octets of UTF-8. Stateless. */
public final class PercentEncoding {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PercentEncoding() {}

  /** Characters that stand for themselves everywhere in an address. */
  public static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~".indexOf(c) >= 0;
  }

  /**
   * A name as one segment of an address: everything but unreserved characters encoded, slashes too.
   * {@code ResourceAddress} reads it back. Half of a surrogate pair is no text; it becomes the
   * replacement character.
   */
  public static String segment(String name) {
    StringBuilder segment = new StringBuilder(name.length() + 8);
    name.codePoints()
        .forEach(
            c -> {
              boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
              if (isUnreserved(c)) {
                segment.append((char) c);
              } else {
                append(segment, half ? 0xFFFD : c);
              }
            });
    return segment.toString();
  }

  /** Appends a character encoded. */
  public static void append(StringBuilder address, int codePoint) {
    for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
      appendOctet(address, octet);
    }
  }

  /** Appends an octet encoded. */
  public static void appendOctet(StringBuilder address, int octet) {
    address.append('%').append(HEX.toHexDigits((byte) octet));
  }

  /** The octet that is encoded behind the percent sign at an index; -1 where none is. */
  public static int octet(String text, int at) {
    return at + 2 < text.length()
            && HexFormat.isHexDigit(text.charAt(at + 1))
            && HexFormat.isHexDigit(text.charAt(at + 2))
        ? HexFormat.fromHexDigits(text, at + 1, at + 3)
        : -1;
  }
}
