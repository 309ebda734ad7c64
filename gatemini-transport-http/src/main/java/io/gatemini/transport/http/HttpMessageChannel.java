package io.gatemini.transport.http;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Tasks;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.SignIn;
import io.gatemini.transport.http.internal.client.HttpClients;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The client side of streamable HTTP (MCP specification 2025-11-25, transports): a POST for each
 * message, its answer as JSON or as server-sent events, and the stream of the server beside it.
 *
 * <p>Thread-safe. Uses its own HTTP client with daemon threads that end with {@link #close}. There
 * is no deadline on an answer: the caller abandons the exchange when it takes too long. Messages
 * without a waiting caller, notifications and responses, are abandoned here. A failed exchange
 * fails only what it carried; the channel ends by itself only when the server has forgotten the
 * session and makes no other, or when the one stream of an older server ends.
 */
final class HttpMessageChannel implements MessageChannel {
  private static final Logger LOG = System.getLogger(HttpMessageChannel.class.getName());

  /** The ids of requests are none below zero. */
  private static final long NO_REQUEST = -1;

  /** How long a server may take to accept what it need not answer. */
  private static final Duration ACCEPT_WITHIN = Duration.ofSeconds(30);

  private final String backend;
  private final HttpAddress address;
  private final EndpointClient client;
  private final Executor executor;
  private final Duration acceptWithin;
  private final Set<PostExchange> exchanges = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicBoolean streaming = new AtomicBoolean();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final SessionRenewal renewal;
  private volatile ServerStream serverStream;
  private volatile @Nullable LegacyStream legacy;
  private volatile @Nullable Receiver receiver;
  private volatile String endReason = "the backend was stopped";

  HttpMessageChannel(BackendContext context, HttpAddress address) {
    this(
        context, address, HttpClients.create(context.name(), context::mayConnectTo), ACCEPT_WITHIN);
  }

  /**
   * @param client not started yet; checks what is connected to itself
   */
  HttpMessageChannel(
      BackendContext context, HttpAddress address, HttpClient client, Duration acceptWithin) {
    this.backend = context.name();
    this.address = address;
    this.client =
        new EndpointClient(
            context,
            address,
            client,
            () -> HttpAddress.of(context.name(), context.reread()).headers());
    this.executor = context.executor();
    this.acceptWithin = acceptWithin;
    this.renewal = new SessionRenewal(this.client.endpoint(), this);
    this.serverStream = newServerStream();
  }

  private ServerStream newServerStream() {
    CompletionStage<Void> made = handshake();
    return new ServerStream(client, () -> ready(false), this::event, () -> renew(made));
  }

  @Override
  public CompletionStage<Void> open(Receiver newReceiver) {
    receiver = newReceiver;
    CompletableFuture<Void> opened = new CompletableFuture<>();
    if (!Tasks.tryExecute(() -> executor, () -> start(opened))) {
      opened.completeExceptionally(new BackendUnavailableException("the gateway is closed"));
    }
    return opened;
  }

  @Override
  public CompletionStage<Void> send(byte[] message) {
    return send(JsonRpcMessage.of(message));
  }

  @Override
  public CompletionStage<Void> send(JsonRpcMessage message) {
    return send(message, Map.of());
  }

  @Override
  public boolean hasExchanges() {
    return true;
  }

  @Override
  public CompletionStage<Void> send(JsonRpcMessage message, Map<String, String> headers) {
    if (message.kind() == Kind.INVALID || message.kind() == Kind.BATCH) {
      return CompletableFuture.failedFuture(
          new BackendCallException("a message to send is not a JSON-RPC message"));
    }
    if (message.method().equals("initialize")) {
      renewal.remember(message);
    }
    PostExchange exchange =
        post(
            message,
            message.kind() == Kind.REQUEST
                ? received -> deliver(received, message.numericId())
                : this::deliver,
            headers,
            false);
    CompletableFuture<Void> future = exchange.future();
    if (message.kind() != Kind.REQUEST) {
      bound(exchange);
    }
    if (message.method().equals("notifications/initialized")) {
      future.thenRun(this::stream);
    }
    return future;
  }

  /**
   * The sender of a notification does not wait for it, and would never give its connection back.
   */
  private void bound(PostExchange exchange) {
    Scheduler.Task timer =
        client.later(
            () ->
                exchange.fail(
                    new BackendCallException(
                        client.endpoint().authority()
                            + " did not accept a message within "
                            + acceptWithin.toMillis()
                            + " ms")),
            acceptWithin);
    if (timer != null) {
      exchange.future().whenComplete((done, failure) -> timer.cancel());
    }
  }

  /** Posts a message; the inbox takes what comes back, each valid until it returns. */
  PostExchange post(
      JsonRpcMessage message,
      Consumer<JsonRpcMessage> inbox,
      Map<String, String> headers,
      boolean handshake) {
    PostExchange exchange = new PostExchange(client, this, message, inbox, headers, handshake);
    exchanges.add(exchange);
    exchange.future().whenComplete((done, failure) -> exchanges.remove(exchange));
    // After the exchange was added: a concurrent close either sees it or was seen here.
    if (closing.get()) {
      exchange.fail(new BackendUnavailableException(endReason));
    } else {
      exchange.start();
    }
    return exchange;
  }

  /** Completes when a message can be sent: the session is there, and the token. */
  CompletionStage<Void> ready(boolean handshake) {
    return handshake ? client.token() : renewal.settled().thenCompose(settled -> client.token());
  }

  /** Completes when there are other headers than the rejected ones; fails when there are none. */
  CompletionStage<Void> renewHeaders(Map<String, String> rejected) {
    return client.renewHeaders(rejected, executor);
  }

  /** Completes when there is another session than the one that is gone. */
  CompletionStage<Void> renew(@Nullable CompletionStage<Void> before) {
    return renewal.renew(before);
  }

  /** The latest handshake that was made again; completes when it is over. */
  CompletionStage<Void> handshake() {
    return renewal.settled();
  }

  boolean hasHandshake() {
    return renewal.isPossible();
  }

  /** Whether there is a session, or will be in a moment. */
  boolean hasSession() {
    return client.endpoint().session().isPresent()
        || !renewal.settled().toCompletableFuture().isDone();
  }

  /** There is a new session: its stream has to be opened. */
  void renewed() {
    serverStream.stop();
    serverStream = newServerStream();
    if (closing.get()) {
      serverStream.stop();
    } else if (streaming.get()) {
      serverStream.open();
    }
  }

  /** Tries whether it is an older server, and stays with that if so. */
  CompletionStage<Void> fallBack() {
    LegacyStream stream = new LegacyStream(client, this::event, this::ended);
    return stream
        .open()
        .thenAccept(
            established -> {
              legacy = stream;
              LOG.log(Level.INFO, "backend {0} speaks the older HTTP+SSE", backend);
              if (closing.get()) {
                stream.stop();
              }
            });
  }

  /** Whether answers come on a stream of their own. */
  boolean isLegacy() {
    return legacy != null;
  }

  @Override
  public void negotiated(String protocolVersion) {
    client.endpoint().protocolVersion(protocolVersion);
  }

  @Override
  public CompletionStage<SignIn> signIn() {
    return client.tokens().signIn();
  }

  @Override
  public CompletionStage<Boolean> signOut() {
    return client.tokens().signOut();
  }

  @Override
  public Optional<String> signedIn() {
    return client.tokens().signedIn();
  }

  @Override
  public CompletionStage<Void> close() {
    end(endReason, true);
    return closed.copy();
  }

  /** The server gave the channel up. */
  void ended(String reason) {
    end(reason, false);
  }

  /**
   * Hands a message on. Line feeds, which JSON has only between tokens, become spaces: a result is
   * passed on as it stands, also over a pipe where a line feed ends the message.
   */
  void deliver(JsonRpcMessage message) {
    deliver(message, NO_REQUEST);
  }

  /**
   * The same of what came in the exchange of a request.
   *
   * @param request its id
   */
  private void deliver(JsonRpcMessage message, long request) {
    byte[] buffer = message.buffer();
    int end = message.offset() + message.length();
    for (int i = message.offset(); i < end; i++) {
      if (buffer[i] == '\n' || buffer[i] == '\r') {
        buffer[i] = ' ';
      }
    }
    Receiver current = receiver;
    if (current != null && !closed.isDone()) {
      if (request == NO_REQUEST) {
        current.message(message);
      } else {
        current.message(message, request);
      }
    }
  }

  /** Hands on the messages of an event of the server's own stream. */
  private void event(String type, byte[] data, int length) {
    if (!type.equals("message") || length == 0) {
      return;
    }
    List<JsonRpcMessage> messages = JsonRpcMessage.messages(data, length);
    // One that fails must not end the stream for those that follow.
    messages.forEach(
        message ->
            Guarded.run(
                LOG,
                "a message of backend " + backend + " could not be handled",
                () -> deliver(message)));
    if (messages.isEmpty()) {
      client.ignored("an event that is not a JSON-RPC message");
    }
  }

  private void start(CompletableFuture<Void> opened) {
    try {
      client.start();
    } catch (Exception | LinkageError e) {
      opened.completeExceptionally(
          new BackendUnavailableException("the HTTP client could not be started", e));
      return;
    }
    if (closing.get()) {
      client.stop();
      opened.completeExceptionally(new BackendUnavailableException(endReason));
    } else if (address.sse()) {
      // Where it is none after all, the answer to the first message says what it is.
      fallBack().whenComplete((found, failure) -> opened.complete(null));
    } else {
      opened.complete(null);
    }
  }

  private void stream() {
    if (!closing.get() && !isLegacy() && streaming.compareAndSet(false, true)) {
      serverStream.open();
    }
  }

  private void end(String reason, boolean endSession) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    endReason = reason;
    serverStream.stop();
    LegacyStream older = legacy;
    if (older != null) {
      older.stop();
    }
    // The client waits for its threads when it stops, so none of them may do it.
    Guarded.startOrRun(LOG, "gatemini-http-" + backend + "-close", () -> shutDown(endSession));
  }

  private void shutDown(boolean endSession) {
    exchanges.forEach(exchange -> atEnd(() -> exchange.channelEnded(endReason)));
    if (endSession) {
      atEnd(client::endSession);
    }
    atEnd(client::stop);
    Receiver current = receiver;
    if (current != null) {
      atEnd(() -> current.closed(endReason));
    }
    closed.complete(null);
  }

  /** A failure at the end keeps nothing else from ending. */
  private void atEnd(Runnable step) {
    Guarded.run(LOG, "the end of backend " + backend + " failed in part", step);
  }
}
