package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.ToolDescriptor;
import io.gatemini.server.admin.ToolJson;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists tools. */
@Command(name = "tools", description = "List all tools, a line each.")
final class ToolsCommand extends GatewayCommand {
  @Option(names = "--backend", paramLabel = "NAME", description = "Only the tools of one backend.")
  @Nullable String backend;

  @Option(names = "--json", description = "Print the tools as MCP lists them.")
  boolean json;

  @Override
  Question question() {
    Predicate<BackendStatus> needed = status -> backend == null || status.name().equals(backend);
    return gateway -> {
      List<String> names = gateway.backends().stream().map(BackendStatus::name).toList();
      if (backend != null && !names.contains(backend)) {
        throw refused(
            "there is no backend \"" + backend + "\"; there is " + String.join(", ", names));
      }
      return awaitAny(gateway, needed) ? list(gateway) : CommandLineMain.FAILED;
    };
  }

  private int list(Gateway gateway) {
    List<ToolDescriptor> tools =
        backend == null ? gateway.catalog().tools() : gateway.catalog().tools(backend);
    if (json) {
      ObjectNode listed = JsonNodeFactory.instance.objectNode();
      ArrayNode rows = listed.putArray("tools");
      tools.forEach(tool -> rows.add(ToolJson.of(tool)));
      out().println(listed);
    } else {
      tools.forEach(tool -> out().println(tool.key() + "  " + gateway.tool(tool.key()).summary()));
    }
    return 0;
  }
}
