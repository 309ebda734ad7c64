package io.gatemini.adk;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.adk.GatewayToolset.ToolOffer;
import io.gatemini.adk.GatewayToolset.Turn;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.internal.surface.ModelNames;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** A model chooses badly among more, and pays for each at every turn. */
  private static final int MAX_OFFERED = 30;

  private static final int FITTING = 5;
  private static final int FOUND = 10;
  private static final int MAX_CONVERSATIONS = 10_000;
  private static final Duration IDLE = Duration.ofHours(1);

  private final Gateway gateway;
  private final Cache<String, Offered> conversations =
      Caffeine.newBuilder().maximumSize(MAX_CONVERSATIONS).expireAfterAccess(IDLE).build();

  FoundTools(Gateway gateway) {
    this.gateway = gateway;
  }

  /** The keys that one conversation was offered, those it has asked for last at the end. */
  private static final class Offered {
    private final Map<String, Boolean> keys = new LinkedHashMap<>();

    synchronized void add(Collection<String> found) {
      for (String key : found) {
        keys.remove(key);
        keys.put(key, true);
      }
      var oldest = keys.keySet().iterator();
      while (keys.size() > MAX_OFFERED) {
        oldest.next();
        oldest.remove();
      }
    }

    synchronized List<String> keys() {
      return List.copyOf(keys.keySet());
    }
  }

  @Override
  public Flowable<BaseTool> tools(Turn turn) {
    Offered offered = conversations.get(turn.session().id(), id -> new Offered());
    String said = turn.context().userContent().map(FoundTools::text).orElse("");
    Single<List<String>> fitting =
        said.isBlank()
            ? Single.just(List.of())
            : found(said, FITTING, turn.session()).map(FoundTools::keys);
    return fitting.flatMapPublisher(
        keys -> {
          offered.add(keys);
          return Flowable.fromIterable(offer(offered, turn.session()));
        });
  }

  private static String text(Content content) {
    return content.parts().orElse(List.of()).stream()
        .flatMap(part -> part.text().stream())
        .collect(Collectors.joining("\n"));
  }

  private Single<List<SearchHit>> found(String task, int limit, Session session) {
    return Single.fromCompletionStage(
        gateway.searchAsync(SearchRequest.of(task).withLimit(limit).withSession(session)));
  }

  private static List<String> keys(List<SearchHit> hits) {
    return hits.stream().map(SearchHit::key).toList();
  }

  private List<BaseTool> offer(Offered offered, Session session) {
    List<BaseTool> tools = new ArrayList<>();
    tools.add(new Find(offered, session));
    tools.add(new AdkTool(gateway.resultTool(session)));
    for (String key : offered.keys()) {
      // One that is gone meanwhile is not offered.
      gateway.catalog().resolve(key).ifPresent(tool -> tools.add(new Found(tool, session)));
    }
    return tools;
  }

  /** Searches, and adds what it finds to what the conversation is offered. */
  private final class Find extends BaseTool {
    private final Offered offered;
    private final Session session;

    Find(Offered offered, Session session) {
      super(FIND, FINDS);
      this.offered = offered;
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
      return found(task, FOUND, session)
          .map(
              hits -> {
                offered.add(keys(hits));
                return Map.of("tools", hits.stream().map(FoundTools::shown).toList());
              });
    }
  }

  private static Map<String, Object> shown(SearchHit hit) {
    return Map.of("name", ModelNames.of(hit.key()), "description", hit.tool().description());
  }

  /** A tool of the catalog. */
  private final class Found extends BaseTool {
    private final ToolDescriptor tool;
    private final Session session;

    Found(ToolDescriptor tool, Session session) {
      super(ModelNames.of(tool.key()), tool.description());
      this.tool = tool;
      this.session = session;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
      return Answers.declaration(name(), tool.description(), tool.inputSchema());
    }

    @Override
    public Single<Map<String, Object>> runAsync(
        Map<String, Object> arguments, ToolContext context) {
      return Answers.of(
          () ->
              CatalogCall.of(
                  gateway, tool.key(), RawJson.ofValue(arguments), CallContext.of(session)),
          Answers::value);
    }
  }
}
