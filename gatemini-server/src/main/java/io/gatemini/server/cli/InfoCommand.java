package io.gatemini.server.cli;

import io.gatemini.ToolInfo;
import io.gatemini.server.admin.ToolJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a tool. */
@Command(
    name = "info",
    description = "Show one tool: description, example call, TypeScript declaration, input schema.")
final class InfoCommand extends GatewayCommand {
  @Parameters(paramLabel = "TOOL", description = "Its name, such as files.read_file.")
  String tool = "";

  @Option(names = "--json", description = "Print one JSON object.")
  boolean json;

  @Override
  Question question() {
    return gateway ->
        awaitAny(gateway, ownerOf(tool, gateway))
            ? show(gateway.tool(tool))
            : CommandLineMain.FAILED;
  }

  private int show(ToolInfo info) {
    if (json) {
      out()
          .println(
              ToolJson.of(info.definition())
                  .put("call", info.call())
                  .put("typescript", info.typescript()));
      return 0;
    }
    out().println(info.key() + "  (backend " + info.backend() + ")");
    out().println(info.description());
    out().println(info.call());
    out().println(info.typescript());
    out().println(info.definition().inputSchema().toPrettyString());
    return 0;
  }
}
