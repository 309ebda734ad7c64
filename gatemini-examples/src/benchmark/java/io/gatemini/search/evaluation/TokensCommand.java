package io.gatemini.search.evaluation;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what discovery costs. */
@Command(
    name = "tokens",
    description = "Measure what finding and calling tools costs in tokens, against all schemas.")
final class TokensCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private MeasuredPool measured;

  @Option(
      names = "--texts",
      paramLabel = "FILE",
      description = "Write every text that is counted, one JSON object a line, for a tokenizer.")
  @Nullable Path texts;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    TokenMeasurement measurement =
        TokenMeasurement.of(measured.data).progress(spec.commandLine().getErr()::println);
    if (measured.pool != null) {
      measurement = measurement.pool(measured.pool);
    }
    if (measured.tools != null) {
      measurement = measurement.tools(measured.tools);
    }
    if (texts != null) {
      measurement = measurement.texts(texts);
    }
    TokenReport report = measurement.run();
    PrintWriter out = spec.commandLine().getOut();
    if (measured.json) {
      out.println(report.toJson());
    } else {
      out.print(report.toText());
    }
    return 0;
  }
}
