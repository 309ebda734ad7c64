package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.proxy.ProxyMain;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** Ends the daemon and starts another one. */
@Command(
    name = "restart",
    description = "End the daemon and start another one; its clients stay connected.")
final class RestartCommand extends StopCommand {
  @Override
  public Integer call() throws IOException, InterruptedException {
    DaemonPlaces places = daemon.places(parent.config);
    Path config =
        RunningDaemon.ask(places, Greeting.STATUS)
            .map(status -> Path.of(status.path("config").asText()))
            .orElseGet(() -> ConfigLocation.orDefault(parent.config));
    if (!stop(places)) {
      return CommandLineMain.FAILED;
    }
    ProxyMain.startDaemon(places, config, InstalledServer.program(), Server.version());
    JsonNode started =
        RunningDaemon.ask(places, Greeting.STATUS)
            .orElseThrow(() -> new IOException("the daemon has ended; its log is " + places.log()));
    print("process " + started.path("pid").asLong() + " has been started", started);
    return 0;
  }
}
