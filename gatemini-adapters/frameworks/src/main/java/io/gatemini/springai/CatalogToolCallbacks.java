package io.gatemini.springai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.BackendCallException;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.program.AnswerBlocks;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.offer.OfferRequest;
import io.gatemini.offer.OfferedDefinition;
import io.gatemini.offer.ToolOffers;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;

/**
 * The tools of a gateway's backends, each as a tool of Spring AI with its own schema, for a host
 * that lets the model have the tools that fit a task. Immutable and thread-safe.
 *
 * <p>{@code billing.refund} is {@code billing__refund} for the model; a key that does not fit into
 * such a name gets a digest, and no two tools share a name. An answer is bounded as that of a
 * program is; the tool {@code read_result} beside them reads the rest. If the tool fails, the call
 * throws a {@code ToolExecutionException}, which Spring AI passes to the model by default.
 *
 * <p>As a {@code ToolCallbackResolver} it asks the catalog at each call, so that a tool can be
 * called that has appeared in the middle of a conversation. A name that is not known is resolved,
 * too, to a tool that answers with near ones: a model that made it up goes on, where Spring AI
 * would end the conversation. Beside other resolvers it is the last, therefore. Spring AI 2 asks
 * for tools that a request does not list only where its {@code DefaultToolCallingManager} is built
 * with {@code resolutionFallbackEnabled(true)}.
 */
public final class CatalogToolCallbacks implements ToolCallbackResolver {
  /**
   * A tool that a search found.
   *
   * @param name the tool for the model, {@code billing__refund}
   * @param score how well it fits; only the order of one search's scores has a meaning
   * @param summary the first sentence of the description
   */
  public record FoundTool(String name, double score, String summary) {}

  private final Gateway gateway;
  private final ToolOffers offers;
  private final Session session;

  private CatalogToolCallbacks(ToolOffers offers, Session session) {
    this.gateway = offers.gateway();
    this.offers = offers;
    this.session = session;
  }

  /** The tools of the backends of a gateway, which the host closes. */
  public static CatalogToolCallbacks of(Gateway gateway) {
    return of(ToolOffers.of(gateway));
  }

  /** The tools of the backends of a gateway, with the offers that the host makes elsewhere. */
  public static CatalogToolCallbacks of(ToolOffers offers) {
    return new CatalogToolCallbacks(offers, Session.local());
  }

  /**
   * These tools, with the session of calls whose context has none, see {@link
   * GatewayToolCallbackProvider}.
   */
  public CatalogToolCallbacks withSession(Session session) {
    return new CatalogToolCallbacks(offers, session);
  }

  /**
   * {@link Gateway#resultTool} and the tools that fit a task, {@value OfferRequest#DEFAULT_LIMIT}
   * at most. With a session of its own a conversation keeps what it was given before, at its place.
   */
  public ToolCallbackProvider matching(String task) {
    return matching(OfferRequest.of(task).session(session));
  }

  /**
   * The same by the budget, the limit and the backends of a request, for its session. The offer is
   * made each time that the provider is asked; it is empty where nothing fits.
   */
  public ToolCallbackProvider matching(OfferRequest request) {
    return () -> withResults(offers.offerWithRoom(request).tools().stream().map(this::callback));
  }

  /** All tools: for an advisor that searches them by {@link #search}, and shows what it found. */
  public ToolCallbackProvider all() {
    return () -> withResults(gateway.catalog().tools().stream().map(this::callback));
  }

  /** The tools that fit, best first, by their names for models: what a tool index answers. */
  public List<FoundTool> search(SearchRequest request) {
    return gateway.search(request).stream()
        .filter(SearchHit::fits)
        .map(hit -> new FoundTool(ModelNames.of(hit.key()), hit.score(), hit.summary()))
        .toList();
  }

  /** The same with what a search finds; it is made each time that the provider is asked. */
  public ToolCallbackProvider matching(SearchRequest request) {
    return () ->
        withResults(gateway.search(request).stream().map(SearchHit::tool).map(this::callback));
  }

  private ToolCallback[] withResults(Stream<ToolCallback> tools) {
    List<ToolCallback> offered = tools.toList();
    return offered.isEmpty()
        ? new ToolCallback[0]
        : Stream.concat(Stream.of(results()), offered.stream()).toArray(ToolCallback[]::new);
  }

  private ToolCallback results() {
    return new AgentToolCallback(gateway.resultTool(session), session);
  }

  /**
   * The tool that has a name now.
   *
   * @param name as the model knows it, or its key in the catalog
   */
  @Override
  public ToolCallback resolve(String name) {
    return ModelNames.find(gateway.catalog(), name)
        .map(this::callback)
        .orElseGet(() -> beside(name));
  }

  private ToolCallback callback(ToolDescriptor tool) {
    return callback(tool.key(), ModelNames.of(tool.key()), description(tool), tool.inputSchema());
  }

  private ToolCallback callback(OfferedDefinition tool) {
    return callback(tool.key(), tool.name(), tool.description(), tool.schema());
  }

  private ToolCallback callback(String key, String name, String description, JsonNode schema) {
    return new CatalogToolCallback(
        gateway,
        session,
        key,
        ToolDefinition.builder()
            .name(name)
            .description(description)
            .inputSchema(schema.toString())
            .build());
  }

  /** Spring AI has no tool without a description. */
  private static String description(ToolDescriptor tool) {
    return tool.description().isBlank() ? tool.key() : tool.description();
  }

  private ToolCallback beside(String name) {
    ToolCallback results = results();
    return results.getToolDefinition().name().equals(name) ? results : unknown(name);
  }

  private ToolCallback unknown(String name) {
    JsonNode anything = JsonNodeFactory.instance.objectNode().put("type", "object");
    return callback(name, name, "No tool has this name.", anything);
  }

  /** A tool of the catalog, bounded as {@link CatalogCall} says; what failed is thrown. */
  private record CatalogToolCallback(
      Gateway gateway, Session session, String key, ToolDefinition definition)
      implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
      return definition;
    }

    @Override
    public String call(String arguments) {
      return call(arguments, null);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
      RawJson read;
      try {
        read = CatalogCall.arguments(definition.name(), arguments);
      } catch (InvalidArgumentsException e) {
        throw failure(e);
      }
      ToolResult result =
          Futures.await(CatalogCall.of(gateway, key, read, ToolContexts.of(context, session)));
      if (result.isError()) {
        CatalogSnapshot catalog = gateway.catalog();
        boolean unknown = catalog.resolve(key).isEmpty();
        throw failure(
            new BackendCallException(
                unknown ? ModelNames.in(result.text(), catalog) : result.text()));
      }
      return AnswerBlocks.text(result);
    }

    private ToolExecutionException failure(GatewayException cause) {
      return new ToolExecutionException(definition, cause);
    }
  }
}
