package io.gatemini.examples.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From the start of the bundled server's process to its answer to {@code initialize}. */
final class StartUp implements Measurement {
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public String name() {
    return "start";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException {
    Map<String, ServerCommand> commands = new LinkedHashMap<>();
    for (ServerCommand command : commands(settings)) {
      commands.put(command.label(), command.over(ServerCommand.echo(0), settings.directory()));
    }
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    Map<String, List<Double>> firstCall = new LinkedHashMap<>();
    for (int round = 0; round < settings.pick(7, 21); round++) {
      for (Map.Entry<String, ServerCommand> command : commands.entrySet()) {
        long began = System.nanoTime();
        try (RpcClient gateway = RpcClient.start(command.getValue())) {
          gateway.initialize();
          seconds
              .computeIfAbsent(command.getKey(), key -> new ArrayList<>())
              .add((System.nanoTime() - began) / NANOS_PER_SECOND);
          Servers.awaitEcho(gateway);
          firstCall
              .computeIfAbsent(command.getKey(), key -> new ArrayList<>())
              .add((System.nanoTime() - began) / NANOS_PER_SECOND);
        }
      }
    }
    List<Figure> figures = new ArrayList<>();
    seconds.forEach(
        (label, all) -> {
          Figure median = Figure.of(label + ", median, s", median(all));
          figures.add(label.equals(ServerCommand.LAUNCHER) ? median.atMost(0.35) : median);
          figures.add(Figure.of("  fastest", all.stream().mapToDouble(v -> v).min().orElse(0)));
          figures.add(
              Figure.of("  to the first answer of the backend", median(firstCall.get(label))));
        });
    return List.of(new Table("spawn to answered initialize", figures));
  }

  private static List<ServerCommand> commands(Settings settings) {
    List<ServerCommand> commands = new ArrayList<>(List.of(settings.server()));
    Optional<ServerCommand> jar = ServerCommand.jar();
    if (settings.server().label().equals(ServerCommand.LAUNCHER) && jar.isPresent()) {
      commands.add(jar.get());
    }
    return commands;
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(v -> v));
  }
}
