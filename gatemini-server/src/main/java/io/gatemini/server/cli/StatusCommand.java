package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the state of the daemon. */
@Command(
    name = "status",
    description = "Show the daemon, its clients, its backends, and which clients share them.")
final class StatusCommand extends Subcommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

  @Mixin private final RunningDaemon daemon = new RunningDaemon();

  @Override
  public Integer call() throws IOException {
    DaemonPlaces places = daemon.places(parent.config);
    PrintWriter out = out();
    Optional<JsonNode> status =
        RunningDaemon.askBy(
            places, Greeting.asking(Greeting.STATUS, Server.version(), "shown", ""));
    if (status.isEmpty()) {
      if (daemon.json) {
        out.println(
            JsonNodeFactory.instance
                .objectNode()
                .put("running", false)
                .put("socket", places.socket().toString()));
      } else {
        out.println("no daemon runs at " + places.socket() + "; a client starts one");
      }
      return CommandLineMain.FAILED;
    }
    if (daemon.json) {
      out.println(status.get());
    } else {
      print(out, status.get());
    }
    return 0;
  }

  private static void print(PrintWriter out, JsonNode status) {
    String ending = status.path("ending").asBoolean() ? ", ending" : "";
    out.println(filled("daemon {version}, process {pid}, since {since}", status) + ending);
    out.println(filled("config  {config}", status));
    out.println(filled("socket  {socket}", status));
    if (status.has("invalid")) {
      out.println(filled("invalid {invalid}; the file is not in force", status));
    }
    if (status.has("waiting")) {
      out.println(
          filled("waiting {waiting}; " + OperatorCommand.of("reload") + " to apply it", status));
      out.println(
          filled(
              "digest  {digest}; "
                  + OperatorCommand.of("reload --expect {digest}")
                  + " to apply it alone",
              status));
    }
    if (status.has("refused")) {
      out.println(filled("refused {refused}", status));
    }
    if (status.path("lists_tools").asBoolean()) {
      out.println("tools   listed to clients directly, since they fit (surface: auto)");
    }
    for (JsonNode client : status.path("clients")) {
      String who = filled("{name} process {pid} in {cwd}, since {since}", client);
      out.println("client  " + who.stripLeading());
    }
    for (JsonNode backend : status.path("backends")) {
      long bytes = backend.path("memory_bytes").asLong();
      out.println(
          filled("backend {name}: {state} since {since}, {tools} tools, {calls} calls", backend)
              + filled(", {errors} errors, {restarts} restarts", backend)
              + (bytes == 0 ? "" : ", " + (bytes >> 20) + " MiB")
              + (backend.has("pid") ? filled(", process {pid}", backend) : "")
              + numbers(", processes ", backend.path("pids"))
              + numbers(", for ", backend.path("clients"))
              + (backend.has("signed_in") ? filled(", {signed_in}", backend) : "")
              + (backend.has("reason") ? filled(": {reason}", backend) : ""));
    }
  }

  /** The text with a member of the object in place of each {@code {name}}. */
  private static String filled(String text, JsonNode object) {
    return NAME.matcher(text)
        .replaceAll(name -> Matcher.quoteReplacement(object.path(name.group(1)).asText()));
  }

  private static String numbers(String label, JsonNode pids) {
    List<String> each = new ArrayList<>();
    pids.forEach(pid -> each.add(pid.asText()));
    return each.isEmpty() ? "" : label + String.join(", ", each);
  }
}
