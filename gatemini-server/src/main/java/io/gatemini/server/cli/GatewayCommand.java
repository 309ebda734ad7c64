package io.gatemini.server.cli;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.install.InstalledServer;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.server.ipc.NamedVariables;
import io.gatemini.server.proxy.DaemonStart;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A command that asks a gateway something: the daemon runs it, so that no server is started again.
 * Where none runs, some start one and leave it behind, others start a gateway and end it.
 */
abstract class GatewayCommand extends Subcommand implements Callable<Integer> {
  /** The commands that people give one after the other: a daemon is left behind for the next. */
  private static final Set<String> LASTING =
      Set.of("tools", "search", "info", "call", "run", "examples");

  /** A question to a gateway. */
  @FunctionalInterface
  interface Question {
    /** Asks and prints the answer; returns the exit code. */
    int ask(Gateway gateway) throws InterruptedException;
  }

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description = "The socket of the daemon, where it was started with one of its own.")
  @Nullable Path socket;

  @Override
  public Integer call() throws IOException, InterruptedException {
    // Backends take seconds to start: what is wrong with the arguments is said before.
    Question question = question();
    if (parent.served.isPresent()) {
      return question.ask(parent.served.get().gateway());
    }
    OptionalInt answered = parent.direct ? OptionalInt.empty() : askDaemon();
    if (answered.isPresent()) {
      return answered.getAsInt();
    }
    try (Gateway gateway = parent.open()) {
      return question.ask(gateway);
    }
  }

  /** Checks the arguments and makes a question of them. */
  abstract Question question() throws IOException;

  private OptionalInt askDaemon() throws IOException, InterruptedException {
    Path file = ConfigLocation.orDefault(parent.config);
    if (!Files.exists(file)) {
      return OptionalInt.empty(); // who opens it says so
    }
    DaemonPlaces places = socket == null ? DaemonPlaces.of(file) : DaemonPlaces.at(socket);
    String greeting =
        Greeting.command(
            Server.version(),
            Path.of("").toAbsolutePath().toString(),
            NamedVariables.in(file, System.getenv()),
            spec.root().commandLine().getParseResult().expandedArgs(),
            input());
    OptionalInt answered = RunningDaemon.run(places, greeting, out(), err());
    Optional<InstalledServer> installed = InstalledServer.running();
    if (answered.isPresent() || installed.isEmpty() || !LASTING.contains(spec.name())) {
      return answered;
    }
    if (DaemonStart.leave(places, file, Server.version(), installed.get().command())) {
      err()
          .println(
              "gatemini: leaves a daemon behind; " + OperatorCommand.of("stop") + " to end it");
      answered = RunningDaemon.run(places, greeting, out(), err());
    }
    return answered;
  }

  /** The text of the file that the command is about, which the daemon cannot read. */
  String input() {
    return "";
  }

  /** The backend that a tool's name begins with; all where it may be that of any of them. */
  static Predicate<BackendStatus> ownerOf(String tool, Gateway gateway) {
    Predicate<BackendStatus> owner = backend -> tool.startsWith(backend.namespace() + ".");
    return gateway.backends().stream().anyMatch(owner) ? owner : backend -> true;
  }

  /** The backends that a call needs: of a composite tool, those that its program names. */
  final Predicate<BackendStatus> neededFor(String tool, Gateway gateway) {
    String code = parent.composites.get(tool);
    return code == null ? ownerOf(tool, gateway) : namedIn(code);
  }

  /** The backends that a program may name. */
  static Predicate<BackendStatus> namedIn(String code) {
    return backend -> ScriptNames.mayName(code, backend.name(), backend.namespace());
  }
}
