package io.gatemini.internal.surface.servers;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.RunTool;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The servers and tools under the identifiers that programs of the surface's language have for
 * them. Thread-safe.
 */
final class ServerNames {
  static final String SERVER = "luaServerName";
  static final String TOOL = "luaToolName";

  private static final int MAX_REASON_LENGTH = 300;

  private final SurfaceContext surface;
  private final Gateway gateway;
  private final RunTool.Form execute;

  ServerNames(SurfaceContext surface, RunTool.Form execute) {
    this.surface = surface;
    this.gateway = surface.gateway();
    this.execute = execute;
  }

  /**
   * A server.
   *
   * @param tools none where it is not available
   */
  record Server(String identifier, BackendStatus status, List<ScriptTool> tools) {
    boolean isNamed(String name) {
      return identifier.equals(name) || status.name().equals(name);
    }

    /** The reason why it cannot be used. */
    String reason() {
      return status.state().label()
          + status
              .reason()
              .map(reason -> ": " + VisibleText.line(reason, MAX_REASON_LENGTH))
              .orElse("");
    }
  }

  /** The language of programs that state none. */
  ScriptLanguage language() {
    return RunTool.languageOf(surface, execute);
  }

  /** The part missing from a text, as a line of it; empty if it is complete. */
  static String remark(String missing) {
    return missing.isEmpty() ? "" : missing + "\n";
  }

  /** A tool as programs write it. */
  static String expression(Server server, ScriptTool tool) {
    return server.identifier() + "." + tool.identifier();
  }

  /**
   * All servers, by name; identifiers are unique. An agent that looks at them may run something.
   */
  List<Server> servers() {
    surface.looking();
    List<BackendStatus> all = gateway.backends();
    ScriptNames names = ScriptNames.of(gateway.catalog(), language().names());
    Map<String, List<ScriptTool>> tools =
        names.backends().stream()
            .collect(Collectors.toMap(ScriptBackend::name, ScriptBackend::tools));
    List<Server> servers = new ArrayList<>();
    for (BackendStatus status : all) {
      // A backend that was just removed has no name any more, and is no server.
      names
          .identifier(status.name())
          .map(it -> new Server(it, status, tools.getOrDefault(status.name(), List.of())))
          .ifPresent(servers::add);
    }
    return servers;
  }

  /** The server that arguments name. */
  Server server(MetaTool tool, Arguments arguments) {
    String name = arguments.string(SERVER);
    List<Server> servers = servers();
    Server server =
        servers.stream()
            .filter(it -> it.identifier().equals(name))
            .findFirst()
            .or(() -> servers.stream().filter(it -> it.isNamed(name)).findFirst())
            .orElseThrow(
                () ->
                    unknown(
                        tool,
                        SERVER,
                        "server",
                        name,
                        servers.stream().map(Server::identifier).toList()));
    if (server.tools().isEmpty() && !server.status().available()) {
      throw Arguments.refuse(
          tool, "server \"" + server.identifier() + "\" is not available, " + server.reason());
    }
    return server;
  }

  /** The tool of a server that arguments name. */
  static ScriptTool tool(MetaTool tool, Arguments arguments, Server server) {
    String name = arguments.string(TOOL);
    return server.tools().stream()
        .filter(it -> it.identifier().equals(name))
        .findFirst()
        .or(
            () ->
                server.tools().stream()
                    .filter(it -> it.tool().originalName().equals(name))
                    .findFirst())
        .orElseThrow(
            () ->
                unknown(
                    tool,
                    TOOL,
                    "tool of " + server.identifier(),
                    name,
                    server.tools().stream().map(ScriptTool::identifier).toList()));
  }

  private static InvalidArgumentsException unknown(
      MetaTool tool, String parameter, String kind, String name, List<String> known) {
    List<String> listed = known.subList(0, Math.min(known.size(), 50));
    return Arguments.refuse(
        tool,
        "\""
            + parameter
            + "\" names no "
            + kind
            + ": "
            + Arguments.quoted(name)
            + NearMatches.didYouMean(known, name).map(it -> "; " + it).orElse("")
            + "; there is "
            + (listed.isEmpty() ? "none" : String.join(", ", listed))
            + (listed.size() < known.size() ? ", ..." : ""));
  }
}
