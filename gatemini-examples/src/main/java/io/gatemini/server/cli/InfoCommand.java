package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.ToolInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows a tool. */
@Command(
    name = "info",
    description = "Show one tool: description, example call, TypeScript declaration, input schema.")
final class InfoCommand extends GatewayCommand {
  @Parameters(paramLabel = "TOOL", description = "Its name, such as files.read_file.")
  String tool = "";

  @Override
  int ask(Gateway gateway) {
    ToolInfo info = gateway.tool(tool);
    out().println(info.name() + "  (backend " + info.backend() + ")");
    out().println(info.description());
    out().println(info.call());
    out().println(info.typescript());
    out().println(info.definition().inputSchema().toPrettyString());
    return 0;
  }
}
