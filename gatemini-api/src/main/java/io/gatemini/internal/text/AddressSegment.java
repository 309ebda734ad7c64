package io.gatemini.internal.text;

/**
 * A name as one segment of an address: everything but unreserved characters percent-encoded as
 * UTF-8 (RFC 3986, 2.3), slashes too. {@code ResourceAddress} reads it back. Half of a surrogate
 * pair is no text; it becomes the replacement character. Stateless.
 */
public final class AddressSegment {
  private AddressSegment() {}

  /** The segment. */
  public static String of(String name) {
    StringBuilder segment = new StringBuilder(name.length() + 8);
    name.codePoints()
        .forEach(
            c -> {
              boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
              if (PercentEncoding.isUnreserved(c)) {
                segment.append((char) c);
              } else {
                PercentEncoding.append(segment, half ? 0xFFFD : c);
              }
            });
    return segment.toString();
  }
}
