package io.gatemini;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A program that has to run before a backend starts: a database, a browser, a proxy. Immutable:
 * every setter returns a changed copy. Backends that need the same program share one.
 *
 * <pre>{@code
 * Prerequisite.command("redis-server", "--port", "6390").readyPort(6390).managed(true)
 * }</pre>
 */
public final class Prerequisite {
  /** How long the program gets before the backend starts where there is no probe. */
  public static final Duration DEFAULT_STARTUP_DELAY = Duration.ofSeconds(2);

  /** How long the probe is tried. */
  public static final Duration DEFAULT_READY_TIMEOUT = Duration.ofSeconds(30);

  private final List<String> command;
  private Map<String, String> env = Map.of();
  private @Nullable String cwd;
  private @Nullable String processMatch;
  private boolean managed;
  private @Nullable Duration startupDelay;
  private int readyPort;
  private @Nullable URI readyUrl;
  private Duration readyTimeout = DEFAULT_READY_TIMEOUT;

  private Prerequisite(List<String> command) {
    this.command = command;
  }

  private Prerequisite(Prerequisite from) {
    command = from.command;
    env = from.env;
    cwd = from.cwd;
    processMatch = from.processMatch;
    managed = from.managed;
    startupDelay = from.startupDelay;
    readyPort = from.readyPort;
    readyUrl = from.readyUrl;
    readyTimeout = from.readyTimeout;
  }

  /** The program and its arguments. */
  public static Prerequisite command(String command, String... args) {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.addAll(List.of(args));
    return command(line);
  }

  /**
   * The program, followed by its arguments.
   *
   * @throws ConfigException when there is none
   */
  public static Prerequisite command(List<String> commandLine) {
    if (commandLine.isEmpty() || commandLine.get(0).isBlank()) {
      throw new ConfigException(
          "prerequisite.command is missing; name the program that has to run");
    }
    return new Prerequisite(List.copyOf(commandLine));
  }

  /**
   * Sets a variable in the environment of the program. Of the gateway's own environment it gets
   * what every child gets: where programs and the user's files are, language and time zone; no
   * secrets.
   */
  public Prerequisite env(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(env);
    all.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    Prerequisite copy = new Prerequisite(this);
    copy.env = Collections.unmodifiableMap(all);
    return copy;
  }

  /** The directory the program starts in. */
  public Prerequisite cwd(String directory) {
    Prerequisite copy = new Prerequisite(this);
    copy.cwd = Objects.requireNonNull(directory, "directory");
    return copy;
  }

  /**
   * A regular expression that is looked for in the command lines of running processes: where one
   * matches, the program runs already and is not started.
   *
   * @throws ConfigException when it is none
   */
  public Prerequisite processMatch(String pattern) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new ConfigException(
          "prerequisite.process_match is not a regular expression: " + e.getDescription());
    }
    Prerequisite copy = new Prerequisite(this);
    copy.processMatch = pattern;
    return copy;
  }

  /** Whether the program, if the gateway started it, ends with the gateway. */
  public Prerequisite managed(boolean managed) {
    Prerequisite copy = new Prerequisite(this);
    copy.managed = managed;
    return copy;
  }

  /** How long the program gets after it was started; before the probe, where there is one. */
  public Prerequisite startupDelay(Duration startupDelay) {
    Prerequisite copy = new Prerequisite(this);
    copy.startupDelay = Bounds.positive("prerequisite.startup_delay", startupDelay);
    return copy;
  }

  /** The program is ready when this TCP port of the local host takes connections. */
  public Prerequisite readyPort(int port) {
    Prerequisite copy = new Prerequisite(this);
    copy.readyPort = Bounds.between(1, 65_535, "prerequisite.ready_port", port);
    return copy;
  }

  /** The program is ready when a GET of this address is answered with a status below 500. */
  public Prerequisite readyUrl(String url) {
    Prerequisite copy = new Prerequisite(this);
    copy.readyUrl = httpAddress(url);
    return copy;
  }

  private static URI httpAddress(String url) {
    try {
      URI uri = URI.create(url);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Told below, together with what is no HTTP address.
    }
    throw new ConfigException(
        "prerequisite.ready_url must be an address like \"http://localhost:8080/health\"");
  }

  /** How long the probe is tried before the start of the backend fails. */
  public Prerequisite readyTimeout(Duration readyTimeout) {
    Prerequisite copy = new Prerequisite(this);
    copy.readyTimeout = Bounds.positive("prerequisite.ready_timeout", readyTimeout);
    return copy;
  }

  /** The program and its arguments. */
  public List<String> command() {
    return command;
  }

  public Map<String, String> env() {
    return env;
  }

  public Optional<String> cwd() {
    return Optional.ofNullable(cwd);
  }

  public Optional<String> processMatch() {
    return Optional.ofNullable(processMatch);
  }

  public boolean managed() {
    return managed;
  }

  /** What was set; else two seconds where there is no probe, and nothing where there is one. */
  public Duration startupDelay() {
    if (startupDelay != null) {
      return startupDelay;
    }
    return readyPort == 0 && readyUrl == null ? DEFAULT_STARTUP_DELAY : Duration.ZERO;
  }

  public OptionalInt readyPort() {
    return readyPort == 0 ? OptionalInt.empty() : OptionalInt.of(readyPort);
  }

  public Optional<URI> readyUrl() {
    return Optional.ofNullable(readyUrl);
  }

  public Duration readyTimeout() {
    return readyTimeout;
  }
}
