package io.gatemini.examples.cli;

import io.gatemini.search.evaluation.TokenMeasurement;
import io.gatemini.search.evaluation.TokenReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what discovery costs. */
@Command(
    name = "tokens",
    description = "Measure what finding and calling tools costs in tokens, against all schemas.")
final class TokensCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "A directory as \"evaluate\" reads it.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path data;

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      description = "The pool to take tools and tasks from (default: the largest one).")
  @Nullable String pool;

  @Option(
      names = "--tools",
      paramLabel = "COUNT",
      split = ",",
      description = "Cut the pool to so many tools; several with commas (default: all).")
  @Nullable List<Integer> tools;

  @Option(
      names = "--texts",
      paramLabel = "FILE",
      description = "Write every text that is counted, one JSON object a line, for a tokenizer.")
  @Nullable Path texts;

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    TokenMeasurement measurement =
        TokenMeasurement.of(data).progress(spec.commandLine().getErr()::println);
    if (pool != null) {
      measurement = measurement.pool(pool);
    }
    if (tools != null) {
      measurement = measurement.tools(tools);
    }
    if (texts != null) {
      measurement = measurement.texts(texts);
    }
    TokenReport report = measurement.run();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(report.toJson());
    } else {
      out.print(report.toText());
    }
    return 0;
  }
}
