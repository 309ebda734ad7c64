package io.gatemini.adk;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.adk.GatewayToolset.ToolOffer;
import io.gatemini.adk.GatewayToolset.Turn;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.offer.Offer;
import io.gatemini.offer.OfferRequest;
import io.gatemini.offer.OfferedDefinition;
import io.gatemini.offer.ToolOffers;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * The tools that fit a conversation, under their own schemas, the one that finds more, and the one
 * that reads what was left out of their answers.
 */
final class FoundTools implements ToolOffer {
  private static final String FIND = "find_tools";
  private static final String FINDS =
      "Find tools for a task. Found tools can be called from the next turn on.";
  private static final JsonNode FIND_SCHEMA =
      RawJson.parse(
              """
              {"type": "object", "required": ["task"], "properties": {
                "task": {"type": "string", "description": "The task in a few words"}}}
              """)
          .tree();

  private final ToolOffers offers;
  private final OfferRequest settings;

  FoundTools(ToolOffers offers, OfferRequest settings) {
    this.offers = offers;
    this.settings = settings;
  }

  @Override
  public Flowable<BaseTool> tools(Turn turn) {
    Session session = turn.session();
    String said = turn.context().userContent().map(FoundTools::text).orElse("");
    // Room is made by what the model finds alone, or the user's message would drop that again.
    return blocking(() -> offers.offer(settings.session(session).message(said)))
        .flattenAsFlowable(offer -> tools(offer, session));
  }

  private List<BaseTool> tools(Offer offer, Session session) {
    List<BaseTool> tools = new ArrayList<>();
    tools.add(new Find(session));
    tools.add(new AdkTool(offers.gateway().resultTool(session)));
    offer.tools().forEach(tool -> tools.add(new Found(tool, session)));
    return tools;
  }

  private static Single<Offer> blocking(Callable<Offer> offer) {
    return Single.fromCallable(offer).subscribeOn(Schedulers.io());
  }

  private static String text(Content content) {
    return content.parts().orElse(List.of()).stream()
        .flatMap(part -> part.text().stream())
        .collect(Collectors.joining("\n"));
  }

  /** Searches, and adds what it finds to what the conversation is offered. */
  private final class Find extends BaseTool {
    private final Session session;

    Find(Session session) {
      super(FIND, FINDS);
      this.session = session;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
      return Answers.declaration(FIND, FINDS, FIND_SCHEMA);
    }

    @Override
    public Single<Map<String, Object>> runAsync(
        Map<String, Object> arguments, ToolContext context) {
      if (!(arguments.get("task") instanceof String task) || task.isBlank()) {
        return Single.just(Map.of("error", "describe the task in \"task\""));
      }
      return blocking(() -> offers.offerWithRoom(settings.session(session).message(task)))
          .map(offer -> offer.added() == 0 ? offer.tools() : offer.newTools())
          .map(found -> Map.of("tools", found.stream().map(FoundTools::shown).toList()));
    }
  }

  private static Map<String, Object> shown(OfferedDefinition tool) {
    return Map.of("name", tool.name(), "description", tool.description());
  }

  /** A tool of the catalog. */
  private final class Found extends BaseTool {
    private final OfferedDefinition tool;
    private final Session session;

    Found(OfferedDefinition tool, Session session) {
      super(tool.name(), tool.description());
      this.tool = tool;
      this.session = session;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
      return Answers.declaration(tool.name(), tool.description(), tool.schema());
    }

    @Override
    public Single<Map<String, Object>> runAsync(
        Map<String, Object> arguments, ToolContext context) {
      return Answers.of(
          () ->
              CatalogCall.of(
                  offers.gateway(),
                  tool.key(),
                  RawJson.ofValue(arguments),
                  CallContext.of(session)),
          Answers::value);
    }
  }
}
