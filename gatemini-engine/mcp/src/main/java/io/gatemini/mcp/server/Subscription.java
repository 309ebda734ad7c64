package io.gatemini.mcp.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Surface;
import io.gatemini.UnknownResourceException;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.OpenRequest;
import io.gatemini.internal.peer.Reply;
import io.gatemini.internal.peer.SurfaceJson;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.Listening;
import io.gatemini.spi.SurfaceListener;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code subscriptions/listen}: a request that is not answered, but gets the news that it asks for
 * until its client cancels it, or the gateway closes. Thread-safe.
 */
final class Subscription extends OpenRequest<RawJson> implements SurfaceListener {
  private final JsonRpcMessage message;
  private final StatelessClient client;
  private final Surface surface;
  private final Consumer<Subscription> onEnded;
  private final RawJson id;
  private final CompletableFuture<RawJson> work = new CompletableFuture<>();
  private volatile JsonNode wanted = JsonNodeFactory.instance.objectNode();

  // Guarded by work.
  private @Nullable Listening listening;
  private boolean over;

  Subscription(
      JsonRpcMessage message,
      StatelessClient client,
      Reply reply,
      Surface surface,
      Consumer<Subscription> onEnded) {
    super(message, reply, client.open());
    this.message = message;
    this.client = client;
    this.surface = surface;
    this.onEnded = onEnded;
    this.id = RawJson.wrap(OpenRequest.id(message));
  }

  void begin() {
    begin(
        () -> {
          JsonNode asked =
              Params.read(message.params(), message.buffer())
                  .object("notifications", "the news to get")
                  .tree();
          Listening begun = surface.listen(client.session(), this);
          wanted = acknowledged(asked, begun);
          keep(begun);
          ObjectNode params = JsonNodeFactory.instance.objectNode();
          params.set("notifications", wanted);
          send("notifications/subscriptions/acknowledged", params);
          return work;
        });
  }

  private void keep(Listening begun) {
    boolean late;
    synchronized (work) {
      listening = begun;
      late = over;
    }
    if (late) {
      begun.close();
    }
  }

  /** The news that it will get. */
  private ObjectNode acknowledged(JsonNode asked, Listening begun) {
    ObjectNode granted = JsonNodeFactory.instance.objectNode();
    grant(granted, asked, "toolsListChanged", true);
    grant(granted, asked, "promptsListChanged", client.features().prompts());
    grant(granted, asked, "resourcesListChanged", client.features().resources());
    JsonNode resources = asked.path("resourceSubscriptions");
    if (resources.isArray() && client.features().resources()) {
      var subscribed = granted.putArray("resourceSubscriptions");
      for (JsonNode uri : resources) {
        try {
          begun.subscribe(uri.asText());
          subscribed.add(uri.asText());
        } catch (UnknownResourceException | InvalidArgumentsException e) {
          // It is not acknowledged.
        }
      }
    }
    return granted;
  }

  private static void grant(ObjectNode granted, JsonNode asked, String kind, boolean offered) {
    if (offered && asked.path(kind).asBoolean(false)) {
      granted.put(kind, true);
    }
  }

  /**
   * The gateway closes.
   *
   * @param shared whether other requests share the way to the client, so that it does not end with
   *     this one
   */
  void end(boolean shared) {
    if (shared) {
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      params.set("requestId", id.tree());
      report(JsonRpcMessages.notification("notifications/cancelled", RawJson.of(params)));
    }
    cancel();
  }

  @Override
  public void toolsChanged() {
    sendWanted("toolsListChanged", "notifications/tools/list_changed");
  }

  @Override
  public void promptsChanged() {
    sendWanted("promptsListChanged", "notifications/prompts/list_changed");
  }

  @Override
  public void resourcesChanged() {
    sendWanted("resourcesListChanged", "notifications/resources/list_changed");
  }

  @Override
  public void resourceUpdated(String uri) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    send("notifications/resources/updated", SurfaceJson.put(params, "uri", uri));
  }

  private void sendWanted(String kind, String method) {
    if (wanted.has(kind)) {
      send(method, JsonNodeFactory.instance.objectNode());
    }
  }

  private void send(String method, ObjectNode params) {
    params.putObject("_meta").set("io.modelcontextprotocol/subscriptionId", id.tree());
    report(JsonRpcMessages.notification(method, RawJson.of(params)));
  }

  @Override
  protected RawJson json(RawJson result) {
    return result;
  }

  @Override
  protected byte[] failure(byte[] requestId, @Nullable Throwable problem) {
    return client.era().error(requestId, problem, null);
  }

  @Override
  protected void ended() {
    Listening begun;
    synchronized (work) {
      over = true;
      begun = listening;
    }
    if (begun != null) {
      begun.close();
    }
    onEnded.accept(this);
  }
}
