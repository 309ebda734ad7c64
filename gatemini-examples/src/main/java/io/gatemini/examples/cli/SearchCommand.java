package io.gatemini.examples.cli;

import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import java.util.List;
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

  @Override
  int ask(Gateway gateway) {
    if (limit < 1 || limit > SearchRequest.MAX_LIMIT) {
      throw new ParameterException(
          spec().commandLine(), "--limit must be between 1 and " + SearchRequest.MAX_LIMIT);
    }
    SearchRequest request = SearchRequest.of(String.join(" ", words)).withLimit(limit);
    for (SearchHit hit : gateway.search(tag == null ? request : request.withTag(tag))) {
      out().println(hit.name() + "  " + hit.summary());
      out().println("    " + hit.call());
    }
    return 0;
  }
}
