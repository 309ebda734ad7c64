package io.gatemini.internal.trust;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hosts that an operator has named: {@code host}, then with any port, or {@code host:port}.
 * Immutable.
 */
final class AllowedHosts {
  /** A last label of digits, or of what looks like a hexadecimal number, makes an address. */
  private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9a-fA-F]*)");

  private static final Pattern PART = Pattern.compile("0|[1-9]\\d{0,2}");
  private static final Pattern DOT = Pattern.compile("\\.");
  private static final Pattern WITH_PORT = Pattern.compile("(\\[[^\\]]*\\]|[^:]*):(\\d{1,5})");

  private final Set<String> entries;

  AllowedHosts(Collection<String> entries) {
    this.entries = entries.stream().map(AllowedHosts::entry).collect(Collectors.toSet());
  }

  boolean contains(String host, int port) {
    String name = normal(host);
    return entries.contains(name) || entries.contains(name + ":" + port);
  }

  private static String entry(String entry) {
    var withPort = WITH_PORT.matcher(entry);
    return withPort.matches() ? normal(withPort.group(1)) + ":" + withPort.group(2) : normal(entry);
  }

  /** In lower case, without the dot that ends a full name; addresses of IPv6 in brackets. */
  static String normal(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.endsWith(".")) {
      name = name.substring(0, name.length() - 1);
    }
    return name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name;
  }

  /**
   * Whether a host is a number in another way than four decimal parts: 2130706433, 0x7f.1 and
   * 0177.0.0.1 are one address to some programs and another one, or none, to others.
   */
  static boolean isOddNumber(String host) {
    String name = normal(host);
    if (!NUMBER.matcher(name).matches()) {
      return false;
    }
    return DOT.splitAsStream(name).count() != 4
        || !DOT.splitAsStream(name)
            .allMatch(part -> PART.matcher(part).matches() && Integer.parseInt(part) < 256);
  }
}
