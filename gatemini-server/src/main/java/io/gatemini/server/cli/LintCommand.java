package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.BackendStatus;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.search.lint.CatalogLint;
import io.gatemini.search.lint.LintReport;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks the tools; exit code 1 also where a backend is down, whose tools are not checked. */
@Command(
    name = "lint",
    description = "Report tools that are found badly, look alike, or hide something.")
final class LintCommand extends GatewayCommand {
  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "Leave out the findings in FILE, which lint --json has printed.")
  @Nullable Path baseline;

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  private String known = "";

  @Override
  String input() {
    return known;
  }

  @Override
  Question question() {
    JsonNode accepted = baseline == null ? MissingNode.getInstance() : accepted(baseline);
    return gateway -> {
      awaitAny(gateway, backend -> true);
      LintReport report = CatalogLint.of(gateway).without(accepted);
      out().print(json ? VisibleText.escaped(report.toJson() + "%n".formatted()) : report.toText());
      boolean whole = gateway.backends().stream().allMatch(BackendStatus::available);
      return whole && report.findings().isEmpty() ? 0 : CommandLineMain.FAILED;
    };
  }

  private JsonNode accepted(Path file) {
    try {
      known = parent.served.isEmpty() ? Files.readString(file) : parent.served.get().input();
      JsonNode report = Json.mapper().readTree(known);
      report.required("findings");
      return report;
    } catch (IOException | IllegalArgumentException e) {
      throw refused(file + " is no baseline; gatemini lint --json > " + file + " makes one");
    }
  }
}
