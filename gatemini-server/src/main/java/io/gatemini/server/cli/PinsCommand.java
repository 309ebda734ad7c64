package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.server.daemon.ChangedTools;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Looks at tools that are not what they were when they were seen first, and accepts them: at the
 * daemon, or where none runs at a gateway that it starts with what is remembered.
 */
@Command(
    name = "pins",
    description = "Show tools whose definition has changed, and accept changes.")
final class PinsCommand extends Subcommand implements Runnable {
  /** The members of a definition by the names that {@code differs} has. */
  private static final Map<String, String> MEMBERS =
      Map.of("input schema", "inputSchema", "output schema", "outputSchema");

  private static final String ABSENT = "(none)";

  @Override
  public void run() {
    spec.commandLine().usage(out());
  }

  @Command(name = "list", description = "List the changed tools and their differences.")
  int list(@Mixin RunningDaemon daemon) throws IOException, InterruptedException {
    return ask(
        daemon,
        Optional.empty(),
        answer -> {
          JsonNode changes = answer.path("changes");
          if (daemon.json) {
            out().println(changes);
          } else {
            changes.forEach(change -> out().println(line(change)));
          }
        });
  }

  @Command(name = "show", description = "Show the old and the new definition of a tool.")
  int show(@Mixin RunningDaemon daemon, @Parameters(paramLabel = "TOOL") String tool)
      throws IOException, InterruptedException {
    return ask(
        daemon,
        Optional.empty(),
        answer -> {
          List<JsonNode> found = new ArrayList<>();
          answer.path("changes").forEach(found::add);
          found.removeIf(change -> !change.path("tool").asText().equals(tool));
          if (found.isEmpty()) {
            throw new GatewayException(
                "no change of a tool " + tool + " waits; \"pins list\" has those");
          }
          found.forEach(daemon.json ? out()::println : this::print);
        });
  }

  @Command(name = "accept", description = "Accept the new definition of a tool.")
  int accept(@Mixin RunningDaemon daemon, @Parameters(paramLabel = "TOOL") String tool)
      throws IOException, InterruptedException {
    return ask(
        daemon,
        Optional.of(tool),
        answer -> {
          RunningDaemon.check(answer);
          out().println(daemon.json ? answer : "accepted " + tool);
        });
  }

  /**
   * Prints the changes, or what has become of an accepted one.
   *
   * @param accepted the tool to accept
   * @return the exit code
   */
  private int ask(RunningDaemon daemon, Optional<String> accepted, Consumer<JsonNode> printer)
      throws IOException, InterruptedException {
    DaemonPlaces places = daemon.places(parent.config);
    String greeting =
        accepted
            .map(tool -> Greeting.asking(Greeting.ACCEPT, Server.version(), "tool", tool))
            .orElse(Greeting.asking(Greeting.PINS, Server.version()));
    Optional<JsonNode> answer =
        parent.direct ? Optional.empty() : RunningDaemon.askBy(places, greeting);
    if (answer.isPresent()) {
      printer.accept(answer.get());
      return 0;
    }
    if (daemon.socket != null) {
      throw new GatewayException("no daemon runs at " + places.socket() + "; a client starts one");
    }
    err().println("gatemini: asks no daemon; starts the servers to look at their tools");
    try (Gateway gateway = parent.open()) {
      if (!awaitAny(gateway, backend -> true)) {
        return CommandLineMain.FAILED;
      }
      List<Gateway> own = List.of(gateway);
      printer.accept(
          accepted
              .map(tool -> ChangedTools.accept(own, tool))
              .orElseGet(() -> ChangedTools.of(own)));
      return 0;
    }
  }

  private static String line(JsonNode change) {
    return change.path("tool").asText() + ": " + String.join(", ", differs(change));
  }

  private static List<String> differs(JsonNode change) {
    List<String> parts = new ArrayList<>();
    change.path("differs").forEach(part -> parts.add(part.asText()));
    return parts;
  }

  private void print(JsonNode change) {
    out().println(change.path("tool").asText());
    for (String part : differs(change)) {
      String member = MEMBERS.getOrDefault(part, part);
      String before =
          change.has("before")
              ? written(change.path("before").path(member))
              : "(not known any more; only that it was another one)";
      out().println(part);
      out().println("  was  " + before);
      out().println("  is   " + written(change.path("now").path(member)));
    }
  }

  /** A server's text must not steer the terminal that an operator decides at. */
  private static String written(JsonNode value) {
    return value.isMissingNode()
        ? ABSENT
        : VisibleText.line(value.isTextual() ? value.asText() : value.toString());
  }
}
