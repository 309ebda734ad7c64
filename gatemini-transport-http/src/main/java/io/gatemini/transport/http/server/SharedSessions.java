package io.gatemini.transport.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Guarded;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import io.gatemini.mcp.server.StatelessRequests;
import io.gatemini.spi.Backplane;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sessions that several gateways serve at a time. Each has a replica: a session of its own that
 * took the same handshake. A request is handled where it arrives. Every other message reaches all
 * replicas, for only one of them has the question that is answered or the request that is
 * cancelled. Thread-safe.
 */
final class SharedSessions {
  private static final String CLIENT = "client";
  private static final String INITIALIZE = "initialize";
  private static final String INITIALIZED = "initialized";
  private static final String LEVEL = "level";
  private static final String SUBSCRIPTION = "subscription:";
  private static final Set<String> REMEMBERED =
      Set.of("resources/subscribe", "resources/unsubscribe", "logging/setLevel");

  /** The refusal where the gateways cannot reach each other. */
  static final Refusal APART = Refusal.busy("the gateways cannot reach what they share");

  private static final Exchange NONE =
      new Exchange() {
        @Override
        public void answer(byte[] message) {}

        @Override
        public void report(byte[] message) {}

        @Override
        public void unanswered() {}
      };

  private final Peers peers;
  private final ClientSessions sessions;
  private final Duration keep;
  private final Set<FollowedStream> followed = ConcurrentHashMap.newKeySet();

  /**
   * @param timeout after which a session without requests and streams ends
   */
  SharedSessions(
      Backplane backplane,
      PeerSeal seal,
      Executor executor,
      StatelessRequests stateless,
      ClientSessions sessions,
      Duration timeout) {
    this.sessions = sessions;
    this.keep = timeout.plus(timeout.dividedBy(2));
    this.peers = new Peers(backplane, seal, executor, stateless, this::take);
  }

  Peers peers() {
    return peers;
  }

  private static String record(String session) {
    return "session:" + session;
  }

  static String log(String session, String stream) {
    return "stream:" + session + ":" + stream;
  }

  /** Copies the events of the streams of a session. */
  EventStream.Copy copyOf(String session) {
    return new EventStream.Copy() {
      @Override
      public String gateway() {
        return peers.self();
      }

      @Override
      public void take(String stream, long number, byte[] message) {
        peers.backplane().append(log(session, stream), number, message, keep);
      }
    };
  }

  /** Makes a session whose handshake was taken known to the others. */
  CompletionStage<Void> begun(ClientSession session, byte[] initialize) {
    Backplane backplane = peers.backplane();
    backplane.set(record(session.id()), CLIENT, client(session.client()), keep);
    return backplane.set(record(session.id()), INITIALIZE, initialize, keep);
  }

  private static byte[] client(Optional<String> name) {
    return name.map(known -> "=" + known).orElse("").getBytes(UTF_8);
  }

  /**
   * A session that began with another gateway, or one of here whose handshake went on there.
   *
   * @return empty where it is not, or no longer, this client's; a failure where the gateways cannot
   *     reach each other
   */
  CompletionStage<Optional<ClientSession>> find(String id, Optional<String> client) {
    CompletableFuture<Optional<ClientSession>> found = new CompletableFuture<>();
    peers
        .backplane()
        .record(record(id))
        .whenComplete(
            (fields, problem) -> {
              if (problem != null) {
                found.completeExceptionally(problem);
              } else {
                peers.run(
                    () ->
                        Guarded.orFail(
                            () -> found.complete(adopted(id, client, fields)),
                            found::completeExceptionally));
              }
            });
    return found;
  }

  private Optional<ClientSession> adopted(
      String id, Optional<String> client, Map<String, byte[]> fields) {
    byte[] initialize = fields.get(INITIALIZE);
    if (initialize == null
        || !Arrays.equals(client(client), fields.getOrDefault(CLIENT, new byte[0]))) {
      return Optional.empty();
    }
    Optional<ClientSession> adopted = sessions.adopt(id, client);
    adopted.ifPresent(
        session -> {
          synchronized (session.handshake()) {
            if (session.beginsHandshake()) {
              take(session, initialize);
            }
            byte[] initialized = fields.get(INITIALIZED);
            if (initialized != null && session.endsHandshake()) {
              take(session, initialized);
              fields.forEach(
                  (field, message) -> {
                    if (field.equals(LEVEL) || field.startsWith(SUBSCRIPTION)) {
                      take(session, message);
                    }
                  });
            }
          }
        });
    return adopted;
  }

  private static void take(ClientSession session, byte[] message) {
    session.take(message, message.length, NONE);
  }

  /** Whether a message has to reach all replicas. */
  static boolean concernsAll(JsonRpcMessage message) {
    return message.kind() == Kind.NOTIFICATION
        || message.kind() == Kind.RESPONSE
        || message.kind() == Kind.BATCH;
  }

  /**
   * Passes a message on before it is handled here.
   *
   * @return a failure where the others cannot be reached
   */
  CompletionStage<?> pass(ClientSession session, JsonRpcMessage message) {
    if (message.kind() == Kind.BATCH) {
      CompletionStage<?> last = CompletableFuture.completedFuture(null);
      for (var slice :
          JsonRpcMessage.elements(message.buffer(), message.offset(), message.length())) {
        JsonRpcMessage element =
            JsonRpcMessage.parse(message.buffer(), slice.offset(), slice.length());
        if (concernsAll(element) && element.kind() != Kind.BATCH) {
          last = pass(session, element);
        }
      }
      return last;
    }
    if (message.kind() == Kind.NOTIFICATION
        && message.method().equals("notifications/initialized")) {
      session.endsHandshake();
      peers.backplane().set(record(session.id()), INITIALIZED, message.bytes(), keep);
    }
    return publish(session, message.bytes());
  }

  private CompletionStage<Long> publish(ClientSession session, byte[] message) {
    return peers.publish(about(session).put("message", new String(message, UTF_8)));
  }

  private ObjectNode about(ClientSession session) {
    return peers.message().put("session", session.id());
  }

  /** The exchange of a request that changes what replicas have to know; the same for others. */
  Exchange remembering(ClientSession session, JsonRpcMessage message, Post post) {
    String method = message.kind() == Kind.REQUEST ? message.method() : "";
    if (!REMEMBERED.contains(method)) {
      return post;
    }
    byte[] bytes = message.bytes();
    return post.answeredBy(
        answer -> {
          if (JsonRpcMessage.of(answer).error() == null) {
            remember(session, method, bytes);
          }
          post.answer(answer);
        });
  }

  private void remember(ClientSession session, String method, byte[] message) {
    String record = record(session.id());
    if (method.equals("logging/setLevel")) {
      peers.backplane().set(record, LEVEL, message, keep);
    } else if (method.equals("resources/subscribe")) {
      peers.backplane().set(record, SUBSCRIPTION + uri(message), message, keep);
    } else {
      peers.backplane().unset(record, SUBSCRIPTION + uri(message));
    }
    publish(session, message);
  }

  private static String uri(byte[] message) {
    return RawJson.parse(new String(message, UTF_8)).tree().at("/params/uri").asText();
  }

  /** Keeps what the others know of a session. */
  void keep(ClientSession session) {
    peers.backplane().keep(record(session.id()), keep);
  }

  /** The client has ended its session. */
  void ended(ClientSession session) {
    peers.backplane().remove(record(session.id()));
    peers.publish(about(session).put("end", true));
  }

  /** The client reads what belongs to no request from here. */
  void reads(ClientSession session) {
    peers.publish(about(session).put("reader", true));
  }

  /** News of another gateway. */
  private void take(JsonNode news) {
    Optional<ClientSession> known = sessions.find(news.path("session").asText());
    known.ifPresent(
        session -> {
          if (news.has("end")) {
            sessions.end(session, "it ended its session");
          } else if (news.has("reader")) {
            session.unasked().release();
          } else {
            byte[] message = news.path("message").asText().getBytes(UTF_8);
            take(session, message);
          }
        });
  }

  /**
   * Goes on with a stream that another gateway has begun.
   *
   * @param after the last event that the client has seen
   * @param opening begins the response
   * @param refusing refuses it instead
   */
  void follow(
      ClientSession session,
      String name,
      long after,
      Supplier<StreamedResponse> opening,
      Consumer<Refusal> refusing) {
    String log = log(session.id(), name);
    FollowedStream stream = new FollowedStream(peers, log, name, after);
    boolean unasked = EventStream.isUnasked(name);
    CompletionStage<Void> listening =
        unasked
            ? CompletableFuture.completedFuture(null)
            : peers.backplane().subscribe(log, message -> stream.look());
    listening
        .thenCompose(done -> peers.backplane().events(log, unasked ? after : -1))
        .whenComplete(
            (events, problem) -> {
              if (problem != null) {
                refusing.accept(APART);
              } else if (unasked) {
                resume(session, name, events, opening.get());
              } else if (events.isEmpty()) {
                peers.backplane().unsubscribe(log);
                refusing.accept(SessionRequests.NOT_KEPT);
              } else {
                followed.add(stream);
                stream.begin(events, opening);
              }
            });
  }

  /** What belongs to no request goes on from here. */
  private void resume(
      ClientSession session,
      String name,
      SortedMap<Long, byte[]> events,
      StreamedResponse response) {
    events.forEach(
        (number, content) -> {
          if (content.length > 0) {
            response.write(EventStream.event(name, number, content));
          }
        });
    session.unasked().attach(response, Long.MAX_VALUE);
    reads(session);
  }

  /** Time has passed. */
  void tick() {
    peers.tick();
    List<FollowedStream> over = followed.stream().filter(stream -> !stream.tick()).toList();
    over.forEach(followed::remove);
    over.stream()
        .map(FollowedStream::log)
        .filter(log -> followed.stream().noneMatch(other -> other.log().equals(log)))
        .forEach(peers.backplane()::unsubscribe);
  }

  void close() {
    peers.close();
  }
}
