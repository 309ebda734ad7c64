package io.gatemini.internal.surface.address;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.text.PercentEncoding;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of a resource, taken apart and percent-decoded (RFC 3986). Agents write addresses by
 * hand: characters that should have been encoded stand for themselves, also {@code #}, as no
 * resource has fragments.
 *
 * @param scheme what stands before the colon, in lower case
 * @param segments what stands between the slashes of the path
 * @param query the parameters behind the question mark, in their order
 */
public record ResourceAddress(String scheme, List<String> segments, Map<String, String> query) {
  /** The scheme of the gateway's own resources. */
  public static final String OWN = "gatemini";

  static final String AUTHORITY = "://";

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");
  private static final Pattern ABSOLUTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^\\s\\p{C}]+");

  public ResourceAddress {
    segments = List.copyOf(segments);
  }

  /** Whether an address is one of the gateway's own, if it is any. */
  public static boolean isOwn(String uri) {
    return uri.regionMatches(true, 0, OWN + ":", 0, OWN.length() + 1);
  }

  /**
   * Takes an address apart; empty where it is none with a path.
   *
   * @throws InvalidArgumentsException when it is one and cannot be read
   */
  public static Optional<ResourceAddress> of(String uri) {
    int colon = uri.indexOf(AUTHORITY);
    if (colon < 0 || !SCHEME.matcher(uri.substring(0, colon)).matches()) {
      return Optional.empty();
    }
    int mark = uri.indexOf('?');
    String path = uri.substring(colon + AUTHORITY.length(), mark < 0 ? uri.length() : mark);
    List<String> segments = new ArrayList<>();
    for (String segment : path.split("/", -1)) {
      segments.add(decoded(segment));
    }
    Map<String, String> query = new LinkedHashMap<>();
    if (mark >= 0) {
      for (String parameter : uri.substring(mark + 1).split("&", -1)) {
        int equals = parameter.indexOf('=');
        String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
        String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
        if (!parameter.isEmpty() && query.put(name, value) != null) {
          throw new InvalidArgumentsException("the address has \"" + name + "\" twice");
        }
      }
    }
    String scheme = uri.substring(0, colon).toLowerCase(Locale.ROOT);
    return Optional.of(new ResourceAddress(scheme, segments, query));
  }

  /**
   * Checks an address of a host's resource: absolute, and not the gateway's own.
   *
   * @throws ConfigException when it is none
   */
  public static void checkOfHost(String uri) {
    if (!ABSOLUTE.matcher(uri).matches()) {
      throw new ConfigException(
          "\""
              + uri
              + "\" is not an address of a resource; write one with a scheme, for example"
              + " \"docs://handbook\"");
    }
    if (isOwn(uri)) {
      throw new ConfigException(
          "\"" + uri + "\" has the scheme of the gateway's own resources; choose another one");
    }
  }

  /**
   * A part of an address without its percent-encoding.
   *
   * @throws InvalidArgumentsException when it encodes nothing, or no UTF-8
   */
  static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream utf8 = new ByteArrayOutputStream(text.length());
    int at = 0;
    while (at < text.length()) {
      int next = text.indexOf('%', at);
      int end = next < 0 ? text.length() : next;
      utf8.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
      at = end;
      if (next >= 0) {
        utf8.write(octet(text, next));
        at = next + 3;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(utf8.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new InvalidArgumentsException(
          "the address encodes bytes with % that are not UTF-8; an é is written %C3%A9");
    }
  }

  private static int octet(String text, int at) {
    int octet = PercentEncoding.octet(text, at);
    if (octet < 0) {
      String shown = text.substring(at, Math.min(at + 3, text.length()));
      throw new InvalidArgumentsException(
          "the address has a % that encodes nothing: "
              + shown.toLowerCase(Locale.ROOT)
              + "; a % is written %25");
    }
    return octet;
  }
}
