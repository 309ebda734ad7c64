package io.gatemini.transport.http.server;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the transport {@code http}. */
final class HttpOptions {
  static final OptionTable TABLE = new OptionTable("");

  /** As long as what stdio takes. */
  static final int DEFAULT_MAX_MESSAGE_BYTES = 64 << 20;

  private static final int PORTS = 65_535;

  static final OptionKey<String> LISTEN =
      TABLE.add(
          "listen",
          OptionType.text().check(HttpOptions::problem),
          "127.0.0.1:8420",
          "The address and port to listen at; port 0 takes a free one.");
  static final OptionKey<String> PATH =
      TABLE.add(
          "path",
          OptionType.text()
              .check(
                  path ->
                      path.matches("/[A-Za-z0-9._/-]*")
                          ? Optional.empty()
                          : Optional.of("must be a path such as /mcp")),
          "/mcp",
          "The path of the endpoint.");
  static final OptionKey<Map<String, String>> TOKENS =
      TABLE.add(
          "tokens",
          OptionType.secretTextMap(),
          Map.of(),
          "Bearer tokens that clients may send, by the name of the client.");
  static final OptionKey<JwtOptions> OAUTH =
      TABLE.add(
          "oauth",
          OptionType.section(JwtOptions.KEYS, JwtOptions::of),
          "Access tokens of an authorization server that clients may send.");
  static final OptionKey<Boolean> INSECURE =
      TABLE.add(
          "insecure",
          OptionType.bool(),
          false,
          "Serves clients of other machines without authentication.");
  static final OptionKey<List<String>> ALLOWED_HOSTS =
      TABLE.add(
          "allowed_hosts",
          OptionType.texts(),
          List.of(),
          "Further host names under which clients may reach the endpoint, without a port.");
  static final OptionKey<List<String>> ALLOWED_ORIGINS =
      TABLE.add(
          "allowed_origins",
          OptionType.texts(),
          List.of(),
          "Origins of web pages that may call the endpoint, for example https://app.example.com.");
  static final OptionKey<Integer> MAX_MESSAGE_BYTES =
      TABLE.add(
          "max_message_bytes",
          OptionType.integer(1024, 1 << 30),
          DEFAULT_MAX_MESSAGE_BYTES,
          "The longest accepted request body; a longer one gets status 413.");
  static final OptionKey<Integer> MAX_HEADER_BYTES =
      TABLE.add(
          "max_header_bytes",
          OptionType.integer(1024, 1 << 20),
          16 << 10,
          "The longest accepted request header; a longer one gets status 431.");
  static final OptionKey<Integer> MAX_SESSIONS =
      TABLE.add(
          "max_sessions",
          OptionType.integer(1, 1_000_000),
          10_000,
          "Open sessions; one more ends the longest idle one of the client that has most.");
  static final OptionKey<Duration> SESSION_TIMEOUT =
      TABLE.add(
          "session_timeout",
          OptionType.duration(),
          Duration.ofMinutes(30),
          "The time after which a session without requests and streams ends.");
  static final OptionKey<Integer> MAX_REQUESTS_PER_SECOND =
      TABLE.add(
          "max_requests_per_second",
          OptionType.integer(1, 1_000_000),
          "Requests of one client per second, with bursts of twice as many; more get status 429.");
  static final OptionKey<Duration> BODY_TIMEOUT =
      TABLE.add(
          "body_timeout",
          OptionType.duration(),
          Duration.ofSeconds(30),
          "The time for a request body to arrive; a slower one gets status 408.");
  static final OptionKey<String> PEER_KEY =
      TABLE.add(
          "peer_key",
          OptionType.secretText().nonBlank(),
          "The key by which gateways behind one address know each other's messages; the same in"
              + " all of them.");
  static final OptionKey<Path> KEYSTORE =
      TABLE.add("keystore", OptionType.path(), "A PKCS 12 or JKS file with a key, for TLS.");
  static final OptionKey<String> KEYSTORE_PASSWORD =
      TABLE.add("keystore_password", OptionType.secretText(), "The password of the keystore.");

  private HttpOptions() {}

  private static Optional<String> problem(String listen) {
    int colon = listen.lastIndexOf(':');
    if (colon > 0) {
      try {
        int port = Integer.parseInt(listen.substring(colon + 1));
        if (port >= 0 && port <= PORTS) {
          return Optional.empty();
        }
      } catch (NumberFormatException e) {
        // the same as a port that cannot be
      }
    }
    return Optional.of("must be an address and a port, for example 127.0.0.1:8420");
  }

  /** The host of {@code host:port}. */
  static String host(String listen) {
    return listen.substring(0, listen.lastIndexOf(':')).replace("[", "").replace("]", "");
  }

  static int port(String listen) {
    return Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
  }
}
