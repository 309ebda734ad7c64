package io.gatemini.search.evaluation;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Measures what resources cost. */
@Command(
    name = "resources",
    description = "Measure bytes and tokens of every resource and list, beside all schemas.")
final class ResourcesCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private MeasuredPool measured;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    ResourceMeasurement measurement =
        ResourceMeasurement.of(measured.data).progress(spec.commandLine().getErr()::println);
    if (measured.pool != null) {
      measurement = measurement.pool(measured.pool);
    }
    if (measured.tools != null) {
      measurement = measurement.tools(measured.tools);
    }
    ResourceReport report = measurement.run();
    PrintWriter out = spec.commandLine().getOut();
    if (measured.json) {
      out.println(report.toJson());
    } else {
      out.print(report.toMarkdown());
    }
    return 0;
  }
}
