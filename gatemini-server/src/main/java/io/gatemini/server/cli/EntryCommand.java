package io.gatemini.server.cli;

import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.install.ServerEntries;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A command that changes one entry of the configuration file. */
abstract class EntryCommand extends Subcommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the server.")
  String name = "";

  @Override
  public Integer call() throws IOException {
    Path file = ConfigLocation.orDefault(parent.config);
    String done = change(ServerEntries.read(file, (was, is) -> Server.edited(file, was, is)));
    out().println(runs(file) ? done + "; " + OperatorCommand.of("reload") + " to apply it" : done);
    return 0;
  }

  private static boolean runs(Path file) {
    try {
      return RunningDaemon.ask(DaemonPlaces.of(file), Greeting.STATUS).isPresent();
    } catch (IOException e) {
      return false; // the change is made, whatever the daemon does
    }
  }

  /** Changes it, and says what was done. */
  abstract String change(ServerEntries entries) throws IOException;

  /** Removes a server. */
  @Command(
      name = "remove",
      description = "Remove a server from the configuration. The rest of the file stays as it is.")
  static final class Remove extends EntryCommand {
    @Override
    String change(ServerEntries entries) throws IOException {
      return entries.remove(name);
    }
  }

  /** Switches a server off. */
  @Command(name = "disable", description = "Switch a server off in the configuration.")
  static final class Disable extends EntryCommand {
    @Override
    String change(ServerEntries entries) throws IOException {
      return entries.disable(name, true);
    }
  }

  /** Switches a server on. */
  @Command(name = "enable", description = "Switch a server on that is disabled.")
  static final class Enable extends EntryCommand {
    @Override
    String change(ServerEntries entries) throws IOException {
      return entries.disable(name, false);
    }
  }
}
