package io.gatemini.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Values;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressRangeTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.1.2, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "10.1.2.3/8, 10.9.9.9, true",
    "192.168.4.0/22, 192.168.7.255, true",
    "192.168.4.0/22, 192.168.8.0, false",
    "200.0.0.0/5, 207.1.1.1, true",
    "200.0.0.0/5, 208.1.1.1, false",
    "127.0.0.1/32, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "0.0.0.0/0, 8.8.8.8, true",
    "0.0.0.0/0, ::1, false",
    "::/0, 8.8.8.8, false",
    "::1/128, ::1, true",
    "fd00::/8, fdff::1, true",
    "fd00::/8, fe80::1, false",
    "2001:db8::/33, 2001:db8:7fff::1, true",
    "2001:db8::/33, 2001:db8:8000::1, false",
    "::ffff:10.0.0.0/104, 10.1.2.3, true",
    "::ffff:10.0.0.0/104, 11.1.2.3, false",
    "10.0.0.0/8, ::ffff:10.1.2.3, true"
  })
  void holdsTheAddressesThatBeginAsItDoes(String range, String address, boolean held) {
    assertThat(range(range).contains(AddressRange.address(address).orElseThrow())).isEqualTo(held);
  }

  /** The JDK makes IPv4 addresses of them, but for those that a program asks it not to. */
  @Test
  void takesAnIpv4AddressInAnIpv6OneForWhatItIs() throws UnknownHostException {
    byte[] bytes = new byte[16];
    bytes[10] = -1;
    bytes[11] = -1;
    System.arraycopy(new byte[] {10, 1, 2, 3}, 0, bytes, 12, 4);
    InetAddress mapped = Inet6Address.getByAddress(null, bytes, -1);

    assertThat(mapped).isInstanceOf(Inet6Address.class);
    assertThat(
            Map.of(
                "10", range("10.0.0.0/8").contains(mapped),
                "11", range("11.0.0.0/8").contains(mapped),
                "six", range("::/0").contains(mapped)))
        .isEqualTo(Map.of("10", true, "11", false, "six", false));
  }

  @Values(
      """
      `` | / | 10.0.0.0/33 | 10.0.0.0/-1 | 10.0.0.0/ | 10.0.0/8 | 256.0.0.1 | localhost/8 | ::1/129
      :::/8 | ::ffff:10.0.0.0/8 | 10.0.0.0/8/8 | fd00::%eth0/8
      """)
  void isNothingElse(String text) {
    assertThat(AddressRange.of(text)).isEmpty();
  }

  @Test
  void looksUpNoName() {
    assertThat(List.of("localhost", "abc", "1.2.3", "example.com"))
        .allSatisfy(name -> assertThat(AddressRange.address(name)).isEmpty());
  }

  private static AddressRange range(String text) {
    return AddressRange.of(text).orElseThrow();
  }
}
