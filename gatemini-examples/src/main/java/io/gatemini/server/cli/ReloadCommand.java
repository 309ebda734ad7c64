package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Puts the changed configuration of the daemon in force. */
@Command(
    name = "reload",
    description = "Apply the configuration's waiting changes, which may start something new.")
final class ReloadCommand extends Subcommand implements Callable<Integer> {
  @Mixin private final RunningDaemon daemon = new RunningDaemon();

  @Override
  public Integer call() throws IOException {
    DaemonPlaces places = daemon.places(parent.config);
    JsonNode answer =
        RunningDaemon.ask(places, Greeting.RELOAD)
            .orElseThrow(
                () ->
                    new GatewayException(
                        "no daemon runs at "
                            + places.socket()
                            + "; the next client starts one with the configuration as it is"));
    RunningDaemon.check(answer);
    List<String> changed = new ArrayList<>();
    answer.path("changed").forEach(change -> changed.add(change.asText()));
    out()
        .println(
            daemon.json
                ? answer
                : changed.isEmpty() ? "nothing has changed" : String.join("\n", changed));
    return 0;
  }
}
