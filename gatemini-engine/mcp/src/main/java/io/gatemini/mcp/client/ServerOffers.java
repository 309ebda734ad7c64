package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.ServerValues;
import io.gatemini.internal.surface.address.ResourceAddress;
import io.gatemini.internal.text.VisibleJson;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ResourceSource;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The resources and prompts of a server. Their lists are fetched once it has started, and again
 * after each announced change; until then they are empty. Thread-safe.
 */
final class ServerOffers {
  private static final System.Logger LOG = System.getLogger(ServerOffers.class.getName());

  private final PendingRequests pending;
  private final BackendContext context;
  private final BiFunction<String, RawJson, CompletableFuture<RawJson>> asking;
  private final Kept<Resource> resources;
  private final Kept<ResourceTemplate> templates;
  private final Kept<Prompt> prompts;
  private volatile BackendFeatures offered = BackendFeatures.none();
  private volatile boolean completes;
  private volatile boolean subscribes;
  private volatile @Nullable ServerNews news;

  /**
   * @param asking sends a request that the server may answer with questions
   */
  ServerOffers(
      PendingRequests pending,
      BackendContext context,
      BiFunction<String, RawJson, CompletableFuture<RawJson>> asking) {
    this.pending = pending;
    this.context = context;
    this.asking = asking;
    resources = new Kept<>("resources/list", "resources", ServerParts::resource);
    templates = new Kept<>("resources/templates/list", "resourceTemplates", ServerParts::template);
    prompts = new Kept<>("prompts/list", "prompts", ServerParts::prompt);
  }

  /**
   * The server has said what it offers, and takes requests. Returns at once.
   *
   * @param subscriptions where a server without a handshake is asked for news
   */
  void begin(ClientHandshake handshake, @Nullable ServerNews subscriptions) {
    news = subscriptions;
    completes = handshake.offers("completions");
    subscribes = handshake.capabilities().path("resources").path("subscribe").asBoolean(false);
    boolean hasResources = handshake.offers("resources");
    boolean hasPrompts = handshake.offers("prompts");
    if (hasResources || hasPrompts) {
      offered =
          new BackendFeatures(
              hasResources ? Optional.of(new Resources()) : Optional.empty(),
              hasPrompts ? Optional.of(new Prompts()) : Optional.empty());
    }
    fetch();
  }

  /** Fetches the lists again: a change of them may have been missed. */
  void fetch() {
    if (offered.resources().isPresent()) {
      resources.fetch();
      templates.fetch();
    }
    if (offered.prompts().isPresent()) {
      prompts.fetch();
    }
  }

  BackendFeatures offered() {
    return offered;
  }

  /** Takes a notification, if it is of resources or prompts. */
  boolean hears(JsonRpcMessage notification) {
    switch (notification.method()) {
      case "notifications/resources/list_changed" -> {
        resources.fetch();
        templates.fetch();
      }
      case "notifications/prompts/list_changed" -> prompts.fetch();
      case "notifications/resources/updated" -> {
        String uri = updated(notification);
        if (!uri.isEmpty()) {
          context.listener().resourceUpdated(uri);
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String updated(JsonRpcMessage notification) {
    JsonRpcMessage.Slice params = notification.params();
    return params == null
        ? ""
        : RawJson.parse(params.text(notification.buffer())).tree().path("uri").asText("");
  }

  private CompletionStage<List<String>> complete(
      String type, String member, CompletionRequest request) {
    if (!completes) {
      return CompletableFuture.completedFuture(List.of());
    }
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.putObject("ref").put("type", type).put(member, request.target());
    params.putObject("argument").put("name", request.variable()).put("value", request.value());
    if (!request.context().isEmpty()) {
      ObjectNode known = params.putObject("context").putObject("arguments");
      request.context().forEach(known::put);
    }
    return pending
        .request("completion/complete", RawJson.of(params))
        .thenApply(answer -> new ServerValues(answer.tree().path("completion")));
  }

  /** An answer that does not match the request fails it, and nothing else. */
  private static <T> Function<RawJson, T> valid(Function<RawJson, T> read) {
    return answer -> {
      try {
        return read.apply(answer);
      } catch (IllegalArgumentException e) {
        throw BackendCallException.answered(String.valueOf(e.getMessage()));
      }
    };
  }

  private final class Resources implements ResourceSource {
    @Override
    public List<Resource> resources(Session session) {
      return resources.list();
    }

    @Override
    public List<ResourceTemplate> templates(Session session) {
      return templates.list();
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return asking
          .apply(
              "resources/read",
              RawJson.of(JsonNodeFactory.instance.objectNode().put("uri", request.uri())))
          .thenApply(valid(answer -> content(request.uri(), answer)));
    }

    private ResourceContent content(String asked, RawJson answer) {
      for (JsonNode part : answer.tree().path("contents")) {
        String label = part.path("uri").asText(asked);
        // A gateway may stand behind this one; its own addresses are then what was asked for.
        if (ResourceAddress.isOwn(label) && !label.equals(asked)) {
          throw new IllegalArgumentException("the answer has an address of this gateway");
        }
      }
      return ResourceContent.of(asked, answer);
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return ServerOffers.this.complete("ref/resource", "uri", request);
    }

    @Override
    public void subscribe(String uri) {
      send("resources/subscribe", uri, ServerNews::subscribe);
    }

    @Override
    public void unsubscribe(String uri) {
      send("resources/unsubscribe", uri, ServerNews::unsubscribe);
    }

    private void send(String method, String uri, BiConsumer<ServerNews, String> otherwise) {
      ServerNews subscriptions = news;
      if (subscribes && subscriptions != null) {
        otherwise.accept(subscriptions, uri);
      } else if (subscribes) {
        var unused =
            pending
                .request(method, RawJson.of(JsonNodeFactory.instance.objectNode().put("uri", uri)))
                .exceptionally(
                    problem -> {
                      LOG.log(
                          Level.DEBUG,
                          () -> context.name() + ": " + method + ": " + Causes.of(problem));
                      return RawJson.emptyObject();
                    });
      }
    }
  }

  private final class Prompts implements PromptSource {
    @Override
    public List<Prompt> prompts(Session session) {
      return prompts.list();
    }

    @Override
    public CompletionStage<PromptContent> get(PromptRequest request) {
      ObjectNode params = JsonNodeFactory.instance.objectNode().put("name", request.name());
      ObjectNode arguments = params.putObject("arguments");
      request.arguments().forEach(arguments::put);
      return asking
          .apply("prompts/get", RawJson.of(params))
          .thenApply(valid(answer -> PromptContent.of(RawJson.of(VisibleJson.of(answer.tree())))));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return ServerOffers.this.complete("ref/prompt", "name", request);
    }
  }

  /**
   * The latest list of the server. One fetch at a time: a server that announces changes all the
   * time is asked no faster than it answers.
   */
  private final class Kept<T> {
    private final ServerListing listing;
    private final Function<JsonNode, T> read;
    private volatile List<T> list = List.of();
    private boolean fetching;
    private boolean again;

    Kept(String method, String member, Function<JsonNode, T> read) {
      this.listing = new ServerListing(pending, context, method, member);
      this.read = read;
    }

    List<T> list() {
      return list;
    }

    void fetch() {
      synchronized (this) {
        again = fetching;
        if (fetching) {
          return;
        }
        fetching = true;
      }
      listing
          .all(read, Kept::refused)
          .whenComplete(
              (fetched, problem) -> {
                if (fetched != null && !fetched.equals(list)) {
                  list = fetched;
                  context.listener().featuresChanged();
                }
                fetched();
              });
    }

    private void fetched() {
      boolean more;
      synchronized (this) {
        fetching = false;
        more = again;
      }
      if (more) {
        fetch();
      }
    }

    /** A server may offer resources and know no templates. */
    private static RawJson refused(Throwable problem) {
      LOG.log(Level.DEBUG, () -> "a list could not be fetched: " + Causes.of(problem));
      return RawJson.emptyObject();
    }
  }
}
