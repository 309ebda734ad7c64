package io.gatemini.transport.http.internal.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Failures;
import io.gatemini.transport.http.internal.listen.RequestThreads;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/**
 * Listens on this machine for the browser that comes back from a sign-in. It takes one redirect, of
 * the state that it waits for, and shows the person how the sign-in ended.
 */
final class CallbackServer implements AutoCloseable {
  private static final String PATH = "/callback";

  /** A browser needs one or two; others of this machine must not hold more. */
  private static final int MOST_REQUESTS = 16;

  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

  private final HttpServer server;
  private final URI redirectUri;
  private final Executor executor;
  private final RequestThreads threads =
      new RequestThreads("gatemini-callback", MOST_REQUESTS, REQUEST_LIMIT);
  private final AtomicBoolean taken = new AtomicBoolean();

  private CallbackServer(HttpServer server, URI redirectUri, Executor executor) {
    this.server = server;
    this.redirectUri = redirectUri;
    this.executor = executor;
    server.setExecutor(threads);
  }

  /**
   * Begins to listen; {@link #await} begins to answer.
   *
   * @param registered the address that the sign-in has to return to; empty for any
   * @param listenOn the port behind it; empty for its own
   * @param executor runs what follows on the redirect, which may block
   */
  static CallbackServer open(
      Optional<URI> registered, Optional<Integer> listenOn, Executor executor) {
    int port = listenOn.orElse(registered.map(CallbackServer::port).orElse(0));
    try {
      HttpServer server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
      int bound = server.getAddress().getPort();
      return new CallbackServer(
          server,
          registered.orElseGet(() -> URI.create("http://127.0.0.1:" + bound + PATH)),
          executor);
    } catch (BindException e) {
      throw BackendUnavailableException.lasting(
          "port "
              + port
              + " of this machine, which the sign-in returns to, is taken; end what listens there,"
              + " or set oauth.callback_port and oauth.redirect_uri to another");
    } catch (IOException e) {
      throw new BackendUnavailableException("the sign-in cannot be awaited: " + e.getMessage(), e);
    }
  }

  private static int port(URI uri) {
    return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
  }

  URI redirectUri() {
    return redirectUri;
  }

  /**
   * Waits. The future completes when the person has been shown how the sign-in ended, as it has.
   *
   * @param redirected takes the redirect; may block, and throws what the person is to read
   */
  CompletableFuture<Void> await(String state, Consumer<URI> redirected) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    server.createContext(
        "/",
        exchange -> {
          boolean awaited = false;
          try {
            awaited = isAwaited(exchange, state);
          } finally {
            if (!awaited) {
              exchange.close();
            }
          }
          if (awaited) { // the tokens take longer than a request may
            executor.execute(() -> end(exchange, redirected, ended));
          }
        });
    server.start();
    return ended;
  }

  private static void end(
      HttpExchange exchange, Consumer<URI> redirected, CompletableFuture<Void> ended) {
    Optional<Throwable> failure = failure(exchange, redirected);
    try (exchange) {
      show(
          exchange,
          failure.isEmpty() ? 200 : 400,
          failure
              .map(problem -> "The sign-in failed: " + Failures.sentence(problem))
              .orElse("You are signed in. You can close this page."));
    } catch (IOException e) {
      // the person has closed the page
    } finally {
      failure.ifPresentOrElse(ended::completeExceptionally, () -> ended.complete(null));
    }
  }

  private boolean isAwaited(HttpExchange exchange, String state) throws IOException {
    URI asked = exchange.getRequestURI();
    String path = redirectUri.getPath().isEmpty() ? "/" : redirectUri.getPath();
    if (!exchange.getRequestMethod().equals("GET") || !asked.getPath().equals(path)) {
      show(exchange, 404, "There is nothing here.");
    } else if (!state.equals(state(asked))) {
      show(exchange, 400, "This address belongs to no sign-in that is awaited here.");
    } else if (!taken.compareAndSet(false, true)) {
      show(exchange, 400, "This sign-in is over.");
    } else {
      return true;
    }
    return false;
  }

  private static Optional<Throwable> failure(HttpExchange exchange, Consumer<URI> redirected) {
    try {
      redirected.accept(exchange.getRequestURI());
      return Optional.empty();
    } catch (RuntimeException | Error e) { // the person waits for a page, the gateway for the end
      return Optional.of(e);
    }
  }

  private static String state(URI asked) {
    Fields query = new Fields();
    UrlEncoded.decodeUtf8To(asked.getRawQuery() == null ? "" : asked.getRawQuery(), query);
    Fields.Field state = query.get("state");
    return state == null || state.getValues().size() != 1 ? "" : state.getValue();
  }

  private static void show(HttpExchange exchange, int status, String text) throws IOException {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    byte[] page =
        ("<!doctype html><meta charset=\"utf-8\"><title>Gatemini</title><p>" + escaped)
            .getBytes(StandardCharsets.UTF_8);
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Content-Security-Policy", "default-src 'none'");
    exchange.sendResponseHeaders(status, page.length);
    exchange.getResponseBody().write(page);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
