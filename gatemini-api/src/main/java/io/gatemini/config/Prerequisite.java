package io.gatemini.config;

import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.durationOrZero;
import static io.gatemini.spi.option.OptionType.integer;
import static io.gatemini.spi.option.OptionType.secretText;
import static io.gatemini.spi.option.OptionType.secretTextMap;
import static io.gatemini.spi.option.OptionType.secretTexts;
import static io.gatemini.spi.option.OptionType.text;

import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
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

/**
 * A program that has to run before a backend starts: a database, a browser, a proxy. Immutable:
 * every setter returns a changed copy. Backends that need the same program share one.
 *
 * <pre>{@code
 * Prerequisite.command("redis-server", "--port", "6390").readyPort(6390).managed(true)
 * }</pre>
 */
public final class Prerequisite extends ConfigValues {
  /** How long the program gets before the backend starts where there is no probe. */
  public static final Duration DEFAULT_STARTUP_DELAY = Duration.ofSeconds(2);

  /** How long the probe is tried. */
  public static final Duration DEFAULT_READY_TIMEOUT = Duration.ofSeconds(30);

  static final OptionTable OPTIONS = new OptionTable("prerequisite");
  private static final OptionKey<String> COMMAND =
      OPTIONS.addRequired("command", secretText(), "The program.");
  private static final OptionKey<List<String>> ARGS =
      OPTIONS.add("args", secretTexts(), List.of(), "Its arguments.");
  private static final OptionKey<Map<String, String>> ENV =
      OPTIONS.add(
          "env", secretTextMap(), Map.of(), "Variables in its environment; secrets are resolved.");
  private static final OptionKey<List<String>> INHERIT_ENV =
      OPTIONS.add("inherit_env", INHERITED_VARIABLES, List.of(), INHERITED_MEANING);
  private static final OptionKey<String> CWD = OPTIONS.add("cwd", text(), "The working directory.");
  private static final OptionKey<String> PROCESS_MATCH =
      OPTIONS.add(
          "process_match",
          text().check(Prerequisite::noPattern),
          "A regular expression for the command line of a process that counts as the "
              + "running program.");
  private static final OptionKey<Boolean> MANAGED =
      OPTIONS.add(
          "managed",
          bool(),
          false,
          "Whether the program ends with the gateway, if the gateway started it.");
  private static final OptionKey<Duration> STARTUP_DELAY =
      OPTIONS.add(
          "startup_delay",
          durationOrZero(),
          "The time to wait after the start; 2s without a probe.");
  private static final OptionKey<Integer> READY_PORT =
      OPTIONS.add(
          "ready_port",
          integer(1, 65_535),
          "A local TCP port that accepts connections when the program is ready.");
  private static final OptionKey<String> READY_URL =
      OPTIONS.add(
          "ready_url",
          text().check(Prerequisite::noAddress),
          "An address whose GET has a status below 500 when the program is ready.");
  private static final OptionKey<Duration> READY_TIMEOUT =
      OPTIONS.add(
          "ready_timeout",
          duration(),
          DEFAULT_READY_TIMEOUT,
          "The time for the probe, after which the start fails.");

  Prerequisite(OptionValues values) {
    super(values);
  }

  private <T> Prerequisite with(OptionKey<T> key, T value) {
    return new Prerequisite(values.with(key, value));
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
    return new Prerequisite(
        OPTIONS
            .defaults()
            .with(COMMAND, commandLine.get(0))
            .with(ARGS, List.copyOf(commandLine.subList(1, commandLine.size()))));
  }

  /**
   * Sets a variable in the environment of the program, beside what it inherits: where programs and
   * the user's files are, language, time zone and proxies; no secrets.
   */
  public Prerequisite env(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(env());
    all.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return with(ENV, Collections.unmodifiableMap(all));
  }

  /**
   * The environment variables that the program inherits, as in {@link
   * BackendConfig#inheritEnv(String...)}.
   */
  public Prerequisite inheritEnv(String... names) {
    return with(INHERIT_ENV, List.of(names));
  }

  /** The directory the program starts in. */
  public Prerequisite cwd(String directory) {
    return with(CWD, directory);
  }

  /**
   * A regular expression that is looked for in the command lines of running processes: where one
   * matches, the program runs already and is not started.
   *
   * @throws ConfigException when it is none
   */
  public Prerequisite processMatch(String pattern) {
    return with(PROCESS_MATCH, pattern);
  }

  /** Whether the program, if the gateway started it, ends with the gateway. */
  public Prerequisite managed(boolean managed) {
    return with(MANAGED, managed);
  }

  /** How long the program gets after it was started; before the probe, where there is one. */
  public Prerequisite startupDelay(Duration startupDelay) {
    return with(STARTUP_DELAY, startupDelay);
  }

  /** The program is ready when this TCP port of the local host takes connections. */
  public Prerequisite readyPort(int port) {
    return with(READY_PORT, port);
  }

  /** The program is ready when a GET of this address is answered with a status below 500. */
  public Prerequisite readyUrl(String url) {
    return with(READY_URL, url);
  }

  private static Optional<String> noPattern(String pattern) {
    try {
      Pattern.compile(pattern);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of("is not a regular expression: " + e.getDescription());
    }
  }

  private static Optional<String> noAddress(String url) {
    try {
      URI uri = URI.create(url);
      if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
          && uri.getHost() != null) {
        return Optional.empty();
      }
    } catch (IllegalArgumentException e) {
      // Reported below, together with other values that are no HTTP address.
    }
    return Optional.of("must be an address like \"http://localhost:8080/health\"");
  }

  /** How long the probe is tried before the start of the backend fails. */
  public Prerequisite readyTimeout(Duration readyTimeout) {
    return with(READY_TIMEOUT, readyTimeout);
  }

  /** The program and its arguments. */
  public List<String> command() {
    List<String> line = new ArrayList<>();
    line.add(get(COMMAND));
    line.addAll(get(ARGS));
    return Collections.unmodifiableList(line);
  }

  public Map<String, String> env() {
    return get(ENV);
  }

  public List<String> inheritEnv() {
    return get(INHERIT_ENV);
  }

  public Optional<String> cwd() {
    return find(CWD);
  }

  public Optional<String> processMatch() {
    return find(PROCESS_MATCH);
  }

  public boolean managed() {
    return get(MANAGED);
  }

  /** The delay that was set; else two seconds without a probe, and none with one. */
  public Duration startupDelay() {
    boolean probed = values.isSet(READY_PORT) || values.isSet(READY_URL);
    return find(STARTUP_DELAY).orElse(probed ? Duration.ZERO : DEFAULT_STARTUP_DELAY);
  }

  public OptionalInt readyPort() {
    return find(READY_PORT).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  public Optional<URI> readyUrl() {
    return find(READY_URL).map(URI::create);
  }

  public Duration readyTimeout() {
    return get(READY_TIMEOUT);
  }
}
