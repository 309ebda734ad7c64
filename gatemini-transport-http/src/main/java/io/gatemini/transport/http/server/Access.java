package io.gatemini.transport.http.server;

import io.gatemini.config.ConfigException;
import io.gatemini.config.RateLimit;
import io.gatemini.internal.async.TokenBucket;
import io.gatemini.internal.text.AddressRange;
import io.gatemini.spi.option.OptionValues;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests: by the host name that they were sent to, by the page that sent them, and by
 * their token. Thread-safe.
 *
 * <p>Both names are compared because a page can point a name of its own at this machine (DNS
 * rebinding): at a loopback address only loopback names and configured ones are right.
 */
final class Access {
  private static final String BEARER = "bearer ";
  private static final int MAX_CLIENTS = 10_000;

  private static final Refusal STRANGER =
      Refusal.of(
          HttpServletResponse.SC_FORBIDDEN,
          "without authentication only this machine is served; set tokens or oauth in plugins.http,"
              + " have the host authenticate the request, or set insecure to serve everyone");

  private final Set<String> hosts = new HashSet<>();
  private final Set<String> origins = new HashSet<>();
  private final Map<String, byte[]> tokens;
  private final @Nullable JwtOptions oauth;
  private final @Nullable JwtCheck accessTokens;
  private final boolean insecure;
  private final Optional<Integer> mostPerSecond;
  private volatile int gateways = 1;

  /** The rate of one that was forgotten begins anew. */
  private final Map<String, TokenBucket> clients = ofClients();

  Access(OptionValues options) {
    options.get(HttpOptions.ALLOWED_HOSTS).forEach(host -> hosts.add(lower(host)));
    options.get(HttpOptions.ALLOWED_ORIGINS).forEach(origin -> origins.add(lower(origin)));
    Map<String, byte[]> digests = new LinkedHashMap<>();
    options
        .get(HttpOptions.TOKENS)
        .forEach(
            (name, token) -> {
              if (token.isBlank()) {
                throw new ConfigException(
                    "plugins.http.tokens." + name + " is empty; everyone would have this token");
              }
              digests.put(name, digest(token.strip()));
            });
    this.tokens = digests;
    this.oauth = options.find(HttpOptions.OAUTH).orElse(null);
    this.accessTokens = oauth == null ? null : oauth.check();
    this.insecure = options.get(HttpOptions.INSECURE);
    this.mostPerSecond = options.find(HttpOptions.MAX_REQUESTS_PER_SECOND);
  }

  /**
   * A client that may come in, or why not.
   *
   * @param client its name; empty where none is needed
   */
  record Admission(Optional<String> client, Optional<Refusal> refusal) {}

  /** Whether a request asks for the metadata of the endpoint. */
  boolean isMetadata(HttpServletRequest request) {
    return oauth != null && request.getRequestURI().endsWith(oauth.metadataPath());
  }

  /** That metadata. */
  byte[] metadata() {
    return Objects.requireNonNull(oauth).metadata();
  }

  /** A map of something of each client, for those seen last. */
  static <T> Map<String, T> ofClients() {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > MAX_CLIENTS;
          }
        });
  }

  /** The one whose share a request takes: a client with a name, else a machine. */
  static String party(HttpServletRequest request, Optional<String> client) {
    return client.orElseGet(request::getRemoteAddr);
  }

  /** Whether all clients have to be of this machine, unless the host authenticates them. */
  boolean isForThisMachine() {
    return tokens.isEmpty() && oauth == null && !insecure;
  }

  /** Whether a request is served to its sender alone: nothing says who that is. */
  private boolean needsLoopback(HttpServletRequest request) {
    return isForThisMachine() && request.getUserPrincipal() == null;
  }

  /**
   * Why a request is refused by who sent it. The address is that of the last machine, unless the
   * container knows better, as behind a proxy of this machine.
   */
  Optional<Refusal> refusalOfSender(HttpServletRequest request) {
    return needsLoopback(request) && !isLoopback(withoutPort(request.getRemoteAddr()))
        ? Optional.of(STRANGER)
        : Optional.empty();
  }

  /** Why a request is refused by where it was sent, and by which page. */
  Optional<Refusal> refusal(HttpServletRequest request) {
    if (needsLoopback(request) && !isLocal(request)) {
      return Optional.of(STRANGER);
    }
    List<String> names = Collections.list(request.getHeaders("Host"));
    String host = names.isEmpty() ? request.getServerName() : names.get(0);
    if (names.size() > 1 || !isOfThisServer(withoutPort(lower(host)), request)) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_FORBIDDEN,
              "the header Host names another server; allowed_hosts lists further names"));
    }
    String origin = request.getHeader("Origin");
    if (origin != null && !isAllowed(lower(origin), lower(host), request)) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_FORBIDDEN,
              "pages of this origin may not call the server; allowed_origins lists those that may"));
    }
    return Optional.empty();
  }

  private boolean isOfThisServer(String host, HttpServletRequest request) {
    if (hosts.contains(host)) {
      return true;
    }
    return isLocal(request) ? isLoopback(host) : hosts.isEmpty();
  }

  private boolean isAllowed(String origin, String host, HttpServletRequest request) {
    if (origins.contains(origin) || origins.contains("*")) {
      return true;
    }
    URI page;
    try {
      page = URI.create(origin);
    } catch (IllegalArgumentException e) {
      return false;
    }
    String pageHost = page.getHost();
    if (pageHost == null) {
      return false;
    }
    return isLocal(request)
        ? isLoopback(withoutPort(pageHost))
        : host.equals(page.getRawAuthority()) && isOwn(withoutPort(host), request);
  }

  /**
   * Whether no page can give itself this name; where clients are authenticated it does not help.
   */
  private boolean isOwn(String host, HttpServletRequest request) {
    return !tokens.isEmpty()
        || oauth != null
        || request.getUserPrincipal() != null
        || hosts.contains(host)
        || AddressRange.address(host).isPresent();
  }

  private static boolean isLocal(HttpServletRequest request) {
    return AddressRange.address(withoutPort(request.getLocalAddr()))
        .filter(InetAddress::isLoopbackAddress)
        .isPresent();
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || AddressRange.address(host).filter(InetAddress::isLoopbackAddress).isPresent();
  }

  private static String withoutPort(String host) {
    if (host.startsWith("[")) {
      int end = host.indexOf(']');
      return end < 0 ? "" : host.substring(1, end);
    }
    int colon = host.indexOf(':');
    return colon < 0 || host.indexOf(':', colon + 1) >= 0 ? host : host.substring(0, colon);
  }

  /** Looks at the token of a request. */
  Admission admission(HttpServletRequest request) {
    if (tokens.isEmpty() && accessTokens == null) {
      Principal known = request.getUserPrincipal();
      return new Admission(Optional.ofNullable(known).map(Principal::getName), Optional.empty());
    }
    List<String> said = Collections.list(request.getHeaders("Authorization"));
    if (said.size() != 1 || !said.get(0).regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return refused(HttpServletResponse.SC_UNAUTHORIZED, "");
    }
    String token = said.get(0).substring(BEARER.length()).strip();
    Optional<String> client = ofTokens(token);
    if (client.isEmpty() && accessTokens != null) {
      JwtCheck.Verdict verdict = accessTokens.of(token);
      if (verdict.missingScope()) {
        return refused(HttpServletResponse.SC_FORBIDDEN, "insufficient_scope");
      }
      client = verdict.client();
    }
    return client.isEmpty()
        ? refused(HttpServletResponse.SC_UNAUTHORIZED, "invalid_token")
        : new Admission(client, Optional.empty());
  }

  private Admission refused(int status, String error) {
    String reason =
        switch (error) {
          case "insufficient_scope" -> "the token lacks a scope that this server needs";
          case "invalid_token" -> "this token is not valid here, or not any more";
          default -> "a token is needed: Authorization: Bearer <token>";
        };
    return new Admission(
        Optional.empty(),
        Optional.of(
            Refusal.of(status, reason)
                .with(
                    "WWW-Authenticate",
                    oauth != null
                        ? oauth.challenge(error)
                        : error.isEmpty() ? "Bearer" : "Bearer error=\"" + error + "\"")));
  }

  /** The name of the client whose fixed token this is. */
  private Optional<String> ofTokens(String token) {
    byte[] given = digest(token);
    String client = null;
    for (Map.Entry<String, byte[]> known : tokens.entrySet()) {
      // Every token is compared, so that the time says nothing of which one was near.
      if (MessageDigest.isEqual(known.getValue(), given)) {
        client = known.getKey();
      }
    }
    return Optional.ofNullable(client);
  }

  /** Why a client has to wait. */
  Optional<Refusal> refusalByRate(String client) {
    if (mostPerSecond.isEmpty()) {
      return Optional.empty();
    }
    int burst = Math.max(1, 2 * mostPerSecond.get() / gateways);
    long missing =
        clients
            .computeIfAbsent(
                client,
                key ->
                    new TokenBucket(new RateLimit(burst, Duration.ofSeconds(2)), System::nanoTime))
            .take();
    return missing == 0
        ? Optional.empty()
        : Optional.of(
            Refusal.of(Refusal.TOO_MANY_REQUESTS, "too many requests; send fewer per second")
                .with("Retry-After", String.valueOf(1 + missing / 1_000_000_000)));
  }

  /** So many gateways share the requests of each client. */
  void share(int count) {
    if (gateways != count) {
      gateways = count;
      clients.clear();
    }
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
