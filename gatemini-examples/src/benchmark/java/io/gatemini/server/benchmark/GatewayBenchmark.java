package io.gatemini.server.benchmark;

import io.gatemini.server.benchmark.Measurement.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the gateway and prints each figure beside that of a direct call in the same run and
 * beside what the gateway is built for. Start it from the bundled jar:
 *
 * <pre>
 * java -cp target/test-classes:../gatemini-server/target/gatemini.jar io.gatemini.server.benchmark.GatewayBenchmark
 *     [--quick | --full] [--json] [--only calls,start] [--server "command line"]
 *     [--only peers --peers DIR]
 * </pre>
 *
 * <p>Exit code 0 when it ran, whatever the figures; 1 when a measurement failed; 2 for bad options.
 */
public final class GatewayBenchmark {
  private static final List<Measurement> MEASUREMENTS =
      List.of(
          new CallOverhead(),
          new StartUp(),
          new LargeCatalog(),
          new LargeAnswer(),
          new InProcessCalls(),
          new SearchSpeed(),
          new ProgramCosts(),
          new PeerGateways());

  private boolean full;
  private boolean json;
  private Optional<Path> peers = Optional.empty();
  private Set<String> only = names();
  private ServerCommand server =
      ServerCommand.launcher()
          .or(ServerCommand::jar)
          .orElseGet(() -> ServerCommand.custom("gatemini"));

  private GatewayBenchmark() {}

  public static void main(String[] args) throws IOException {
    GatewayBenchmark benchmark = new GatewayBenchmark();
    String wrong = benchmark.read(args);
    if (!wrong.isEmpty()) {
      System.err.println(wrong);
      System.exit(2);
    }
    System.exit(benchmark.run(System.out, System.err));
  }

  /** Takes the options; what is wrong with them, or an empty text. */
  private String read(String[] args) {
    for (int i = 0; i < args.length; i++) {
      boolean hasValue = i + 1 < args.length;
      switch (args[i]) {
        case "--quick" -> full = false;
        case "--full" -> full = true;
        case "--json" -> json = true;
        case "--only", "--server", "--peers" -> {
          if (!hasValue) {
            return args[i] + " needs a value";
          }
          String option = args[i++];
          if (option.equals("--server")) {
            server = ServerCommand.custom(args[i]);
          } else if (option.equals("--peers")) {
            peers = Optional.of(Path.of(args[i]).toAbsolutePath());
          } else {
            only = new LinkedHashSet<>(List.of(args[i].split(",")));
          }
        }
        default -> {
          return "unknown option \""
              + args[i]
              + "\"; there are --quick, --full, --json, --only NAMES, --server COMMAND,"
              + " --peers DIR";
        }
      }
    }
    return names().containsAll(only)
        ? ""
        : "--only knows " + String.join(", ", names()) + "; several are joined by commas";
  }

  private int run(PrintStream out, PrintStream err) throws IOException {
    Path directory = Files.createTempDirectory("gatemini-benchmark");
    Settings settings = new Settings(full, server, directory, peers);
    List<Table> all = new ArrayList<>();
    int exitCode = 0;
    if (!json) {
      out.print(Report.header(settings));
    }
    for (Measurement measurement : MEASUREMENTS) {
      boolean needsPeers = measurement instanceof PeerGateways;
      if (!only.contains(measurement.name()) || (needsPeers && peers.isEmpty())) {
        continue;
      }
      try {
        List<Table> tables = measurement.measure(settings);
        all.addAll(tables);
        if (!json) {
          tables.forEach(table -> out.print(Report.text(table)));
        }
      } catch (Exception e) {
        err.println(measurement.name() + " could not be measured: " + e.getMessage());
        exitCode = 1;
      }
    }
    if (json) {
      out.println(Report.json(settings, all));
    }
    delete(directory);
    return exitCode;
  }

  private static Set<String> names() {
    return MEASUREMENTS.stream()
        .map(Measurement::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
