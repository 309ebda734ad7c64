package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.SearchRequest;
import io.gatemini.ToolAnnotations;
import io.gatemini.spi.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The search of a gateway over tools of the evaluation data. */
public final class AskedCatalog {
  private static final Duration INDEXED = Duration.ofMinutes(10);

  private AskedCatalog() {}

  /**
   * The ids of the first ten tools for each request.
   *
   * @param tools lines of {@code tools.jsonl}
   */
  public static List<List<String>> rankings(
      List<JsonNode> tools, List<String> requests, UnaryOperator<GatewayBuilder> configuration) {
    RegisteredTools registered =
        RegisteredTools.of(tools.stream().map(AskedCatalog::evaluated).toList());
    GatewayBuilder builder = configuration.apply(Gateway.builder());
    registered.addTo(builder);
    List<List<String>> rankings = new ArrayList<>();
    try (Gateway gateway = builder.build()) {
      if (!gateway.awaitIndexed(INDEXED)) {
        throw new IllegalStateException("not searchable within " + INDEXED);
      }
      for (String request : requests) {
        rankings.add(
            gateway
                .search(SearchRequest.of(request).withLimit(QueryScore.DEPTH).withRest())
                .stream()
                .map(hit -> String.valueOf(registered.id(hit.tool())))
                .toList());
      }
    }
    return rankings;
  }

  private static EvaluatedTool evaluated(JsonNode tool) {
    JsonNode schema = tool.path("input_schema");
    return new EvaluatedTool(
        tool.path("id").asText(),
        tool.path("backend").asText(),
        tool.path("name").asText(),
        tool.path("description").asText(),
        schema.isObject() ? schema : Json.mapper().createObjectNode().put("type", "object"),
        ToolAnnotations.fromJson(tool.path("annotations")));
  }
}
