package io.gatemini.transport.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import io.gatemini.mcp.server.StatelessRequests;
import io.gatemini.spi.Backplane;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The other gateways behind the same address, and what they send each other: news of sessions that
 * concern all, and requests for the one that has the work which they go on with. Thread-safe.
 */
final class Peers implements AutoCloseable {
  private static final String ALL = "all";

  /** Every so many ticks it is seen whether those that something is expected of still live. */
  static final int LOOK_TICKS = 3;

  /** The name of this gateway among them. */
  private final String self;

  private final Backplane backplane;
  private final PeerSeal seal;
  private final Executor executor;
  private final StatelessRequests stateless;
  private final Consumer<JsonNode> news;
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final Map<String, Runnable> cancels = new ConcurrentHashMap<>();
  private final AtomicLong lastAsked = new AtomicLong();
  private volatile CompletionStage<Void> listening;
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private volatile int gateways = 1;
  private int ticks;

  /** A request that another gateway works on. */
  private record Asked(String gateway, JsonRpcMessage request, Exchange exchange) {}

  /**
   * @param seal proves that a message is of a gateway
   * @param news takes what the others publish
   */
  Peers(
      Backplane backplane,
      PeerSeal seal,
      Executor executor,
      StatelessRequests stateless,
      Consumer<JsonNode> news) {
    this.backplane = backplane;
    this.seal = seal;
    this.executor = executor;
    this.stateless = stateless;
    this.self = stateless.gateway();
    this.news = news;
    this.listening = listen();
  }

  private CompletionStage<Void> listen() {
    return backplane
        .subscribe(ALL, message -> inOrder(() -> read(ALL, message, news)))
        .thenCompose(done -> backplane.subscribe(self, message -> read(self, message, this::take)));
  }

  Backplane backplane() {
    return backplane;
  }

  /** Runs what may take a while; not on the threads of the backplane. */
  void run(Runnable work) {
    try {
      executor.execute(() -> Guarded.run(McpServlet.LOG, "a message of a gateway failed", work));
    } catch (RejectedExecutionException e) {
      // the gateway closes
    }
  }

  /** The same, each after the one before: a client means its messages in their order. */
  private synchronized void inOrder(Runnable work) {
    last =
        last.thenRunAsync(
            () -> Guarded.run(McpServlet.LOG, "a message of a gateway failed", work), this::run);
  }

  private void read(String topic, byte[] sealed, Consumer<JsonNode> taker) {
    if (sealed.length == 0) {
      return; // asks who is there
    }
    Optional<byte[]> message = seal.opened(topic, sealed);
    if (message.isEmpty()) {
      McpServlet.LOG.log(
          System.Logger.Level.WARNING,
          "a message of no gateway with the same plugins.http.peer_key was left out");
      return;
    }
    try {
      JsonNode read = Json.mapper().readTree(message.get());
      if (!read.path("from").asText().equals(self)) {
        taker.accept(read);
      }
    } catch (IOException e) {
      McpServlet.LOG.log(System.Logger.Level.WARNING, "a message of a gateway is unreadable", e);
    }
  }

  String self() {
    return self;
  }

  /** A message to others, from here. */
  ObjectNode message() {
    return JsonNodeFactory.instance.objectNode().put("from", self);
  }

  /** How many gateways there are, this one included. */
  int gateways() {
    return gateways;
  }

  /** Sends news to all others. */
  CompletionStage<Long> publish(ObjectNode message) {
    return send(ALL, message);
  }

  private CompletionStage<Long> send(String topic, ObjectNode message) {
    return backplane.publish(topic, seal.sealed(topic, RawJson.of(message).toByteArray()));
  }

  /** Whether a gateway lives. */
  CompletionStage<Boolean> isAlive(String gateway) {
    return backplane.publish(gateway, new byte[0]).thenApply(count -> count > 0);
  }

  /**
   * Has a request handled by the gateway that has its work.
   *
   * @return gives the request up
   */
  Runnable ask(String gateway, JsonRpcMessage request, Session session, Exchange exchange) {
    String id = self + "-" + lastAsked.incrementAndGet();
    asked.put(id, new Asked(gateway, request, exchange));
    ObjectNode message = message().put("ask", id).put("session", session.id());
    session.principal().ifPresent(name -> message.put("principal", name));
    message.put("message", new String(request.bytes(), StandardCharsets.UTF_8));
    send(gateway, message)
        .whenComplete(
            (count, problem) -> {
              if (problem != null || count == 0) {
                lost(id);
              }
            });
    return () -> {
      if (asked.remove(id) != null) {
        send(gateway, message().put("cancel", id));
      }
    };
  }

  private void take(JsonNode message) {
    if (message.has("ask")) {
      run(() -> handle(message));
    } else if (message.has("cancel")) {
      Runnable cancel = cancels.remove(message.path("cancel").asText());
      if (cancel != null) {
        run(cancel);
      }
    } else {
      reply(message);
    }
  }

  private void handle(JsonNode message) {
    String id = message.path("ask").asText();
    String from = message.path("from").asText();
    byte[] bytes = message.path("message").asText().getBytes(StandardCharsets.UTF_8);
    Session session = Session.of(message.path("session").asText());
    JsonNode principal = message.path("principal");
    CompletableFuture<Runnable> cancel = new CompletableFuture<>();
    cancels.put(id, () -> cancel.thenAccept(Runnable::run));
    cancel.complete(
        stateless.handle(
            JsonRpcMessage.parse(bytes, 0, bytes.length),
            principal.isTextual() ? session.withPrincipal(principal.asText()) : session,
            new Exchange() {
              @Override
              public void answer(byte[] answer) {
                cancels.remove(id);
                send(from, said(answer).put("reply", id));
              }

              @Override
              public void report(byte[] report) {
                send(from, said(report).put("report", id));
              }

              @Override
              public void unanswered() {
                cancels.remove(id);
                send(from, message().put("reply", id));
              }
            }));
  }

  private ObjectNode said(byte[] message) {
    return message().put("message", new String(message, StandardCharsets.UTF_8));
  }

  private void reply(JsonNode message) {
    byte[] said = message.path("message").asText().getBytes(StandardCharsets.UTF_8);
    Asked reported = asked.get(message.path("report").asText());
    if (reported != null) {
      reported.exchange.report(said);
    }
    Asked answered = asked.remove(message.path("reply").asText());
    if (answered != null && said.length > 0) {
      answered.exchange.answer(said);
    } else if (answered != null) {
      answered.exchange.unanswered();
    }
  }

  private void lost(String id) {
    Asked lost = asked.remove(id);
    if (lost != null) {
      lost.exchange.answer(ended(OpenRequest.id(lost.request)));
    }
  }

  /** The answer to a request whose gateway has died. */
  static byte[] ended(byte[] id) {
    return JsonRpcMessages.error(
        id,
        JsonRpcMessage.INTERNAL_ERROR,
        "the gateway that worked on this request has ended; send the request again, unless it must"
            + " not run twice");
  }

  /** Time has passed. */
  void tick() {
    if (listening.toCompletableFuture().isCompletedExceptionally()) {
      listening = listen();
    }
    if (++ticks % LOOK_TICKS == 0) {
      backplane
          .publish(ALL, new byte[0])
          .thenAccept(count -> gateways = (int) Math.max(1, Math.min(count, Integer.MAX_VALUE)));
      asked.forEach(
          (id, request) ->
              isAlive(request.gateway)
                  .thenAccept(
                      alive -> {
                        if (!alive) {
                          lost(id);
                        }
                      }));
    }
  }

  @Override
  public void close() {
    backplane.close();
  }
}
