package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayException;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts the changed configuration of the daemon in force. */
@Command(
    name = "reload",
    description = "Apply the configuration's waiting changes, which may start something new.")
final class ReloadCommand extends Subcommand implements Callable<Integer> {
  @Mixin private final RunningDaemon daemon = new RunningDaemon();

  @Option(
      names = "--expect",
      paramLabel = "DIGEST",
      description = "Apply the change with this digest of \"gatemini status\", and no other.")
  @Nullable String expected;

  @Override
  public Integer call() throws IOException {
    boolean asks = expected == null && !daemon.json && Server.isTerminal();
    JsonNode answer = reload(asks ? "" : expected);
    if (asks && answer.has("digest")) {
      out().println(answer.path("waiting").asText());
      out().flush();
      if (!AddCommand.ask("apply this? (y/n) ", false).orElse("").matches("(?i)y|yes")) {
        throw new GatewayException("nothing is applied");
      }
      answer = reload(answer.path("digest").asText());
    }
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

  private JsonNode reload(@Nullable String digest) throws IOException {
    DaemonPlaces places = daemon.places(parent.config);
    String version = Server.version();
    return RunningDaemon.askBy(
            places,
            digest == null
                ? Greeting.asking(Greeting.RELOAD, version)
                : Greeting.asking(Greeting.RELOAD, version, "expect", digest))
        .orElseThrow(
            () ->
                new GatewayException(
                    "no daemon runs at "
                        + places.socket()
                        + "; the next client starts one, which applies what waits when it is asked"));
  }
}
