package io.gatemini.internal.trust;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * Separates addresses of the public internet from all others (IANA special-purpose registries), and
 * from those that clouds have taken for themselves.
 */
final class PublicAddresses {
  private PublicAddresses() {}

  static boolean isPublic(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    if (address instanceof Inet4Address) {
      return isPublicV4(bytes, 0);
    }
    return address instanceof Inet6Address && isPublicV6(bytes);
  }

  private static boolean isPublicV4(byte[] bytes, int from) {
    int first = bytes[from] & 0xff;
    int second = bytes[from + 1] & 0xff;
    int third = bytes[from + 2] & 0xff;
    boolean special =
        first == 0 // this network
            || first == 10
            || first == 127
            || first >= 224 // multicast, reserved, broadcast
            || (first == 100 && second >= 64 && second < 128) // shared address space, RFC 6598
            || (first == 169 && second == 254) // link local, cloud metadata
            || isAzurePlatform(first, second, third, bytes[from + 3] & 0xff)
            || (first == 172 && second >= 16 && second < 32)
            || (first == 192 && second == 168)
            || (first == 192 && second == 0 && (third == 0 || third == 2))
            || (first == 192 && second == 88 && third == 99) // relays of 6to4, RFC 7526
            || (first == 198 && (second == 18 || second == 19)) // benchmarks, RFC 2544
            || (first == 198 && second == 51 && third == 100)
            || (first == 203 && second == 0 && third == 113);
    return !special;
  }

  /** 168.63.129.16, from within any machine of Azure the platform that runs it. */
  private static boolean isAzurePlatform(int first, int second, int third, int fourth) {
    return first == 168 && second == 63 && third == 129 && fourth == 16;
  }

  private static boolean isPublicV6(byte[] bytes) {
    if ((bytes[0] & 0xfe) == 0xfc) {
      return false; // unique local, RFC 4193
    }
    if (startsWith(bytes, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0)) {
      return isPublicV4(bytes, 12); // NAT64, RFC 6052; a network's own prefix is not public
    }
    if (startsWith(bytes, 0x20, 0x02)) {
      return isPublicV4(bytes, 2); // 6to4, RFC 3056
    }
    // Global unicast is 2000::/3. In it 2001::/23 is for protocols (Teredo, benchmarks, ORCHID),
    // 2001:db8::/32 and 3fff::/20 are for documentation.
    return (bytes[0] & 0xe0) == 0x20
        && !(startsWith(bytes, 0x20, 0x01) && (bytes[2] & 0xfe) == 0)
        && !startsWith(bytes, 0x20, 0x01, 0x0d, 0xb8)
        && !(startsWith(bytes, 0x3f, 0xff) && (bytes[2] & 0xf0) == 0);
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xff) != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
