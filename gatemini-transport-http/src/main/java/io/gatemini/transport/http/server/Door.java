package io.gatemini.transport.http.server;

import io.gatemini.Exposure;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.server.StatelessRequests;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionValues;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A surface that is open to clients over HTTP (specification 2025-11-25, streamable HTTP). A
 * request holds a thread only while its bytes are there to read. Thread-safe.
 */
final class Door implements Exposure {
  static final String SESSION_HEADER = "Mcp-Session-Id";
  static final String VERSION_HEADER = "MCP-Protocol-Version";

  /** A range of types with a weight of 0 (RFC 9110, 12.4.2). */
  static final String JSON = "application/json";

  static final String EVENTS = "text/event-stream";

  private static final Pattern NOT_WANTED =
      Pattern.compile(";\\s*q\\s*=\\s*0(?:\\.0*)?\\s*(?:;|$)");

  private static final long TICK_SECONDS = 1;

  /** Closing the stream gives the request up, which shows when something is written to it. */
  private static final Post.Manner STATELESS =
      new Post.Manner(
          StatelessHeaders::status,
          false,
          TimeUnit.SECONDS.toNanos(1),
          TimeUnit.SECONDS.toNanos(1));

  private final OptionValues options;
  private final Access access;
  private final PluginContext context;
  private final SessionRequests bySession;
  private final Surface surface;
  private final StatelessRequests stateless;
  private final StatelessHeaders headers;
  private final @Nullable SharedSessions shared;
  private final Set<Post> posts = ConcurrentHashMap.newKeySet();
  private final Set<BodyReader> bodies = ConcurrentHashMap.newKeySet();

  /** The part of the memory for messages that the bodies of one client have: half of it. */
  private final Map<String, MessageMemory> memory = Access.ofClients();

  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final Future<?> ticking;
  private final AtomicBoolean known = new AtomicBoolean();
  private volatile boolean closing;

  Door(Surface surface, PluginContext context, OptionValues options) {
    this.options = options;
    this.access = new Access(options);
    this.context = context;
    this.surface = surface;
    SurfaceServer server = SurfaceServer.of(surface, context.scheduler());
    this.stateless = server.statelessRequests();
    this.headers = new StatelessHeaders(surface);
    ClientSessions sessions =
        new ClientSessions(
            server,
            context.messageMemory(),
            options.get(HttpOptions.MAX_SESSIONS),
            options.get(HttpOptions.SESSION_TIMEOUT));
    this.shared =
        context.plugins(BackplaneProvider.class).stream()
            .findFirst()
            .map(
                provider ->
                    new SharedSessions(
                        provider.create(context.config(provider.name()), context),
                        new PeerSeal(options.find(HttpOptions.PEER_KEY)),
                        context.executor(),
                        stateless,
                        sessions,
                        options.get(HttpOptions.SESSION_TIMEOUT)))
            .orElse(null);
    if (shared != null) {
      sessions.share(shared);
      if (options.find(HttpOptions.PEER_KEY).isEmpty()) {
        McpServlet.LOG.log(
            System.Logger.Level.WARNING,
            "messages between gateways carry no proof of who sent them; set plugins.http.peer_key"
                + " to one long random text in all of them");
      }
    }
    this.bySession = new SessionRequests(sessions, shared);
    this.ticking =
        context
            .scheduler()
            .scheduleAtFixedRate(this::tick, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
  }

  /** Whether all clients have to be of this machine, unless the host authenticates them. */
  boolean isForThisMachine() {
    return access.isForThisMachine();
  }

  /** Handles a request. */
  void handle(HttpServletRequest request, HttpServletResponse response) throws IOException {
    Optional<Refusal> refusal = access.refusal(request);
    if (refusal.isPresent()) {
      refuse(response, refusal.get());
      return;
    }
    allowPage(request, response);
    if (request.getMethod().equals("OPTIONS")) {
      response.setStatus(HttpServletResponse.SC_NO_CONTENT);
      return;
    }
    if (access.isMetadata(request) && request.getMethod().equals("GET")) {
      response.setContentType("application/json");
      response.getOutputStream().write(access.metadata());
      return;
    }
    Access.Admission admission = access.admission(request);
    Optional<String> client = admission.client();
    refusal =
        closing ? Optional.of(Refusal.busy("this server is shutting down")) : admission.refusal();
    if (refusal.isEmpty()) {
      refusal = access.refusalByRate(Access.party(request, client));
    }
    if (refusal.isEmpty()) {
      refusal =
          switch (request.getMethod()) {
            case "POST" -> post(request, client);
            case "GET" ->
                isStateless(request)
                    ? notAllowed()
                    : access.refusalOfSender(request).or(() -> bySession.get(request, client));
            case "DELETE" ->
                isStateless(request)
                    ? notAllowed()
                    : access.refusalOfSender(request).or(() -> bySession.delete(request, client));
            default -> notAllowed();
          };
    }
    if (refusal.isPresent()) {
      refuse(response, refusal.get());
    }
  }

  private static boolean isStateless(HttpServletRequest request) {
    return ProtocolVersions.STATELESS.equals(request.getHeader(VERSION_HEADER));
  }

  private static Optional<Refusal> notAllowed() {
    return Optional.of(
        Refusal.of(HttpServletResponse.SC_METHOD_NOT_ALLOWED, "POST a JSON-RPC message")
            .with("Allow", "POST, GET, DELETE"));
  }

  /** Lets the page read the response; its origin was checked. */
  private static void allowPage(HttpServletRequest request, HttpServletResponse response) {
    String origin = request.getHeader("Origin");
    if (origin == null) {
      return;
    }
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Vary", "Origin");
    response.setHeader("Access-Control-Expose-Headers", SESSION_HEADER + ", WWW-Authenticate");
    if (request.getMethod().equals("OPTIONS")) {
      response.setHeader("Access-Control-Allow-Methods", "POST, GET, DELETE");
      String asked = request.getHeader("Access-Control-Request-Headers");
      response.setHeader("Access-Control-Allow-Headers", asked == null ? "*" : asked);
      response.setHeader("Access-Control-Max-Age", "7200");
    }
  }

  private static void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
    byte[] body = refusal.body();
    refusal.headers().forEach(response::setHeader);
    response.setStatus(refusal.status());
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  static void refuse(AsyncContext async, Refusal refusal) {
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    refusal.headers().forEach(response::setHeader);
    Post.respond(async, refusal.status(), "application/json", refusal.body());
  }

  private Optional<Refusal> post(HttpServletRequest request, Optional<String> client)
      throws IOException {
    Optional<Refusal> refusal = refusalOfHeaders(request).or(() -> access.refusalOfSender(request));
    if (refusal.isPresent()) {
      return refusal;
    }
    ServletInputStream in = request.getInputStream();
    int length = request.getContentLength();
    // Nearly every body is there with its headers; a listener would cost two changes of threads.
    byte[] whole =
        length >= 0 && length <= MessageMemory.FREE_BYTES && in.available() >= length
            ? in.readNBytes(length)
            : null;
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    if (whole != null) {
      taken(async, request, client, whole, length);
      return Optional.empty();
    }
    BodyReader reader =
        new BodyReader(
            async,
            in,
            options.get(HttpOptions.MAX_MESSAGE_BYTES),
            memory.computeIfAbsent(
                Access.party(request, client),
                party -> context.messageMemory().forPeer(context.messageMemory().maxBytes() / 2)),
            (bytes, count) -> taken(async, request, client, bytes, count),
            bodies::remove);
    bodies.add(reader);
    in.setReadListener(reader);
    return Optional.empty();
  }

  private void taken(
      AsyncContext async,
      HttpServletRequest request,
      Optional<String> client,
      byte[] bytes,
      int length) {
    Guarded.orFail(
        () -> take(async, request, client, bytes, length),
        problem -> {
          Guarded.log(McpServlet.LOG, "a message could not be handled", problem);
          refuse(
              async,
              Refusal.of(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "the request failed"));
        });
  }

  private Optional<Refusal> refusalOfHeaders(HttpServletRequest request) {
    String type = String.valueOf(request.getContentType()).toLowerCase(Locale.ROOT);
    if (!type.equals("application/json") && !type.startsWith("application/json;")) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
              "the header Content-Type must be application/json"));
    }
    if (!accepts(request, JSON) && !accepts(request, EVENTS)) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_NOT_ACCEPTABLE,
              "the header Accept must list application/json, text/event-stream or both"));
    }
    long length = request.getContentLengthLong();
    int max = options.get(HttpOptions.MAX_MESSAGE_BYTES);
    return length > max ? Optional.of(Refusal.tooLarge(max)) : Optional.empty();
  }

  /** Whether a client takes a type: any, where it does not say (RFC 9110, 12.5.1). */
  static boolean accepts(HttpServletRequest request, String type) {
    List<String> ranges =
        Collections.list(request.getHeaders("Accept")).stream()
            .flatMap(line -> Stream.of(line.toLowerCase(Locale.ROOT).split(",", -1)))
            .filter(range -> !range.isBlank() && !NOT_WANTED.matcher(range).find())
            .map(range -> range.split(";", 2)[0].strip())
            .toList();
    return request.getHeader("Accept") == null
        || ranges.contains(type)
        || ranges.contains("*/*")
        || ranges.contains(type.substring(0, type.indexOf('/') + 1) + "*");
  }

  private void take(
      AsyncContext async,
      HttpServletRequest request,
      Optional<String> client,
      byte[] bytes,
      int length) {
    JsonRpcMessage message = JsonRpcMessage.parse(bytes, 0, length);
    if (StatelessRequests.isOne(message) || isStateless(request)) {
      takeStateless(async, request, client, message);
      return;
    }
    bySession.take(async, request, client, message);
  }

  /** A request that says itself under which version it is, and what is sent beside those. */
  private void takeStateless(
      AsyncContext async,
      HttpServletRequest request,
      Optional<String> client,
      JsonRpcMessage message) {
    if (message.kind() != Kind.REQUEST) {
      boolean notification = message.kind() == Kind.NOTIFICATION;
      Post.respond(
          async,
          notification ? HttpServletResponse.SC_ACCEPTED : HttpServletResponse.SC_BAD_REQUEST,
          notification ? null : "application/json",
          notification ? new byte[0] : Refusal.of(0, "one request at a time").body());
      return;
    }
    Session session =
        ClientSessions.identity(client.orElse("anonymous"), client)
            .withAttribute(Session.REQUEST, UUID.randomUUID().toString());
    Optional<byte[]> refusal =
        headers.refusal(request, message, session).or(() -> stateless.refusal(message));
    if (refusal.isPresent()) {
      Post.respond(async, HttpServletResponse.SC_BAD_REQUEST, "application/json", refusal.get());
      return;
    }
    if (known.compareAndSet(false, true)) {
      surface.connected(session);
    }
    CompletableFuture<Runnable> cancel = new CompletableFuture<>();
    Post post =
        new Post(
            async,
            STATELESS,
            EventStream::new,
            () -> cancel.thenAccept(Runnable::run),
            posts::remove);
    posts.add(post);
    Optional<String> gateway =
        shared == null
            ? Optional.empty()
            : StatelessRequests.gateway(message)
                .filter(other -> !other.equals(stateless.gateway()));
    if (shared != null && gateway.isPresent()) {
      cancel.complete(shared.peers().ask(gateway.get(), message, session, post));
    } else {
      cancel.complete(stateless.handle(message, session, post));
    }
  }

  private void tick() {
    Guarded.run(McpServlet.LOG, "a look at the clients failed", this::look);
  }

  private void look() {
    long now = System.nanoTime();
    long bodyNanos = options.get(HttpOptions.BODY_TIMEOUT).toNanos();
    Refusal late =
        Refusal.of(
                HttpServletResponse.SC_REQUEST_TIMEOUT,
                "the body did not arrive within body_timeout, or slower than 16 KB a second")
            .with("Connection", "close");
    bodies.stream()
        .filter(reader -> now - reader.begun() > bodyNanos || reader.isSlow(now))
        .forEach(reader -> reader.refuse(late));
    posts.forEach(post -> post.tick(now));
    bySession.tick(now);
    if (shared != null) {
      shared.tick();
      access.share(shared.peers().gateways());
    }
  }

  @Override
  public CompletionStage<Void> closed() {
    return closed;
  }

  @Override
  public void close() {
    closing = true;
    stateless.close();
    bySession.close();
    ticking.cancel(false);
    if (shared != null) {
      shared.close();
    }
    closed.complete(null);
  }
}
