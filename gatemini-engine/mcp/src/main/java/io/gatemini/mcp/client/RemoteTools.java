package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.peer.MirroredHeaders;
import io.gatemini.internal.peer.PeerRefusal;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.StatelessForm;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendTool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tools of a server: how they are listed, and how each is called. Thread-safe. */
final class RemoteTools {
  private static final List<String> VIEW = List.of("ui", "ui/resourceUri");

  private final PendingRequests pending;
  private final BackendContext context;
  private final ClientRounds rounds;
  private final StatelessForm form;
  private final boolean headers;
  private volatile @Nullable ClientHandshake handshake;

  /** The tools that run as tasks only. */
  private volatile Set<String> tasked = Set.of();

  /** What a host shows with the result of a tool (MCP Apps), by the tool. */
  private volatile Map<String, ObjectNode> views = Map.of();

  /** Distinguishes one list of tools from another without keeping it. */
  private volatile int listed;

  /**
   * @param headers whether messages carry headers
   */
  RemoteTools(
      PendingRequests pending,
      BackendContext context,
      ClientRounds rounds,
      StatelessForm form,
      boolean headers) {
    this.pending = pending;
    this.context = context;
    this.rounds = rounds;
    this.form = form;
    this.headers = headers;
  }

  /** The server has said what it is. */
  void begin(ClientHandshake server) {
    handshake = server;
  }

  private boolean isStateless() {
    ClientHandshake known = handshake;
    return known != null && known.isStateless();
  }

  CompletionStage<List<BackendTool>> list() {
    Map<String, MirroredHeaders> mirrored = new ConcurrentHashMap<>();
    return new ServerListing(pending, context, "tools/list", "tools")
        .all(json -> tool(json, mirrored), this::noTools)
        .thenApply(
            tools -> {
              form.tools(mirrored);
              listed = tools.hashCode();
              tasked =
                  tools.stream()
                      .filter(RemoteTools::isTaskOnly)
                      .map(BackendTool::name)
                      .collect(Collectors.toUnmodifiableSet());
              views = views(tools);
              return tools;
            });
  }

  /** Lists the tools, and announces a change. */
  CompletionStage<Void> look() {
    int before = listed;
    return list()
        .thenAccept(
            tools -> {
              if (tools.hashCode() != before) {
                context.listener().toolsChanged();
              }
            });
  }

  /** A tool whose headers cannot be sent is left out, where there are headers. */
  private BackendTool tool(JsonNode json, Map<String, MirroredHeaders> mirrored) {
    BackendTool tool = BackendTool.fromJson(json);
    if (headers && isStateless()) {
      try {
        MirroredHeaders mirror = MirroredHeaders.of(json.path("inputSchema"));
        if (!mirror.isEmpty()) {
          mirrored.put(tool.name(), mirror);
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "the tool \"" + ForeignText.name(tool.name()) + "\", whose " + e.getMessage(), e);
      }
    }
    return tool;
  }

  private static boolean isTaskOnly(BackendTool tool) {
    return tool.further().at("/execution/taskSupport").asText().equals("required");
  }

  /** A server that never announced tools may refuse to list them: it has none. */
  private RawJson noTools(Throwable problem) {
    ClientHandshake known = handshake;
    Throwable cause = Causes.of(problem);
    if (known != null && !known.offers("tools") && cause instanceof BackendCallException) {
      return RawJson.emptyObject();
    }
    throw Causes.unchecked(cause);
  }

  private static Map<String, ObjectNode> views(List<BackendTool> tools) {
    Map<String, ObjectNode> views = new HashMap<>();
    for (BackendTool tool : tools) {
      ObjectNode view = JsonNodeFactory.instance.objectNode();
      JsonNode meta = tool.further().path("_meta");
      for (String member : VIEW) {
        if (meta.has(member)) {
          view.set(member, meta.get(member));
        }
      }
      if (!view.isEmpty()) {
        views.put(tool.name(), view);
      }
    }
    return Map.copyOf(views);
  }

  /** Calls a tool. A host that reaches it through another tool finds its view in the result. */
  CompletionStage<ToolResult> call(BackendCall call) {
    ObjectNode view = views.get(call.tool());
    return view == null ? begin(call) : Relay.map(begin(call), result -> with(view, result));
  }

  private static ToolResult with(ObjectNode view, ToolResult result) {
    ObjectNode json = result.json().tree().deepCopy();
    ObjectNode meta = view.deepCopy();
    result.meta().filter(JsonNode::isObject).ifPresent(own -> meta.setAll((ObjectNode) own));
    json.set("_meta", meta);
    return ToolResult.of(RawJson.of(json));
  }

  private CompletionStage<ToolResult> begin(BackendCall call) {
    if (isStateless()) {
      return rounds.run(call.context(), further -> round(call, further));
    }
    return tasked.contains(call.tool()) ? pending.callAsTask(call) : pending.call(call);
  }

  private CompletableFuture<ToolResult> round(BackendCall call, RawJson further) {
    return Relay.compose(
        pending.call(call, further),
        (result, failure) -> {
          if (failure instanceof PeerRefusal refusal) {
            // Its schema has changed: the headers follow the one of now.
            return Relay.compose(
                list(), (tools, problem) -> shown(pending.call(call, further), refusal));
          }
          return result != null
              ? CompletableFuture.completedFuture(result)
              : CompletableFuture.failedFuture(Objects.requireNonNull(failure));
        });
  }

  private static CompletableFuture<ToolResult> shown(
      CompletableFuture<ToolResult> again, PeerRefusal first) {
    return Relay.handle(
        again,
        (result, failure) -> {
          if (result != null) {
            return result;
          }
          throw failure instanceof PeerRefusal
              ? first.shown()
              : Causes.unchecked(Objects.requireNonNull(failure));
        });
  }
}
