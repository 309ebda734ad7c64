package io.gatemini.server.cli;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.plugin.EngineChoice;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.process.ChildEnvironment;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.OwnFolders;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Looks whether what a configuration needs is there; starts nothing. */
@Command(
    name = "doctor",
    description =
        "Check Java, the configuration, its programs and its addresses, and print what " + "to do.")
final class DoctorCommand extends Subcommand implements Callable<Integer> {
  private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");
  private static final int CONNECT_MILLIS = 5_000;

  private boolean ill;

  @Override
  public Integer call() {
    tell(true, "Java " + Runtime.version() + " in " + System.getProperty("java.home"));
    configuration()
        .ifPresent(
            settings -> {
              programs(settings);
              settings.backends().forEach(this::backend);
            });
    return ill ? CommandLineMain.FAILED : 0;
  }

  private Optional<GatewaySettings> configuration() {
    try {
      Path file = ConfigLocation.orDefault(parent.config);
      GatewaySettings settings = Gateway.builder().config(file).settings();
      tell(true, "configuration " + file + ": " + settings.backends().size() + " backends");
      OwnFolders.ofDaemon(file).find(settings).forEach(finding -> tell(false, finding));
      return Optional.of(settings);
    } catch (ConfigException e) {
      e.faults().forEach(fault -> tell(false, String.valueOf(fault.getMessage())));
      return Optional.empty();
    }
  }

  /** The engine of each language. */
  private void programs(GatewaySettings settings) {
    EngineChoice choice =
        EngineChoice.of(Plugins.of(settings, List.of(), List.of()), settings.sandbox());
    Map<String, String> engines = new TreeMap<>();
    choice
        .engines()
        .forEach((engine, languages) -> languages.forEach(it -> engines.put(it, engine.name())));
    tell(
        !engines.isEmpty(),
        engines.isEmpty()
            ? "programs: there is no script engine on the class path; add one"
            : "programs: " + engines);
    choice.warnings().forEach(warning -> tell(false, "programs: " + warning));
  }

  private void backend(String name, BackendConfig config) {
    if (!config.command().isEmpty()) {
      program(name, config);
    } else if (config.url().isPresent()) {
      address(name, config.url().get());
    } else if (config.transport().equals("unconfigured")) {
      tell(false, name + ": a secret or a variable is missing; see \"gatemini config check\"");
    } else {
      tell(true, name + ": " + config.transport());
    }
  }

  private void program(String name, BackendConfig config) {
    String program = config.command().get(0);
    Map<String, String> environment =
        ChildEnvironment.of(System.getenv(), config.inheritEnv(), config.env(), WINDOWS);
    if (isThere(program, config, environment.getOrDefault("PATH", ""))) {
      tell(true, name + ": " + program + " is there");
    } else {
      tell(false, name + ": " + program + " is not found; install it, or write its whole path");
    }
    out().println("     it gets " + String.join(", ", environment.keySet()));
  }

  private static boolean isThere(String program, BackendConfig config, String searched) {
    Path directory = Path.of(config.cwd().orElse(""));
    if (program.contains("/") || program.contains(File.separator)) {
      return Files.isExecutable(directory.resolve(program));
    }
    return isOnPath(program, searched);
  }

  /** Whether a program is in one of the directories of a path. */
  static boolean isOnPath(String program, String searched) {
    List<String> endings = WINDOWS ? List.of("", ".exe", ".cmd", ".bat", ".com") : List.of("");
    return Arrays.stream(searched.split(File.pathSeparator))
        .filter(each -> !each.isBlank())
        .flatMap(each -> endings.stream().map(end -> Path.of(each, program + end)))
        .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  private void address(String name, String url) {
    String place = url;
    try {
      URI uri = URI.create(url);
      int port = uri.getPort() >= 0 ? uri.getPort() : "http".equals(uri.getScheme()) ? 80 : 443;
      place = uri.getHost() + ":" + port;
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(uri.getHost(), port), CONNECT_MILLIS);
      }
      tell(true, name + ": " + place + " takes connections");
    } catch (IOException | IllegalArgumentException e) {
      tell(
          false,
          name
              + ": "
              + place
              + " cannot be reached ("
              + e.getMessage()
              + "); check the address, the network, and whether the server runs");
    }
  }

  private void tell(boolean well, String line) {
    ill |= !well;
    out().println((well ? "ok   " : "BAD  ") + line);
    out().flush();
  }
}
