package io.gatemini.server.cli;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import io.gatemini.spi.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds tools for a task. */
@Command(name = "search", description = "Find tools for a task in plain words, best first.")
final class SearchCommand extends GatewayCommand {
  private static final Duration INDEXED = Duration.ofSeconds(30);

  @Parameters(paramLabel = "QUERY", arity = "1..*", description = "The task.")
  List<String> words = List.of();

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "COUNT",
      defaultValue = "" + SearchRequest.DEFAULT_LIMIT,
      description = "How many tools at most (default: ${DEFAULT-VALUE}).")
  int limit;

  @Option(names = "--tag", description = "Only tools that carry this tag.")
  @Nullable String tag;

  @Option(names = "--explain", description = "Say why each tool was found.")
  boolean explain;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Override
  Question question() {
    if (limit < 1 || limit > SearchRequest.MAX_LIMIT) {
      throw refused("--limit must be between 1 and " + SearchRequest.MAX_LIMIT);
    }
    SearchRequest request = SearchRequest.of(String.join(" ", words)).withLimit(limit);
    if (tag != null) {
      request = request.withTag(tag);
    }
    if (explain) {
      request = request.withExplanation();
    }
    SearchRequest asked = request;
    return gateway -> {
      if (!awaitAny(gateway, backend -> true)) {
        return CommandLineMain.FAILED;
      }
      gateway.awaitIndexed(INDEXED);
      return print(gateway.search(asked), gateway);
    };
  }

  private int print(List<SearchHit> hits, Gateway gateway) {
    if (json) {
      ObjectNode found = JsonNodeFactory.instance.objectNode();
      ArrayNode rows = found.putArray("results");
      hits.forEach(hit -> rows.add(row(hit)));
      out().println(found);
    } else if (hits.isEmpty()) {
      err().println(nothing(gateway));
    } else {
      if (!hits.get(0).fits()) {
        String wanted =
            hits.get(0).wanted().map("a server for %s would help, "::formatted).orElse("");
        err().println("Nothing fits; " + wanted + "the nearest are:");
      }
      hits.forEach(this::print);
    }
    return 0;
  }

  private void print(SearchHit hit) {
    out().println(hit.key() + "  " + hit.summary());
    out().println("    " + hit.call());
    if (explain) {
      out().println("    " + explanation(hit));
    }
  }

  private static ObjectNode row(SearchHit hit) {
    ObjectNode row =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", hit.key())
            .put("backend", hit.backend())
            .put("description", hit.summary())
            .put("call", hit.call())
            .put("score", hit.score())
            .put("fits", hit.fits());
    hit.explanation().ifPresent(why -> row.set("explanation", Json.mapper().valueToTree(why)));
    return row;
  }

  /** The message for an agent without results. */
  private String nothing(Gateway gateway) {
    ObjectNode asked =
        JsonNodeFactory.instance.objectNode().put("task_description", String.join(" ", words));
    if (tag != null) {
      asked.put("tag", tag);
    }
    ToolResult answer =
        gateway
            .surface()
            .call(new SurfaceCall("search_tools", RawJson.of(asked), CallContext.local()))
            .toCompletableFuture()
            .join();
    return answer.content().get(answer.content().size() - 1).path("text").asText();
  }

  /** One line, such as {@code hybrid 1.2000: lexical 0.7000, semantic 0.5000; serch = search}. */
  private static String explanation(SearchHit hit) {
    String score = number(hit.score());
    return hit.explanation()
        .map(
            why ->
                why.retriever()
                    + " "
                    + score
                    + why.scores().entrySet().stream()
                        .map(part -> part.getKey() + " " + number(part.getValue()))
                        .collect(joining(", ", ": ", ""))
                    + why.repairs().stream()
                        .map(repair -> "; " + repair.word() + " = " + repair.readAs())
                        .collect(joining()))
        .orElse("score " + score);
  }

  private static String number(double score) {
    return String.format(Locale.ROOT, "%.4f", score);
  }
}
