package io.gatemini.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendConfig;
import io.gatemini.Session;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedRegistrationPolicyTest {
  private final GuardedRegistrationPolicy policy =
      new GuardedRegistrationPolicy(Set.of("uvx"), Set.of("localhost"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "203.0.113.9",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001::1"
      })
  void knowsAddressesThatAreNotPublic(String address) throws UnknownHostException {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "64:ff9b::101:101"})
  void knowsPublicAddresses(String address) throws UnknownHostException {
    assertThat(PublicAddresses.isPublic(InetAddress.getByName(address))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/mcp",
        "https://[::1]:8443/mcp",
        "https://169.254.169.254/latest/meta-data",
        "http://1.1.1.1/mcp",
        "https://2130706433/",
        "https://user@10.0.0.1/",
        "file:///etc/passwd",
        "not a url",
        "/mcp"
      })
  void refusesUrlsThatReachIntoTheOperatorsNetwork(String url) {
    assertThat(policy.refusal("x", BackendConfig.streamableHttp(url), Session.local())).isPresent();
  }

  @Test
  void letsPublicHttpsAndNamedHostsThrough() {
    assertThat(
            policy.refusal(
                "x", BackendConfig.streamableHttp("https://1.1.1.1/mcp"), Session.local()))
        .isEmpty();
    assertThat(
            policy.refusal(
                "x", BackendConfig.streamableHttp("http://LOCALHOST:8080/mcp"), Session.local()))
        .isEmpty();
  }

  @Test
  void startsOnlyNamedCommands() {
    assertThat(policy.refusal("x", BackendConfig.stdio("uvx", "server"), Session.local()))
        .isEmpty();
    assertThat(policy.refusal("x", BackendConfig.stdio("rm", "-rf", "/"), Session.local()))
        .hasValueSatisfying(why -> assertThat(why).contains("\"rm\"", "allowed_commands"));
    assertThat(policy.refusal("x", BackendConfig.of("cli-adapter"), Session.local())).isPresent();
  }
}
