package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.ToolDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists tools. */
@Command(name = "tools", description = "List all tools, a line each.")
final class ToolsCommand extends GatewayCommand {
  @Option(names = "--backend", paramLabel = "NAME", description = "Only the tools of one backend.")
  @Nullable String backend;

  @Override
  int ask(Gateway gateway) {
    for (ToolDefinition tool : gateway.catalog().tools()) {
      if (backend == null || tool.backend().equals(backend)) {
        out().println(tool.name() + "  " + gateway.tool(tool.name()).summary());
      }
    }
    return 0;
  }
}
