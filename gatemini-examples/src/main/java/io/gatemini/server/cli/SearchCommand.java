package io.gatemini.server.cli;

import static java.util.stream.Collectors.joining;

import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Finds tools for a task. */
@Command(name = "search", description = "Find tools for a task in plain words, best first.")
final class SearchCommand extends GatewayCommand {
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

  @Override
  int ask(Gateway gateway) {
    if (limit < 1 || limit > SearchRequest.MAX_LIMIT) {
      throw new ParameterException(
          spec().commandLine(), "--limit must be between 1 and " + SearchRequest.MAX_LIMIT);
    }
    SearchRequest request = SearchRequest.of(String.join(" ", words)).withLimit(limit);
    if (tag != null) {
      request = request.withTag(tag);
    }
    if (explain) {
      request = request.withExplanation();
    }
    for (SearchHit hit : gateway.search(request)) {
      out().println(hit.name() + "  " + hit.summary());
      out().println("    " + hit.call());
      if (explain) {
        out().println("    " + explanation(hit));
      }
    }
    return 0;
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
