package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the state of the daemon. */
@Command(
    name = "status",
    description = "Show the daemon, its clients, its backends, and which clients share them.")
final class StatusCommand extends Subcommand implements Callable<Integer> {
  @Mixin private final RunningDaemon daemon = new RunningDaemon();

  @Override
  public Integer call() throws IOException {
    DaemonPlaces places = daemon.places(parent.config);
    PrintWriter out = out();
    Optional<JsonNode> status = RunningDaemon.ask(places, Greeting.STATUS);
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

  private static String figures(JsonNode backend) {
    StringBuilder text = new StringBuilder();
    for (String figure : List.of("tools", "calls", "errors", "restarts")) {
      text.append(", ").append(backend.path(figure).asLong()).append(' ').append(figure);
    }
    long bytes = backend.path("memory_bytes").asLong();
    return bytes == 0 ? text.toString() : text.append(", ").append(bytes >> 20).append(" MiB") + "";
  }

  private static String numbers(String label, JsonNode pids) {
    List<String> each = new ArrayList<>();
    pids.forEach(pid -> each.add(pid.asText()));
    return each.isEmpty() ? "" : label + String.join(", ", each);
  }

  private static void print(PrintWriter out, JsonNode status) {
    out.println(
        "daemon "
            + status.path("version").asText()
            + ", process "
            + status.path("pid").asLong()
            + ", since "
            + status.path("since").asText()
            + (status.path("ending").asBoolean() ? ", ending" : ""));
    out.println("config  " + status.path("config").asText());
    out.println("socket  " + status.path("socket").asText());
    if (status.has("invalid")) {
      out.println("invalid " + status.path("invalid").asText() + "; the file is not in force");
    }
    if (status.has("waiting")) {
      out.println(
          "waiting " + status.path("waiting").asText() + "; \"gatemini reload\" applies it");
    }
    if (status.has("refused")) {
      out.println("refused " + status.path("refused").asText());
    }
    for (JsonNode client : status.path("clients")) {
      out.println(
          "client  "
              + (client.path("name").asText() + " process ").stripLeading()
              + client.path("pid").asLong()
              + " in "
              + client.path("cwd").asText()
              + ", since "
              + client.path("since").asText());
    }
    for (JsonNode backend : status.path("backends")) {
      out.println(
          "backend "
              + backend.path("name").asText()
              + ": "
              + backend.path("state").asText()
              + " since "
              + backend.path("since").asText()
              + figures(backend)
              + (backend.has("pid") ? ", process " + backend.path("pid").asLong() : "")
              + numbers(", processes ", backend.path("pids"))
              + numbers(", for ", backend.path("clients"))
              + (backend.has("reason") ? ": " + backend.path("reason").asText() : ""));
    }
  }
}
