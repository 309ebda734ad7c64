package io.gatemini.search.evaluation;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that measures: the tools it measures with, and its answer. */
final class MeasuredPool {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "A directory as \"evaluate\" reads it.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  Path data;

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

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  boolean json;
}
