package io.gatemini.internal.surface.notice;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.text.PercentEncoding;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one spelling of the many that a resource's address can have: scheme in lower case, unreserved
 * characters as they are, everything that no address may hold encoded (RFC 3986, section 6.2.2; RFC
 * 3987, section 3.1).
 */
final class Address {
  /** The longest address a client may make the gateway remember. */
  static final int MAX_LENGTH = 4_096;

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
  private static final String RESERVED = ":/?#[]@!$&'()*+,;=";

  private Address() {}

  /**
   * The same address as it is compared.
   *
   * @throws InvalidArgumentsException when it is longer than {@value #MAX_LENGTH} characters
   */
  static String normal(String uri) {
    if (uri.length() > MAX_LENGTH) {
      throw new InvalidArgumentsException(
          "uri is longer than the " + MAX_LENGTH + " characters that can be subscribed to");
    }
    Matcher scheme = SCHEME.matcher(uri);
    int start = scheme.lookingAt() ? scheme.end() : 0;
    StringBuilder normal = new StringBuilder(uri.length());
    normal.append(uri.substring(0, start).toLowerCase(Locale.ROOT));
    for (int i = start; i < uri.length(); ) {
      int codePoint = uri.codePointAt(i);
      int octet = codePoint == '%' ? PercentEncoding.octet(uri, i) : -1;
      if (octet >= 0) {
        append(normal, octet);
        i += 3;
      } else {
        if (PercentEncoding.isUnreserved(codePoint) || RESERVED.indexOf(codePoint) >= 0) {
          normal.appendCodePoint(codePoint);
        } else {
          PercentEncoding.append(normal, codePoint);
        }
        i += Character.charCount(codePoint);
      }
    }
    return normal.toString();
  }

  private static void append(StringBuilder normal, int octet) {
    if (PercentEncoding.isUnreserved(octet)) {
      normal.append((char) octet);
    } else {
      PercentEncoding.appendOctet(normal, octet);
    }
  }
}
