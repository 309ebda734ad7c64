package io.gatemini.transport.http.server;

import io.gatemini.Exposure;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import io.gatemini.mcp.server.StatelessRequests;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.BackplaneProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionValues;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A surface that is open to clients over HTTP (specification 2025-11-25, streamable HTTP). A
 * request holds a thread only while its bytes are there to read. Thread-safe.
 */
final class Door implements Exposure {
  static final String SESSION_HEADER = "Mcp-Session-Id";
  private static final String VERSION_HEADER = "MCP-Protocol-Version";

  /** The version since which clients take an event without a message. */
  private static final String RESUMABLE_SINCE = "2025-11-25";

  private static final Pattern EVENT_ID =
      Pattern.compile("((?:[0-9a-z]{1,16}-u?)?[0-9]{1,18})_([0-9]{1,18})");

  static final Refusal NOT_KEPT =
      Refusal.of(
          HttpServletResponse.SC_BAD_REQUEST,
          "the events after Last-Event-ID are not kept; open the stream without it");

  private static final long TICK_SECONDS = 1;

  /** Proxies and clients end a stream that says nothing for a minute or two. */
  private static final long ALIVE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

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
  private final ClientSessions sessions;
  private final Surface surface;
  private final StatelessRequests stateless;
  private final StatelessHeaders headers;
  private final @Nullable SharedSessions shared;
  private final Set<Post> posts = ConcurrentHashMap.newKeySet();
  private final Map<BodyReader, Long> bodies = new ConcurrentHashMap<>();
  private final Set<StreamedResponse> streams = ConcurrentHashMap.newKeySet();
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
    this.sessions =
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
                        context.executor(),
                        stateless,
                        sessions,
                        options.get(HttpOptions.SESSION_TIMEOUT)))
            .orElse(null);
    if (shared != null) {
      sessions.share(shared);
    }
    this.ticking =
        context
            .scheduler()
            .scheduleAtFixedRate(this::tick, TICK_SECONDS, TICK_SECONDS, TimeUnit.SECONDS);
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
      refusal = access.refusalByRate(client.orElseGet(request::getRemoteAddr));
    }
    if (refusal.isEmpty()) {
      refusal =
          switch (request.getMethod()) {
            case "POST" -> post(request, client);
            case "GET" -> isStateless(request) ? notAllowed() : get(request, client);
            case "DELETE" -> isStateless(request) ? notAllowed() : delete(request, client);
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

  private static void refuse(AsyncContext async, Refusal refusal) {
    HttpServletResponse response = (HttpServletResponse) async.getResponse();
    refusal.headers().forEach(response::setHeader);
    Post.respond(async, refusal.status(), "application/json", refusal.body());
  }

  private Optional<Refusal> post(HttpServletRequest request, Optional<String> client)
      throws IOException {
    Optional<Refusal> refusal = refusalOfHeaders(request);
    if (refusal.isPresent()) {
      return refusal;
    }
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    BodyReader[] reader = new BodyReader[1];
    reader[0] =
        new BodyReader(
            request.getInputStream(),
            request.getContentLengthLong(),
            options.get(HttpOptions.MAX_MESSAGE_BYTES),
            context.messageMemory(),
            new BodyReader.Taker() {
              @Override
              public void body(byte[] bytes, int length) {
                bodies.remove(reader[0]);
                Guarded.orFail(
                    () -> take(async, request, client, bytes, length), problem -> failed(problem));
              }

              @Override
              public void refused(Refusal refusal) {
                bodies.remove(reader[0]);
                refuse(async, refusal);
              }

              @Override
              public void broken(Throwable problem) {
                bodies.remove(reader[0]);
                async.complete();
              }

              private void failed(Throwable problem) {
                Guarded.log(McpServlet.LOG, "a message could not be handled", problem);
                refuse(
                    async,
                    Refusal.of(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "the request failed"));
              }
            });
    bodies.put(reader[0], System.nanoTime());
    request.getInputStream().setReadListener(reader[0]);
    return Optional.empty();
  }

  private Optional<Refusal> refusalOfHeaders(HttpServletRequest request) {
    String type = String.valueOf(request.getContentType()).toLowerCase(Locale.ROOT);
    if (!type.equals("application/json") && !type.startsWith("application/json;")) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
              "the header Content-Type must be application/json"));
    }
    if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_NOT_ACCEPTABLE,
              "the header Accept must list application/json and text/event-stream"));
    }
    long length = request.getContentLengthLong();
    int max = options.get(HttpOptions.MAX_MESSAGE_BYTES);
    if (length > max) {
      return Optional.of(
          Refusal.of(
              Refusal.CONTENT_TOO_LARGE,
              "the body is larger than " + max + " bytes; max_message_bytes is the bound"));
    }
    return Optional.empty();
  }

  private static boolean accepts(HttpServletRequest request, String type) {
    String accept = String.valueOf(request.getHeader("Accept")).toLowerCase(Locale.ROOT);
    return accept.contains(type)
        || accept.contains("*/*")
        || accept.contains(type.substring(0, type.indexOf('/') + 1) + "*");
  }

  private void take(
      AsyncContext async,
      HttpServletRequest request,
      Optional<String> client,
      byte[] bytes,
      int length) {
    JsonRpcMessage message = JsonRpcMessage.parse(bytes, 0, length);
    String version = request.getHeader(VERSION_HEADER);
    if (StatelessRequests.isOne(message) || isStateless(request)) {
      takeStateless(async, request, client, message);
      return;
    }
    boolean begins = message.kind() == Kind.REQUEST && message.method().equals("initialize");
    if (version != null && !begins && !ProtocolVersions.ALL.contains(version)) {
      refuse(
          async,
          Refusal.of(
              HttpServletResponse.SC_BAD_REQUEST,
              "the header MCP-Protocol-Version must be one of " + ProtocolVersions.ALL));
      return;
    }
    if (begins) {
      sessions
          .begin(client)
          .ifPresentOrElse(
              session -> take(async, message, session, version, true),
              () -> refuse(async, Refusal.busy("there are too many sessions at work")));
      return;
    }
    Optional<ClientSession> session = session(request, client);
    if (shared == null || session.filter(ClientSession::isInitialized).isPresent()) {
      session.ifPresentOrElse(
          known -> pass(async, message, known, version),
          () -> refuse(async, refusalOfSession(request)));
      return;
    }
    // The bytes are read again later than this returns.
    JsonRpcMessage copy = JsonRpcMessage.of(message.bytes());
    find(
        request,
        client,
        found -> pass(async, copy, found, version),
        refusal -> refuse(async, refusal));
  }

  /** The session of a request, which other gateways may know; either way it is handed on once. */
  private void find(
      HttpServletRequest request,
      Optional<String> client,
      Consumer<ClientSession> taker,
      Consumer<Refusal> refusing) {
    Optional<ClientSession> local = session(request, client);
    String id = request.getHeader(SESSION_HEADER);
    if (shared == null || id == null || local.filter(ClientSession::isInitialized).isPresent()) {
      local.ifPresentOrElse(taker, () -> refusing.accept(refusalOfSession(request)));
      return;
    }
    Refusal refusal = refusalOfSession(request);
    shared
        .find(id, client)
        .whenComplete(
            (found, problem) -> {
              Optional<ClientSession> session = found == null ? local : found.or(() -> local);
              if (session.isPresent()) {
                taker.accept(session.get());
              } else {
                refusing.accept(problem == null ? refusal : SharedSessions.APART);
              }
            });
  }

  /** Takes a message, after the other gateways where it concerns them. */
  private void pass(
      AsyncContext async, JsonRpcMessage message, ClientSession session, @Nullable String version) {
    if (shared == null || !SharedSessions.concernsAll(message)) {
      take(async, message, session, version, false);
      return;
    }
    JsonRpcMessage copy = JsonRpcMessage.of(message.bytes());
    shared
        .pass(session, copy)
        .whenComplete(
            (done, problem) -> {
              if (problem == null) {
                shared.peers().run(() -> take(async, copy, session, version, false));
              } else {
                refuse(async, SharedSessions.APART);
              }
            });
  }

  private void take(
      AsyncContext async,
      JsonRpcMessage message,
      ClientSession session,
      @Nullable String version,
      boolean begins) {
    int status =
        message.kind() == Kind.INVALID
            ? HttpServletResponse.SC_BAD_REQUEST
            : HttpServletResponse.SC_OK;
    boolean resumable = version != null && version.compareTo(RESUMABLE_SINCE) >= 0;
    Post[] post = new Post[1];
    post[0] =
        new Post(
            async,
            new Post.Manner(answer -> status, resumable, SILENCE_NANOS, ALIVE_NANOS),
            () -> session.stream(idOf(message)),
            () -> {},
            () -> {
              posts.remove(post[0]);
              session.done();
            });
    posts.add(post[0]);
    session.begin();
    Exchange exchange = post[0];
    if (begins) {
      exchange = beginning(async, session, message.bytes(), post[0]);
    } else if (shared != null) {
      exchange = shared.remembering(session, message, exchange);
    }
    session.take(message.buffer(), message.length(), exchange);
  }

  private static byte[] idOf(JsonRpcMessage message) {
    return message.kind() == Kind.REQUEST
        ? OpenRequest.id(message)
        : "null".getBytes(StandardCharsets.US_ASCII);
  }

  /** The client gets the id of a session whose handshake was taken; another session ends. */
  private Exchange beginning(
      AsyncContext async, ClientSession session, byte[] initialize, Post post) {
    return new Exchange() {
      @Override
      public void answer(byte[] message) {
        if (JsonRpcMessage.of(message).error() == null) {
          ((HttpServletResponse) async.getResponse()).setHeader(SESSION_HEADER, session.id());
          if (shared == null) {
            post.answer(message);
          } else {
            shared.begun(session, initialize).whenComplete((done, problem) -> post.answer(message));
          }
        } else {
          post.answer(message);
          sessions.end(session, "its handshake failed");
        }
      }

      @Override
      public void report(byte[] message) {
        post.report(message);
      }

      @Override
      public void unanswered() {
        post.unanswered();
      }
    };
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
    Session session = Session.of("http-" + client.orElse("anonymous"));
    Optional<byte[]> refusal =
        headers.refusal(request, message, session).or(() -> stateless.refusal(message));
    if (refusal.isPresent()) {
      Post.respond(async, HttpServletResponse.SC_BAD_REQUEST, "application/json", refusal.get());
      return;
    }
    if (known.compareAndSet(false, true)) {
      surface.connected(session);
    }
    Post[] post = new Post[1];
    CompletableFuture<Runnable> cancel = new CompletableFuture<>();
    post[0] =
        new Post(
            async,
            STATELESS,
            EventStream::new,
            () -> cancel.thenAccept(Runnable::run),
            () -> posts.remove(post[0]));
    posts.add(post[0]);
    Optional<String> gateway =
        shared == null
            ? Optional.empty()
            : StatelessRequests.gateway(message)
                .filter(other -> !other.equals(stateless.gateway()));
    if (shared != null && gateway.isPresent()) {
      cancel.complete(
          shared.peers().ask(gateway.get(), JsonRpcMessage.of(message.bytes()), session, post[0]));
    } else {
      cancel.complete(stateless.handle(message, session, post[0]));
    }
  }

  private Optional<ClientSession> session(HttpServletRequest request, Optional<String> client) {
    String id = request.getHeader(SESSION_HEADER);
    return id == null ? Optional.empty() : sessions.find(id, client);
  }

  private static Refusal refusalOfSession(HttpServletRequest request) {
    return request.getHeader(SESSION_HEADER) == null
        ? Refusal.of(
            HttpServletResponse.SC_BAD_REQUEST,
            "the header Mcp-Session-Id is missing; send \"initialize\" to get a session")
        : Refusal.of(
            HttpServletResponse.SC_NOT_FOUND,
            "there is no such session; send \"initialize\" to get a new one");
  }

  private Optional<Refusal> get(HttpServletRequest request, Optional<String> client) {
    if (!accepts(request, "text/event-stream")) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_NOT_ACCEPTABLE,
              "the header Accept must list text/event-stream"));
    }
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    find(
        request,
        client,
        session -> get(async, request.getHeader("Last-Event-ID"), session),
        refusal -> refuse(async, refusal));
    return Optional.empty();
  }

  private void get(AsyncContext async, @Nullable String last, ClientSession session) {
    Matcher event = EVENT_ID.matcher(last == null ? "" : last);
    if (last == null) {
      session.unasked().attach(respond(async), 0);
      if (shared != null) {
        shared.reads(session);
      }
    } else if (!event.matches()) {
      refuse(async, NOT_KEPT);
    } else {
      String name = event.group(1);
      long after = Long.parseLong(event.group(2));
      Optional<EventStream> local = session.stream(name);
      if (local.isPresent()) {
        local.get().attach(respond(async), after);
        if (shared != null && EventStream.isUnasked(name)) {
          shared.reads(session);
        }
      } else if (shared != null && name.indexOf('-') > 0) {
        shared.follow(
            session, name, after, () -> respond(async), refusal -> refuse(async, refusal));
      } else {
        refuse(async, NOT_KEPT);
      }
    }
  }

  private StreamedResponse respond(AsyncContext async) {
    StreamedResponse[] response = new StreamedResponse[1];
    response[0] = new StreamedResponse(async, () -> streams.remove(response[0]));
    streams.add(response[0]);
    return response[0].asEvents();
  }

  private Optional<Refusal> delete(HttpServletRequest request, Optional<String> client) {
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    find(
        request,
        client,
        session -> {
          if (shared != null) {
            shared.ended(session);
          }
          sessions.end(session, "it ended its session");
          Post.respond(async, HttpServletResponse.SC_NO_CONTENT, null, new byte[0]);
        },
        refusal -> refuse(async, refusal));
    return Optional.empty();
  }

  private void tick() {
    Guarded.run(McpServlet.LOG, "a look at the clients failed", this::look);
  }

  private void look() {
    long now = System.nanoTime();
    long bodyNanos = options.get(HttpOptions.BODY_TIMEOUT).toNanos();
    bodies.forEach(
        (reader, begun) -> {
          if (now - begun > bodyNanos) {
            reader.refuse(
                Refusal.of(
                        HttpServletResponse.SC_REQUEST_TIMEOUT,
                        "the body did not arrive within body_timeout")
                    .with("Connection", "close"));
          }
        });
    posts.forEach(post -> post.tick(now));
    streams.removeIf(stream -> !stream.isOpen());
    streams.forEach(stream -> stream.keepAlive(ALIVE_NANOS));
    sessions.sweep();
    if (shared != null) {
      shared.tick();
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
    sessions.close();
    ticking.cancel(false);
    if (shared != null) {
      shared.close();
    }
    closed.complete(null);
  }
}
