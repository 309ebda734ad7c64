package io.gatemini.server.admin;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.transport.http.internal.listen.RequestThreads;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A port over HTTP that shows operators the state of the gateways in this process, and changes
 * nothing. Thread-safe.
 */
public final class AdminPort implements AutoCloseable {
  private static final Logger LOG = System.getLogger(AdminPort.class.getName());

  /**
   * The queue of connections that are not accepted yet: a thousand at once are no reason to refuse
   * one.
   */
  private static final int BACKLOG = 1024;

  /**
   * Requests whose header is being read. Each takes a thread with a small stack, which ends within
   * {@link #REQUEST_LIMIT}: with a thousand connections that drip there is one for an orchestrator.
   */
  private static final int MOST_REQUESTS = 1536;

  /** Answers that are being made, but for {@code /live}, which costs nothing. */
  private static final int MOST_ANSWERS = 32;

  /** From the first byte to the last of the answer. */
  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private final HttpServer server;
  private final RequestThreads threads;
  private final AdminAccess access;
  private final Watched watched;
  private final Semaphore answers = new Semaphore(MOST_ANSWERS, true);

  private AdminPort(
      HttpServer server, RequestThreads threads, AdminAccess access, Watched watched) {
    this.server = server;
    this.threads = threads;
    this.access = access;
    this.watched = watched;
  }

  /**
   * Begins to listen where the settings say so. Where that cannot be, the log says why: what the
   * process is there for goes on without it.
   *
   * @param secrets the secrets of the configuration; without that of its token there is no port
   * @return null where there is no such port
   */
  public static @Nullable AdminPort open(
      GatewaySettings settings, Secrets secrets, Watched watched) {
    try {
      return settings
          .admin()
          .map(admin -> admin.withToken(admin.token().map(secrets::resolve)))
          .map(admin -> open(admin, watched, REQUEST_LIMIT))
          .orElse(null);
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "there is no admin port: admin.token: {0}", e.getMessage());
      return null;
    }
  }

  static @Nullable AdminPort open(
      GatewaySettings.Admin admin, Watched watched, Duration requestLimit) {
    String listen = admin.listen();
    int colon = listen.lastIndexOf(':');
    String host = listen.substring(0, colon).replace("[", "").replace("]", "");
    try {
      InetAddress address = InetAddress.getByName(host);
      if (!address.isLoopbackAddress() && admin.token().isEmpty()) {
        LOG.log(
            Level.WARNING,
            "there is no admin port: other machines reach {0}, and admin.token is not set",
            listen);
        return null;
      }
      InetSocketAddress at =
          new InetSocketAddress(address, Integer.parseInt(listen.substring(colon + 1)));
      HttpServer server = HttpServer.create(at, BACKLOG);
      RequestThreads threads = new RequestThreads("gatemini-admin", MOST_REQUESTS, requestLimit);
      AdminPort port = new AdminPort(server, threads, new AdminAccess(admin, host), watched);
      server.setExecutor(threads);
      server.createContext("/", port::handle);
      server.start();
      LOG.log(Level.INFO, () -> "the admin port listens on " + server.getAddress());
      return port;
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          () -> "there is no admin port: " + listen + " cannot be used (" + e.getMessage() + ")");
      return null;
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      AdminAnswer answer =
          access
              .refusal(exchange)
              .orElseGet(
                  () ->
                      Guarded.valueOr(
                          () -> answer(exchange),
                          problem -> {
                            Guarded.log(LOG, "a request of an operator failed", problem);
                            return AdminAnswer.problem(500, "the request failed; the log says why");
                          }));
      answer.send(exchange);
    }
  }

  private AdminAnswer answer(HttpExchange exchange) {
    if (!METHODS.contains(exchange.getRequestMethod())) {
      return AdminAnswer.problem(405, "only GET and HEAD are answered").with("Allow", "GET, HEAD");
    }
    String path = String.valueOf(exchange.getRequestURI().getPath());
    if (path.equals("/live")) {
      return AdminAnswer.json(JsonNodeFactory.instance.objectNode().put("live", true));
    }
    // An interrupt ends the request, not the wait for others, which make their answers in moments.
    answers.acquireUninterruptibly();
    try {
      return answer(path);
    } finally {
      answers.release();
    }
  }

  private AdminAnswer answer(String path) {
    List<Gateway> gateways = watched.gateways().get();
    return switch (path) {
      case "/api/health" -> AdminAnswer.json(AdminJson.health(watched));
      case "/api/backends" -> AdminAnswer.json(AdminJson.backends(watched));
      case "/api/discovery" -> AdminAnswer.json(AdminJson.discovery(gateways));
      case "/metrics" -> new AdminAnswer(200, Metrics.TYPE, Metrics.of(watched));
      case "/ready" -> ready(gateways);
      default ->
          AdminAnswer.problem(
              404,
              "there are /api/health, /api/backends, /api/discovery, /metrics, /ready and /live");
    };
  }

  /** Asking counts as the first use, for which backends may wait with their start. */
  private static AdminAnswer ready(List<Gateway> gateways) {
    boolean ready = gateways.stream().allMatch(AdminPort::isReady);
    return AdminAnswer.json(
        ready ? 200 : 503, JsonNodeFactory.instance.objectNode().put("ready", ready));
  }

  private static boolean isReady(Gateway gateway) {
    try {
      return gateway.awaitReady(Duration.ZERO);
    } catch (GatewayClosedException e) {
      return false;
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
