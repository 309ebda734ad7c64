package io.gatemini.internal.text;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of IP addresses in CIDR notation (RFC 4632, RFC 4291), for example {@code 10.0.0.0/8} or
 * {@code fd00::/8}; an address alone is a range of one. IPv4 addresses that are written as IPv6
 * ones ({@code ::ffff:10.0.0.1}) are IPv4 addresses. Immutable.
 */
public final class AddressRange {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");
  private static final Pattern MAPPED = Pattern.compile("(?i)::ffff:\\d{1,3}(\\.\\d{1,3}){3}");

  /** The bits before the IPv4 address in one that is written as an IPv6 address. */
  private static final int MAPPED_BITS = 96;

  private static final int IPV6_BYTES = 16;

  private final byte[] network;
  private final int prefix;

  private AddressRange(byte[] network, int prefix) {
    this.network = network;
    this.prefix = prefix;
  }

  /** The range that a text names; empty where it names none. */
  public static Optional<AddressRange> of(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    Optional<InetAddress> found = address(address);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    byte[] network = found.get().getAddress();
    int bits = network.length * Byte.SIZE;
    if (slash < 0) {
      return Optional.of(new AddressRange(network, bits));
    }
    String length = text.substring(slash + 1);
    if (!length.matches("\\d{1,3}")) {
      return Optional.empty();
    }
    int prefix = Integer.parseInt(length);
    if (MAPPED.matcher(address).matches()) {
      prefix -= MAPPED_BITS;
    }
    return prefix < 0 || prefix > bits
        ? Optional.empty()
        : Optional.of(new AddressRange(network, prefix));
  }

  /** The address that a text is; empty where it is a name, which would have to be looked up. */
  public static Optional<InetAddress> address(String text) {
    if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(text));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** Whether an address is in the range; one of the other version never is. */
  public boolean contains(InetAddress address) {
    byte[] bytes = address instanceof Inet4Address ? address.getAddress() : plain(address);
    if (bytes.length != network.length) {
      return false;
    }
    int whole = prefix / Byte.SIZE;
    int rest = prefix % Byte.SIZE;
    if (!Arrays.equals(bytes, 0, whole, network, 0, whole)) {
      return false;
    }
    int mask = 0xff << (Byte.SIZE - rest);
    return rest == 0 || ((bytes[whole] ^ network[whole]) & mask & 0xff) == 0;
  }

  private static byte[] plain(InetAddress address) {
    byte[] bytes = address.getAddress();
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return bytes;
      }
    }
    return bytes[10] == -1 && bytes[11] == -1
        ? Arrays.copyOfRange(bytes, MAPPED_BITS / Byte.SIZE, IPV6_BYTES)
        : bytes;
  }
}
