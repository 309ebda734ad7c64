package io.gatemini.transport.http.server;

import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The requests of clients that begin with a handshake and have a session from then on
 * (specification 2025-11-25 and before). Thread-safe.
 */
final class SessionRequests {
  /** The version since which clients take an event without a message. */
  private static final String RESUMABLE_SINCE = "2025-11-25";

  private static final Pattern EVENT_ID =
      Pattern.compile("((?:[0-9a-z]{1,16}-u?)?[0-9]{1,18})_([0-9]{1,18})");

  static final Refusal NOT_KEPT =
      Refusal.of(
          HttpServletResponse.SC_BAD_REQUEST,
          "the events after Last-Event-ID are not kept; open the stream without it");

  /** Proxies and clients end a stream that says nothing for a minute or two. */
  private static final long ALIVE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ClientSessions sessions;
  private final @Nullable SharedSessions shared;
  private final Set<Post> posts = ConcurrentHashMap.newKeySet();
  private final Set<StreamedResponse> streams = ConcurrentHashMap.newKeySet();

  /**
   * @param shared where other gateways serve the sessions, too
   */
  SessionRequests(ClientSessions sessions, @Nullable SharedSessions shared) {
    this.sessions = sessions;
    this.shared = shared;
  }

  /** Takes a message. */
  void take(
      AsyncContext async,
      HttpServletRequest request,
      Optional<String> client,
      JsonRpcMessage message) {
    String version = request.getHeader(Door.VERSION_HEADER);
    boolean begins = message.kind() == Kind.REQUEST && message.method().equals("initialize");
    if (version != null && !begins && !ProtocolVersions.ALL.contains(version)) {
      Door.refuse(
          async,
          Refusal.of(
              HttpServletResponse.SC_BAD_REQUEST,
              "the header MCP-Protocol-Version must be one of " + ProtocolVersions.ALL));
      return;
    }
    if (begins) {
      sessions
          .begin(client, Access.party(request, client))
          .ifPresentOrElse(
              session -> take(async, message, session, version, true),
              () -> Door.refuse(async, Refusal.busy("there are too many sessions at work")));
      return;
    }
    find(async, request, client, session -> pass(async, message, session, version));
  }

  /** Hands on the session of a request, which other gateways may know, or refuses the request. */
  private void find(
      AsyncContext async,
      HttpServletRequest request,
      Optional<String> client,
      Consumer<ClientSession> taker) {
    String id = request.getHeader(Door.SESSION_HEADER);
    Optional<ClientSession> local =
        Optional.ofNullable(id).flatMap(known -> sessions.find(known, client));
    Refusal refusal = refusalOfSession(id);
    if (shared == null || id == null || local.filter(ClientSession::isInitialized).isPresent()) {
      local.ifPresentOrElse(taker, () -> Door.refuse(async, refusal));
      return;
    }
    shared
        .find(id, client)
        .whenComplete(
            (found, problem) -> {
              Optional<ClientSession> session = found == null ? local : found.or(() -> local);
              if (session.isPresent()) {
                taker.accept(session.get());
              } else {
                Door.refuse(async, problem == null ? refusal : SharedSessions.APART);
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
    shared
        .pass(session, message)
        .whenComplete(
            (done, problem) -> {
              if (problem == null) {
                shared.peers().run(() -> take(async, message, session, version, false));
              } else {
                Door.refuse(async, SharedSessions.APART);
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
    Post post =
        new Post(
            async,
            new Post.Manner(answer -> status, resumable, SILENCE_NANOS, ALIVE_NANOS),
            () -> session.stream(idOf(message)),
            () -> {},
            done -> {
              posts.remove(done);
              session.done();
            });
    posts.add(post);
    session.begin();
    Exchange exchange = post;
    if (begins) {
      byte[] initialize = message.bytes();
      exchange = post.answeredBy(answer -> begun(async, session, initialize, post, answer));
    } else if (shared != null) {
      exchange = shared.remembering(session, message, post);
    }
    // A byte order mark stands before the message.
    byte[] bytes = message.offset() == 0 ? message.buffer() : message.bytes();
    session.take(bytes, message.length(), exchange);
  }

  private static byte[] idOf(JsonRpcMessage message) {
    return message.kind() == Kind.REQUEST
        ? OpenRequest.id(message)
        : "null".getBytes(StandardCharsets.US_ASCII);
  }

  /** The client gets the id of a session whose handshake was taken; another session ends. */
  private void begun(
      AsyncContext async, ClientSession session, byte[] initialize, Post post, byte[] answer) {
    if (JsonRpcMessage.of(answer).error() != null) {
      post.answer(answer);
      sessions.end(session, "its handshake failed");
      return;
    }
    ((HttpServletResponse) async.getResponse()).setHeader(Door.SESSION_HEADER, session.id());
    if (shared == null) {
      post.answer(answer);
    } else {
      shared.begun(session, initialize).whenComplete((done, problem) -> post.answer(answer));
    }
  }

  private static Refusal refusalOfSession(@Nullable String id) {
    return id == null
        ? Refusal.of(
            HttpServletResponse.SC_BAD_REQUEST,
            "the header Mcp-Session-Id is missing; send \"initialize\" to get a session")
        : Refusal.of(
            HttpServletResponse.SC_NOT_FOUND,
            "there is no such session; send \"initialize\" to get a new one");
  }

  /** Opens a stream, or goes on with one. */
  Optional<Refusal> get(HttpServletRequest request, Optional<String> client) {
    if (!Door.accepts(request, "text/event-stream")) {
      return Optional.of(
          Refusal.of(
              HttpServletResponse.SC_NOT_ACCEPTABLE,
              "the header Accept must list text/event-stream"));
    }
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    find(
        async, request, client, session -> get(async, request.getHeader("Last-Event-ID"), session));
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
      Door.refuse(async, NOT_KEPT);
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
            session, name, after, () -> respond(async), refusal -> Door.refuse(async, refusal));
      } else {
        Door.refuse(async, NOT_KEPT);
      }
    }
  }

  private StreamedResponse respond(AsyncContext async) {
    StreamedResponse response = new StreamedResponse(async, () -> {}); // the next tick forgets it
    streams.add(response);
    return response.asEvents();
  }

  /** Ends a session. */
  Optional<Refusal> delete(HttpServletRequest request, Optional<String> client) {
    AsyncContext async = request.startAsync();
    async.setTimeout(0);
    find(
        async,
        request,
        client,
        session -> {
          if (shared != null) {
            shared.ended(session);
          }
          sessions.end(session, "it ended its session");
          Post.respond(async, HttpServletResponse.SC_NO_CONTENT, null, new byte[0]);
        });
    return Optional.empty();
  }

  /** Time has passed. */
  void tick(long now) {
    posts.forEach(post -> post.tick(now));
    streams.removeIf(stream -> !stream.isOpen());
    streams.forEach(stream -> stream.keepAlive(ALIVE_NANOS));
    sessions.sweep();
  }

  /** Answers what is under way, and ends all sessions. */
  void close() {
    sessions.close();
  }
}
