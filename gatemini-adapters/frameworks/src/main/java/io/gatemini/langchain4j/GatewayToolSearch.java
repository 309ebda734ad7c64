package io.gatemini.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.search.ToolSearchRequest;
import dev.langchain4j.service.tool.search.ToolSearchResult;
import dev.langchain4j.service.tool.search.ToolSearchStrategy;
import dev.langchain4j.service.tool.search.simple.SimpleToolSearchStrategy;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.internal.presentation.CatalogDigest;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.text.WordAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's search inside LangChain4j: the model is shown the one tool {@value #NAME}, and what
 * it finds is shown to it from the next request on, under its own schema.
 *
 * <pre>{@code
 * AiServices.builder(Assistant.class)
 *     .chatModel(languageModel)
 *     .toolProvider(GatewayToolProvider.all(gateway))
 *     .toolSearchStrategy(GatewayToolSearch.of(gateway))
 *     .build();
 * }</pre>
 *
 * <p>Tools that the host has beside those of the gateway are found by their words. Immutable and
 * thread-safe. A search never throws for what the model wrote.
 */
public final class GatewayToolSearch implements ToolSearchStrategy {
  /** The tool by which a model searches. */
  public static final String NAME = "find_tools";

  private static final int DEFAULT_LIMIT = 5;

  private static final String QUERY = "query";

  private static final String DESCRIPTION =
      "Start here: find tools for a task; those that are found can be called then. ";

  private static final JsonNode SCHEMA =
      RawJson.parse(
              """
              {"type": "object", "required": ["query"], "properties":
                {"query": {"type": "string", "description": "the task in plain words"}}}\
              """)
          .tree();

  private final Gateway gateway;
  private final Function<Object, Session> sessions;
  private final int limit;

  private GatewayToolSearch(Gateway gateway, Function<Object, Session> sessions, int limit) {
    this.gateway = gateway;
    this.sessions = sessions;
    this.limit = limit;
  }

  /** A search among the tools of {@link GatewayToolProvider#all}, for five at a time. */
  public static GatewayToolSearch of(Gateway gateway) {
    return new GatewayToolSearch(gateway, CallSettings::sessionOf, DEFAULT_LIMIT);
  }

  /**
   * This search for another number of tools at a time.
   *
   * @param limit 1 to {@value SearchRequest#MAX_LIMIT}
   * @throws IllegalArgumentException when it is not in that range
   */
  public GatewayToolSearch withLimit(int limit) {
    return new GatewayToolSearch(gateway, sessions, checked(limit));
  }

  /** This search with the sessions of {@link GatewayToolProvider#withSessions}. */
  public GatewayToolSearch withSessions(Function<Object, Session> sessions) {
    return new GatewayToolSearch(gateway, Objects.requireNonNull(sessions, "sessions"), limit);
  }

  static int checked(int limit) {
    return SearchRequest.of("").withLimit(limit).limit();
  }

  @Override
  public List<ToolSpecification> getToolSearchTools(@Nullable InvocationContext context) {
    String digest =
        CatalogDigest.of(gateway.catalog(), gateway.backends(), CatalogDigest.MAX_BYTES);
    return List.of(Specifications.builder(NAME, DESCRIPTION + digest, SCHEMA).build());
  }

  @Override
  public ToolSearchResult search(ToolSearchRequest request) {
    String task = task(request.toolExecutionRequest());
    if (task.isBlank()) {
      return nothing("\"query\" must be a text: the task in plain words");
    }
    List<SearchHit> hits;
    try {
      hits = gateway.search(search(task, request.invocationContext()));
    } catch (GatewayException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return nothing(String.valueOf(e.getMessage()));
    }
    return result(hits, task, request.searchableTools());
  }

  private SearchRequest search(String task, @Nullable InvocationContext context) {
    Object memoryId = context == null ? null : context.chatMemoryId();
    return SearchRequest.of(task)
        .withLimit(limit)
        .withSession(CallSettings.session(sessions, memoryId));
  }

  private ToolSearchResult result(
      List<SearchHit> hits, String task, List<ToolSpecification> searchable) {
    Set<String> open = searchable.stream().map(ToolSpecification::name).collect(Collectors.toSet());
    List<String> names = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (SearchHit hit : hits) {
      String name = ModelNames.of(hit.key());
      // The framework fails at a name that it was not given at the last message of the user.
      if (open.contains(name)) {
        names.add(name);
        lines.add(name + ": " + hit.summary());
      } else {
        lines.add(name + ": listed already, or from the next message on");
      }
    }
    for (String name : ofTheHost(task, searchable)) {
      names.add(name);
      lines.add(name);
    }
    return lines.isEmpty()
        ? nothing("No tool matches; try other words.")
        : new ToolSearchResult(
            names, "These tools can be called now:\n" + String.join("\n", lines));
  }

  /** Fitting tools that are not of the gateway, which would never be shown otherwise. */
  private List<String> ofTheHost(String task, List<ToolSpecification> searchable) {
    List<ToolSpecification> others =
        searchable.stream().filter(tool -> !tool.metadata().containsKey(CatalogTools.KEY)).toList();
    List<String> words = new WordAnalyzer().tokens(task);
    if (others.isEmpty() || words.isEmpty()) {
      return List.of();
    }
    ObjectNode terms = JsonNodeFactory.instance.objectNode();
    words.forEach(terms.putArray("terms")::add);
    return SimpleToolSearchStrategy.builder()
        .maxResults(limit)
        .build()
        .search(
            ToolSearchRequest.builder()
                .toolExecutionRequest(
                    ToolExecutionRequest.builder().name(NAME).arguments(terms.toString()).build())
                .searchableTools(others)
                .build())
        .foundToolNames();
  }

  private static String task(ToolExecutionRequest request) {
    try {
      JsonNode query = RawJson.parse(String.valueOf(request.arguments())).tree().path(QUERY);
      return query.isTextual() ? query.textValue() : "";
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static ToolSearchResult nothing(String text) {
    return new ToolSearchResult(List.of(), text);
  }
}
