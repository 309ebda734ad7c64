package io.gatemini.server.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** From the start of the bundled server's process to its answer to {@code initialize}. */
final class StartUp implements Measurement {
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public String name() {
    return "start";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException {
    List<Starts> all = new ArrayList<>();
    for (ServerCommand command : commands(settings)) {
      all.add(new Starts(command.over(ServerCommand.echo(0), settings.directory())));
    }
    for (int round = 0; round < settings.pick(7, 21); round++) {
      for (int turn = 0; turn < all.size(); turn++) {
        all.get((turn + round) % all.size()).start();
      }
    }
    List<Figure> figures = new ArrayList<>();
    all.forEach(starts -> figures.addAll(starts.figures()));
    return List.of(new Table("spawn to answered initialize", "", figures));
  }

  private static List<ServerCommand> commands(Settings settings) {
    List<ServerCommand> commands = new ArrayList<>(List.of(settings.server()));
    Optional<ServerCommand> jar = ServerCommand.jar();
    if (settings.server().isLauncher() && jar.isPresent()) {
      commands.add(jar.get());
    }
    return commands;
  }

  /** The starts of one command. */
  private static final class Starts {
    private final ServerCommand command;
    private final List<Start> starts = new ArrayList<>();

    Starts(ServerCommand command) {
      this.command = command;
    }

    void start() throws IOException {
      long began = System.nanoTime();
      try (RpcClient gateway = RpcClient.start(command)) {
        gateway.initialize();
        long initialized = System.nanoTime();
        long cpu = gateway.server().cpu().toNanos();
        Servers.awaitEcho(gateway);
        long reached = System.nanoTime();
        starts.add(
            new Start(
                (initialized - began) / NANOS_PER_SECOND,
                cpu / NANOS_PER_SECOND,
                (reached - began) / NANOS_PER_SECOND));
      }
    }

    List<Figure> figures() {
      Figure median = Figure.of(command.label() + ", median, s", median(Start::seconds));
      return List.of(
          command.isLauncher() ? median.atMost(0.35) : median,
          Figure.of(
              "  fastest", starts.stream().mapToDouble(Start::seconds).min().orElse(Double.NaN)),
          Figure.of("  CPU until then", median(Start::cpuSeconds)),
          Figure.of("  to the first answer of the backend", median(Start::backendSeconds)));
    }

    private double median(ToDoubleFunction<Start> figure) {
      return Median.of(starts.stream().mapToDouble(figure));
    }
  }

  private record Start(double seconds, double cpuSeconds, double backendSeconds) {}
}
