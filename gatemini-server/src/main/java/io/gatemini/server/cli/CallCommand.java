package io.gatemini.server.cli;

import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls a tool. */
@Command(name = "call", description = "Call one tool and print its answer.")
final class CallCommand extends GatewayCommand {
  @Parameters(index = "0", paramLabel = "TOOL", description = "Its name.")
  String tool = "";

  @Parameters(
      index = "1",
      paramLabel = "JSON",
      defaultValue = "{}",
      description = "Its arguments, a JSON object (default: ${DEFAULT-VALUE}).")
  String arguments = "{}";

  @Option(names = "--json", description = "Print the whole result as MCP has it.")
  boolean json;

  @Override
  Question question() {
    ToolCall call = ToolCall.of(tool, object()).withSession(parent.session());
    return gateway -> {
      AwaitedBackends.await(gateway, neededFor(tool, gateway), err());
      return print(gateway.call(call));
    };
  }

  private int print(ToolResult result) {
    boolean onlyText =
        result.content().stream().allMatch(block -> block.path("type").asText().equals("text"));
    String answer = json || !onlyText ? result.json().toString() : result.text();
    (result.isError() && !json ? err() : out()).println(answer);
    return result.isError() ? CommandLineMain.FAILED : 0;
  }

  private RawJson object() {
    try {
      RawJson parsed = RawJson.parse(arguments);
      if (parsed.tree().isObject()) {
        return parsed;
      }
    } catch (IllegalArgumentException e) {
      throw refused("the arguments are " + e.getMessage() + "; quote them once");
    }
    throw refused("the arguments must be a JSON object such as {\"path\": \".\"}");
  }
}
