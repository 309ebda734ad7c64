package io.gatemini.examples.cli;

import io.gatemini.search.evaluation.ResourceMeasurement;
import io.gatemini.search.evaluation.ResourceReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what resources cost. */
@Command(
    name = "resources",
    description = "Measure bytes and tokens of every resource and list, beside all schemas.")
final class ResourcesCommand implements Callable<Integer> {
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
      description = "The pool to take tools from (default: the largest one).")
  @Nullable String pool;

  @Option(
      names = "--tools",
      paramLabel = "COUNT",
      split = ",",
      description = "Cut the pool to so many tools; several with commas (default: all).")
  @Nullable List<Integer> tools;

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  boolean json;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    ResourceMeasurement measurement =
        ResourceMeasurement.of(data).progress(spec.commandLine().getErr()::println);
    if (pool != null) {
      measurement = measurement.pool(pool);
    }
    if (tools != null) {
      measurement = measurement.tools(tools);
    }
    ResourceReport report = measurement.run();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(report.toJson());
    } else {
      out.print(report.toMarkdown());
    }
    return 0;
  }
}
