package io.gatemini.server.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a command that measures is told of the tools it measures with, and of its answer. */
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
