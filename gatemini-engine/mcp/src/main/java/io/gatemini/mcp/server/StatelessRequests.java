package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.ClientChannel;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.OpenRequests;
import io.gatemini.internal.peer.ProtocolVersions;
import io.gatemini.internal.peer.Reply;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.internal.process.GatewayAncestry;
import io.gatemini.internal.rounds.ClientAbilities;
import io.gatemini.internal.rounds.Rounds;
import io.gatemini.internal.rounds.Rounds.Round;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import io.gatemini.spi.MessageMemory;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests to a surface that say themselves under which version and for whom they are, without
 * a handshake before them (specification 2026-07-28). Thread-safe.
 */
public final class StatelessRequests implements AutoCloseable {
  /** The error for a version that is not spoken here. */
  public static final int UNSUPPORTED_VERSION = -32022;

  private static final Era ERA = Era.of(ProtocolVersions.STATELESS);

  private final Surface surface;
  private final SurfaceRequests requests;
  private final StatelessResults results;
  private final Rounds rounds;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();

  StatelessRequests(Surface surface, ScheduledExecutorService scheduler) {
    this.surface = surface;
    this.requests = new SurfaceRequests(surface);
    this.results = new StatelessResults(surface);
    this.rounds = new Rounds(scheduler);
  }

  /** Whether a message says itself under which version it is. */
  public static boolean isOne(JsonRpcMessage message) {
    return message.kind() == Kind.REQUEST
        && message.hasMoreMeta()
        && !meta(message).path(StatelessClient.VERSION).isMissingNode();
  }

  /** The version that a message says it is under; empty where it says none. */
  public static String version(JsonRpcMessage message) {
    return meta(message).path(StatelessClient.VERSION).asText("");
  }

  /** The name of this gateway among those that serve the same clients; random. */
  public String gateway() {
    return rounds.gateway();
  }

  /** The gateway that has the work which a request goes on with; empty where it begins one. */
  public static Optional<String> gateway(JsonRpcMessage request) {
    Slice params = request.params();
    if (params == null || !params.isObject()) {
      return Optional.empty();
    }
    try {
      JsonNode state =
          JsonValues.parse(request.buffer(), params.offset(), params.length()).path("requestState");
      int dot = state.asText().indexOf('.');
      return dot < 0 ? Optional.empty() : Optional.of(state.asText().substring(0, dot));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static JsonNode meta(JsonRpcMessage message) {
    Slice meta = message.meta();
    if (meta == null || !meta.isObject()) {
      return MissingNode.getInstance();
    }
    try {
      return JsonValues.parse(message.buffer(), meta.offset(), meta.length());
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /** The answer to a request that does not say what it has to; empty where it does. */
  public Optional<byte[]> refusal(JsonRpcMessage request) {
    byte[] id = OpenRequest.id(request);
    JsonNode meta = meta(request);
    JsonNode version = meta.path(StatelessClient.VERSION);
    if (!version.isTextual()) {
      return Optional.of(missing(id, StatelessClient.VERSION, "a string, \"2026-07-28\""));
    }
    if (!version.asText().equals(ProtocolVersions.STATELESS)) {
      ObjectNode data = JsonNodeFactory.instance.objectNode();
      data.putArray("supported").add(ProtocolVersions.STATELESS);
      ProtocolVersions.ALL.forEach(data.withArray("supported")::add);
      data.put("requested", ForeignText.name(version.asText()));
      return Optional.of(
          JsonRpcMessages.error(
              id, UNSUPPORTED_VERSION, "Unsupported protocol version", RawJson.of(data)));
    }
    return meta.path(StatelessClient.CAPABILITIES).isObject()
        ? Optional.empty()
        : Optional.of(missing(id, StatelessClient.CAPABILITIES, "an object, {} for none"));
  }

  private static byte[] missing(byte[] id, String member, String what) {
    return JsonRpcMessages.error(
        id, JsonRpcMessage.INVALID_PARAMS, "\"_meta\" must have \"" + member + "\": " + what);
  }

  /**
   * Answers a request that came over a wire of its own.
   *
   * @param session identifies the client to the gateway; what one client began, no other goes on
   *     with
   * @return gives the request up; closing the wire has that meaning
   */
  public Runnable handle(JsonRpcMessage request, Session session, Exchange exchange) {
    OpenRequests open = new OpenRequests(MessageMemory.unbounded(), () -> {});
    handle(request, session, open, Reply.over(exchange));
    return open::cancelAll;
  }

  void handle(JsonRpcMessage message, Session session, OpenRequests open, Reply reply) {
    Guarded.orFail(
        () -> {
          Optional<byte[]> refusal = refusal(message);
          if (refusal.isPresent()) {
            reply.answer(refusal.get());
          } else {
            request(message, session, open, reply);
          }
        },
        problem -> SurfaceRequests.failed(message, reply, problem));
  }

  private void request(JsonRpcMessage message, Session session, OpenRequests open, Reply reply) {
    JsonNode meta = meta(message);
    Optional<String> inside = GatewayAncestry.ofHost().problem(meta.path(GatewayAncestry.META));
    if (inside.isPresent()) {
      reply.refuse(message, JsonRpcMessage.INVALID_PARAMS, inside.get());
      return;
    }
    StatelessClient client;
    try {
      Session named = StatelessClient.named(session, meta);
      client =
          new StatelessClient(
              named,
              ERA,
              ServerFeatures.of(surface, named),
              ClientAbilities.of(meta.path(StatelessClient.CAPABILITIES)),
              open,
              StatelessClient.logLevel(meta));
    } catch (InvalidArgumentsException e) {
      reply.refuse(message, JsonRpcMessage.INVALID_PARAMS, String.valueOf(e.getMessage()));
      return;
    }
    switch (message.method()) {
      case "server/discover" ->
          new Answered(message, reply, client)
              .begin(
                  () ->
                      CompletableFuture.completedFuture(
                          RawJson.of(
                              results.of("server/discover", results.discover(client.features())))));
      case "subscriptions/listen" -> listen(message, client, reply);
      default -> other(message, client, reply);
    }
  }

  private void other(JsonRpcMessage message, StatelessClient client, Reply reply) {
    String name = message.method();
    RequestMethod<?> method = name.equals("tools/call") ? null : requests.method(name, client);
    if (method == null && !name.equals("tools/call")) {
      reply.refuse(
          message, JsonRpcMessage.METHOD_NOT_FOUND, "Method not found: " + ForeignText.name(name));
      return;
    }
    Answered answered = new Answered(message, reply, client);
    answered.begin(
        () -> {
          Params params = Params.read(message.params(), message.buffer());
          answered.uri = params.uri();
          Round round = round(name, params, client, answered::send);
          return switch (name) {
            case "tools/call" -> {
              var work = ToolCallHandler.work(surface, message, client.session());
              yield rounds.next(round, channel -> Relay.map(work.apply(channel), this::toolResult));
            }
            case "prompts/get", "resources/read" ->
                rounds.next(round, channel -> answer(name, params, client, channel));
            default -> Relay.map(begin(method, params, client), json -> finished(name, json));
          };
        });
  }

  private static Round round(
      String method, Params params, StatelessClient client, Consumer<byte[]> way) {
    return new Round(
        method,
        params.tree(),
        client.session().id(),
        client.abilities(),
        line -> client.log(line, way),
        way);
  }

  private RawJson toolResult(ToolResult result) {
    return results.ofTool(ERA.content().fit(result));
  }

  private RawJson finished(String method, ObjectNode result) {
    return RawJson.of(results.of(method, result));
  }

  private CompletionStage<RawJson> answer(
      String method, Params params, StatelessClient client, ClientChannel channel) {
    CallContext context = CallContext.of(client.session()).withClient(channel);
    return method.equals("prompts/get")
        ? Relay.map(
            surface.prompt(
                context, SurfaceMethods.promptName(params), SurfaceMethods.promptArguments(params)),
            content -> finished("prompts/get", SurfaceJson.getPromptResult(content)))
        : Relay.map(
            surface.readResource(context, SurfaceMethods.uri(params)),
            content -> finished("resources/read", SurfaceJson.readResourceResult(content)));
  }

  private static <T> CompletionStage<ObjectNode> begin(
      @Nullable RequestMethod<T> method, Params params, StatelessClient client) {
    RequestMethod<T> known = Objects.requireNonNull(method);
    return Relay.map(known.work().apply(params, client), known.answer());
  }

  private void listen(JsonRpcMessage message, StatelessClient client, Reply reply) {
    Subscription subscription =
        new Subscription(message, client, reply, surface, subscriptions::remove);
    subscriptions.add(subscription);
    subscription.begin();
  }

  /** Ends the streams of news: the gateway closes. */
  @Override
  public void close() {
    subscriptions.forEach(subscription -> subscription.end(false));
  }

  /** The same where all messages share one way to the client. */
  void leave() {
    subscriptions.forEach(subscription -> subscription.end(true));
  }

  /** A request that is answered with JSON. */
  private static final class Answered extends OpenRequest<RawJson> {
    private final StatelessClient client;
    private volatile @Nullable String uri;

    Answered(JsonRpcMessage message, Reply reply, StatelessClient client) {
      super(message, reply, client.open());
      this.client = client;
    }

    void send(byte[] message) {
      report(message);
    }

    @Override
    protected RawJson json(RawJson result) {
      return result;
    }

    @Override
    protected byte[] failure(byte[] id, @Nullable Throwable problem) {
      return client.era().error(id, problem, uri);
    }
  }
}
