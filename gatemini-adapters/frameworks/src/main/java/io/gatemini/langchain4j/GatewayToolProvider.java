package io.gatemini.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.langchain4j.OfferedTool.Action;
import io.gatemini.offer.OfferRequest;
import io.gatemini.offer.ToolOffers;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a gateway for a model that LangChain4j talks to. Immutable and thread-safe; one
 * provider serves all conversations.
 *
 * <p>Each conversation is a session of the gateway, by its memory id. The results that a session
 * keeps end with {@link Gateway#endSession}, which the host calls when a conversation is over.
 *
 * <p>A call waits on the framework's thread. Failures, including the model's mistakes, are results
 * with {@code isError}. Interrupting the thread cancels the work down to the tool and throws a
 * {@link GatewayException}. A result has the text and the images of the answer, the whole of it as
 * {@code result()}, and its {@code _meta} as {@code attributes()}, which no model sees.
 */
public final class GatewayToolProvider implements ToolProvider {
  private final ToolOffer offer;
  private final CallSettings settings;

  private GatewayToolProvider(ToolOffer offer, CallSettings settings) {
    this.offer = offer;
    this.settings = settings;
  }

  private GatewayToolProvider(ToolOffer offer) {
    this(offer, CallSettings.defaults());
  }

  /**
   * The tools of the gateway's surface, by default seven: the model searches, looks closer and
   * calls, or writes a program. Large answers are reduced.
   */
  public static GatewayToolProvider of(Gateway gateway) {
    return of(gateway, Set.of());
  }

  /** The same without some of the tools, see {@link Gateway#agentTools(Session, Set)}. */
  public static GatewayToolProvider of(Gateway gateway, Set<String> without) {
    return new GatewayToolProvider(new MetaToolOffer(gateway, Set.copyOf(without)));
  }

  /**
   * The backends' tools that fit the last message of the user, under their own schemas: the model
   * need not search. A conversation keeps what it was given before, at its place. Large answers are
   * reduced; {@link Gateway#resultTool} reads the rest.
   *
   * @param limit how many fitting tools, 1 to {@value SearchRequest#MAX_LIMIT}, of which {@value
   *     OfferRequest#MAX_LIMIT} are offered at most
   */
  public static GatewayToolProvider fitting(Gateway gateway, int limit) {
    int most = Math.min(GatewayToolSearch.checked(limit), OfferRequest.MAX_LIMIT);
    return fitting(ToolOffers.of(gateway), OfferRequest.of("").limit(most));
  }

  /**
   * The same by the budget, the limit and the backends of a request; message and session are those
   * of the conversation.
   */
  public static GatewayToolProvider fitting(ToolOffers offers, OfferRequest settings) {
    return new GatewayToolProvider(
        new FittingToolOffer(new CatalogTools(offers.gateway()), offers, settings));
  }

  /**
   * All tools of all backends, under their own schemas, for {@link GatewayToolSearch} or another
   * {@code ToolSearchStrategy}: without one the model is sent all of them. They are those at the
   * last message of the user. Large answers are reduced; {@link Gateway#resultTool}, which is
   * visible at any time, reads the rest.
   */
  public static GatewayToolProvider all(Gateway gateway) {
    return new GatewayToolProvider(new CatalogOffer(new CatalogTools(gateway)));
  }

  /**
   * This provider with other sessions; by default {@code Session.of(String.valueOf(memoryId))}.
   *
   * @param sessions from the memory id of a conversation; it is {@code default} where a
   *     conversation has none, which all of these share
   */
  public GatewayToolProvider withSessions(Function<Object, Session> sessions) {
    return new GatewayToolProvider(offer, settings.withSessions(sessions));
  }

  /**
   * This provider with a timeout for each call and each program; by default backends and the
   * gateway have their own.
   *
   * @throws IllegalArgumentException when it is not positive
   */
  public GatewayToolProvider withTimeout(Duration timeout) {
    return new GatewayToolProvider(offer, settings.withTimeout(timeout));
  }

  /**
   * This provider for models that take images in the results of tools, as is the default, or for
   * others: the framework's modules of those fail at a result with an image, and get a note of it
   * instead.
   */
  public GatewayToolProvider withImages(boolean images) {
    return new GatewayToolProvider(offer, settings.withImages(images));
  }

  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    ToolProviderResult.Builder result = ToolProviderResult.builder();
    Session session = settings.session(request.chatMemoryId());
    for (OfferedTool tool : offer.tools(request, session)) {
      result.add(tool.specification(), new GatewayToolExecutor(tool.action(), settings));
    }
    return result.build();
  }

  @Override
  public boolean isDynamic() {
    return offer.isDynamic();
  }

  /**
   * Answers a call of a tool that the model was not offered, with a name that may have been meant.
   * By default the framework ends a conversation at such a call: {@code
   * AiServices.hallucinatedToolNameStrategy(provider::unknownTool)}.
   */
  public ToolExecutionResultMessage unknownTool(ToolExecutionRequest request) {
    return ToolExecutionResultMessage.builder()
        .id(request.id())
        .toolName(request.name())
        .text(offer.unknown(request.name()))
        .isError(true)
        .build();
  }

  /**
   * Makes the calls of one tool and waits for their answers. Failures become answers for the model;
   * only an interrupted thread, which cancels the work, gets an exception.
   */
  private record GatewayToolExecutor(Action action, CallSettings settings) implements ToolExecutor {
    @Override
    public String execute(ToolExecutionRequest request, @Nullable Object memoryId) {
      return ToolAnswer.text(call(request, memoryId));
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, @Nullable InvocationContext context) {
      Object memoryId = context == null ? null : context.chatMemoryId();
      return ToolAnswer.of(call(request, memoryId), settings.images());
    }

    private ToolResult call(ToolExecutionRequest request, @Nullable Object memoryId) {
      String arguments = request.arguments() == null ? "" : request.arguments();
      try {
        return Futures.await(Futures.of(() -> action.call(arguments, settings.context(memoryId))));
      } catch (GatewayException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        return ToolResult.error(String.valueOf(e.getMessage()));
      }
    }
  }
}
