package io.gatemini.server.admin;

import com.sun.net.httpserver.HttpExchange;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.text.AddressRange;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Who may ask: from which addresses, under which names of this host, with which token. Immutable.
 *
 * <p>The names are looked at because a page of the web can make a browser ask this machine under a
 * name of its own (DNS rebinding). An address cannot be made to mean another one.
 */
final class AdminAccess {
  private static final String BEARER = "bearer ";

  private final List<AddressRange> allowed;
  private final Optional<byte[]> token;
  private final String name;

  /**
   * @param host the name under which the port is configured
   */
  AdminAccess(GatewaySettings.Admin admin, String host) {
    this.allowed =
        admin.allowedCidrs().stream().flatMap(range -> AddressRange.of(range).stream()).toList();
    this.token = admin.token().map(it -> it.getBytes(StandardCharsets.UTF_8));
    this.name = host.toLowerCase(Locale.ROOT);
  }

  /** The reason why a request is refused; it does not reveal the right value. */
  Optional<AdminAnswer> refusal(HttpExchange exchange) {
    InetAddress from = exchange.getRemoteAddress().getAddress();
    if (allowed.stream().noneMatch(range -> range.contains(from))) {
      return Optional.of(AdminAnswer.problem(403, "this address is not allowed"));
    }
    if (!isOfThisHost(exchange)) {
      return Optional.of(AdminAnswer.problem(403, "the header Host names another host"));
    }
    return refusalOfToken(exchange)
        .map(it -> AdminAnswer.problem(401, it).with("WWW-Authenticate", "Bearer"));
  }

  private boolean isOfThisHost(HttpExchange exchange) {
    List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
    if (hosts.size() != 1) {
      return false;
    }
    String host = withoutPort(hosts.get(0)).toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || host.equals(name)
        || AddressRange.address(host)
            .filter(
                it -> it.isLoopbackAddress() || it.equals(exchange.getLocalAddress().getAddress()))
            .isPresent();
  }

  private static String withoutPort(String host) {
    if (host.startsWith("[")) {
      int end = host.indexOf(']');
      return end < 0 ? "" : host.substring(1, end);
    }
    int colon = host.indexOf(':');
    return colon < 0 ? host : host.substring(0, colon);
  }

  private Optional<String> refusalOfToken(HttpExchange exchange) {
    if (token.isEmpty()) {
      return Optional.empty();
    }
    List<String> said = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
    if (said.size() != 1 || !said.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Optional.of("a token is needed: Authorization: Bearer <token>");
    }
    // The JDK's server reads a character for each byte.
    byte[] given =
        said.get(0).substring(BEARER.length()).strip().getBytes(StandardCharsets.ISO_8859_1);
    return MessageDigest.isEqual(token.get(), given)
        ? Optional.empty()
        : Optional.of("this token is not valid here");
  }
}
