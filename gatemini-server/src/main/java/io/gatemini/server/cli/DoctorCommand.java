package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.plugin.EngineChoice;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.internal.plugin.HostParts;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.process.ChildEnvironment;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.serve.ConfigLocation;
import io.gatemini.server.serve.OwnFolders;
import io.gatemini.spi.Provider;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.option.Options;
import io.gatemini.transport.http.internal.oauth.OAuthConfig;
import io.gatemini.transport.http.internal.oauth.OAuthTokens;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private boolean ill;

  @Override
  public Integer call() {
    show(true, "Java " + Runtime.version() + " in " + System.getProperty("java.home"));
    configuration()
        .ifPresent(
            settings -> {
              programs(settings);
              settings.backends().forEach((name, config) -> backend(name, config, settings));
            });
    return ill ? CommandLineMain.FAILED : 0;
  }

  private Optional<GatewaySettings> configuration() {
    try {
      Path file = ConfigLocation.orDefault(parent.config);
      GatewaySettings settings =
          Gateway.builder().cachePath(ConfigLocation.cacheFile(file)).config(file).settings();
      show(true, "configuration " + file + ": " + settings.backends().size() + " backends");
      OwnFolders.ofDaemon(file).find(settings).forEach(finding -> show(false, finding));
      check(file);
      return Optional.of(settings);
    } catch (ConfigException e) {
      showFaults(e);
      return Optional.empty();
    }
  }

  /** Shows what is wrong all the same, up to secrets, without a start. */
  private void check(Path file) {
    try {
      ConfigCommand.strict().config(file).build().close();
    } catch (ConfigException e) {
      showFaults(e);
    }
  }

  private void showFaults(ConfigException e) {
    e.faults().forEach(fault -> show(false, String.valueOf(fault.getMessage())));
  }

  /** The engine of each language. */
  private void programs(GatewaySettings settings) {
    EngineChoice choice =
        EngineChoice.of(Plugins.of(settings, List.of(), List.of()), settings.sandbox());
    Map<String, String> engines = new TreeMap<>();
    choice
        .engines()
        .forEach((engine, languages) -> languages.forEach(it -> engines.put(it, engine.name())));
    show(
        !engines.isEmpty(),
        engines.isEmpty()
            ? "programs: there is no script engine on the class path; add one"
            : "programs: " + engines);
    choice.warnings().forEach(warning -> show(false, "programs: " + warning));
  }

  private void backend(String name, BackendConfig config, GatewaySettings settings) {
    List<String> mistakes = ConfigCommand.mistakes(name, config);
    mistakes.forEach(it -> show(false, it));
    if (!mistakes.isEmpty() || config.transport().equals("unconfigured")) {
      return; // what is missing has its line, with those of the file
    }
    if (!config.command().isEmpty()) {
      program(name, config);
    } else if (config.url().isPresent()) {
      address(name, config, settings);
    } else {
      show(true, name + ": " + config.transport());
    }
  }

  private void program(String name, BackendConfig config) {
    Optional<String> cwd = config.cwd().filter(it -> !Files.isDirectory(Path.of(it)));
    if (cwd.isPresent()) {
      show(false, name + ": its cwd " + cwd.get() + " is no directory; make it, or write another");
      return;
    }
    String program = config.command().get(0);
    Map<String, String> environment =
        ChildEnvironment.of(System.getenv(), config.inheritEnv(), config.env(), WINDOWS);
    if (isThere(program, config, environment.getOrDefault("PATH", ""))) {
      show(true, name + ": " + program + " is there");
    } else {
      show(false, name + ": " + program + " is not found; install it, or write its whole path");
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

  private void address(String name, BackendConfig config, GatewaySettings settings) {
    String place = config.url().orElseThrow().strip();
    if (!isAddress(place)) {
      return; // the check of the file has said so
    }
    try {
      URI uri = URI.create(place);
      int port = uri.getPort() >= 0 ? uri.getPort() : "http".equals(uri.getScheme()) ? 80 : 443;
      place = uri.getHost() + ":" + port;
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(uri.getHost(), port), (int) PATIENCE.toMillis());
      }
      String served = name + ": " + place + " takes connections";
      if (!mayNeedSignIn(config) || !refusesStrangers(uri)) {
        show(true, served);
      } else if (isSignedIn(name, uri, settings)) {
        show(true, served + ", and a sign-in is stored");
      } else {
        String remedy = OperatorCommand.of("auth " + name);
        show(false, name + ": " + place + " wants a sign-in or headers: Authorization; " + remedy);
      }
    } catch (GatewayException e) {
      show(false, name + ": " + e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      show(
          false,
          name
              + ": "
              + place
              + " cannot be reached ("
              + e.getMessage()
              + "); check the address, the network, and whether the server runs");
    }
  }

  private static boolean isAddress(String text) {
    try {
      return new URI(text).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Where headers or a grant of its own say who asks, no person does. */
  private static boolean mayNeedSignIn(BackendConfig config) {
    JsonNode oauth = config.options().path("oauth");
    return config.transport().equals("streamable-http")
        && config.headers().isEmpty()
        && (oauth.isMissingNode() || OAuthConfig.read(Options.of("oauth", oauth)).isOfPerson());
  }

  /** One request, which begins no session. */
  private static boolean refusesStrangers(URI uri) throws IOException {
    HttpRequest ping =
        HttpRequest.newBuilder(uri)
            .version(HttpClient.Version.HTTP_1_1)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"))
            .build();
    try {
      HttpResponse<InputStream> answer =
          HttpClient.newHttpClient().send(ping, BodyHandlers.ofInputStream());
      answer.body().close(); // it may be a stream without an end
      return answer.statusCode() == 401;
    } catch (HttpTimeoutException e) {
      return false; // it is reachable, and may be starting
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Looks into the store that the gateway would have. */
  private boolean isSignedIn(String name, URI uri, GatewaySettings settings) {
    Environment environment = Environment.system().with(ConfigLocation.orDefault(parent.config));
    EngineContext context =
        new EngineContext(HostParts.none(environment), settings.maxInFlightBytes());
    try (context) {
      List<Provider> builtIn = List.copyOf(Secrets.builtIn(() -> settings, environment));
      context.lend(Plugins.of(settings, List.of(), builtIn), settings.cachePath());
      return OAuthTokens.isSignedIn(context.tokens().orElseThrow(), name, uri);
    } finally {
      context.state().ifPresent(StateStore::close);
      context.tokens().ifPresent(TokenStore::close);
    }
  }

  private void show(boolean well, String line) {
    ill |= !well;
    out().println((well ? "ok   " : "BAD  ") + line);
    out().flush();
  }
}
