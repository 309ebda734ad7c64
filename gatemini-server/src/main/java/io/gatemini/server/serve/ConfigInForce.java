package io.gatemini.server.serve;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.daemon.Reloads;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The configuration that the server works with: its text, and the files that it names. The disk may
 * say something else already: a backend that writes files could otherwise give itself a shell.
 * Clients that come later, and the next daemon, get this configuration, too. Thread-safe.
 */
final class ConfigInForce implements Reloads {
  private static final Logger AUDIT = System.getLogger("io.gatemini.audit");

  /** As much as a configuration file may have. */
  private static final long MAX_BYTES = 1 << 20;

  private final Path file;
  private final Reader reader;
  private final String remedy;
  private final Optional<Path> kept;
  private final OwnFolders folders;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private volatile Consumer<Supplier<GatewaySettings>> apply = settings -> {};
  private volatile ConfigSnapshot inForce;
  private volatile ConfigSnapshot seen;
  private volatile Optional<Waiting> waiting = Optional.empty();
  private volatile String problem = "";
  private Optional<String> shown = Optional.empty();
  private GatewaySettings settings = GatewaySettings.defaults();

  /** Reads a text of the configuration. */
  @FunctionalInterface
  interface Reader {
    /** Reads it as clients with these variables mean it. */
    GatewayBuilder read(String text, Map<String, String> variables);
  }

  /**
   * Takes the text of the file, and reads it later.
   *
   * @param remedy says how a change that waits is applied
   * @param kept the file that keeps what was accepted, for the next process; empty where each
   *     process accepts what it finds
   * @throws ConfigException when there is no such file
   */
  ConfigInForce(Path file, Reader reader, String remedy, Optional<Path> kept) {
    this.file = file;
    this.reader = reader;
    this.remedy = remedy;
    this.kept = kept;
    folders = new OwnFolders(file, Path.of(""));
    inForce = snapshot();
    seen = inForce;
  }

  private ConfigSnapshot snapshot() {
    return ConfigSnapshot.of(
        readFile(), kept.filter(it -> settings.reloadAsks()).map(ConfigSnapshot::folder));
  }

  /**
   * Reads the configuration as this process means it: the file, or what was accepted last where the
   * file says more.
   *
   * @throws ConfigException when the configuration is invalid
   */
  synchronized GatewayBuilder begin() {
    open();
    GatewayBuilder builder = configured(System.getenv());
    builder.settings().logLevel().ifPresent(Logs::show);
    return builder;
  }

  /** Stays with what was accepted last, where the files may start more than that. */
  private void open() {
    settings = read(inForce, System.getenv()).settings(); // an invalid file starts nothing
    Optional<ConfigSnapshot> last = kept.flatMap(ConfigSnapshot::saved);
    if (last.isEmpty()) {
      accept(settings.reloadAsks() ? inForce : ConfigSnapshot.of(inForce.text(), Optional.empty()));
      return;
    }
    inForce = last.get();
    try {
      settings = read(inForce, System.getenv()).settings();
    } catch (ConfigException e) {
      throw new ConfigException(
          "the configuration that was accepted last is invalid; remove %s to accept %s: %s"
              .formatted(kept.orElseThrow(), file, e.getMessage()));
    }
    look();
  }

  /**
   * Takes what applies settings that are read again.
   *
   * @param apply takes settings, or passes the exception on that says why there are none
   */
  void applyBy(Consumer<Supplier<GatewaySettings>> apply) {
    this.apply = apply;
  }

  /**
   * The configuration as clients with these variables mean it.
   *
   * @throws ConfigException when it is invalid
   */
  GatewayBuilder configured(Map<String, String> variables) {
    return read(inForce, variables);
  }

  private GatewayBuilder read(ConfigSnapshot snapshot, Map<String, String> variables) {
    GatewayBuilder builder = snapshot.read(reader, variables);
    GatewaySettings read = builder.settings();
    for (String finding : folders.find(read)) {
      if (reported.add(finding)) {
        AUDIT.log(Level.WARNING, finding);
      }
    }
    return builder;
  }

  private ConfigDifference difference(ConfigSnapshot next, GatewaySettings read) {
    next.readAlso(inForce);
    seen = next;
    ConfigDifference difference =
        ConfigDifference.of(String.valueOf(file.getFileName()), inForce.text(), next.text());
    difference.compare(settings, read);
    difference.compare(inForce, next);
    return difference;
  }

  private void accept(ConfigSnapshot snapshot) {
    inForce = snapshot;
    kept.ifPresent(snapshot::save);
  }

  /** Further files whose changes count. */
  Stream<Path> files() {
    return seen.paths();
  }

  /** Reads the file after a change, and puts in force what removes, narrows and tunes. */
  synchronized void look() {
    ConfigSnapshot next = snapshot();
    ConfigDifference difference;
    GatewaySettings read;
    try {
      read = read(next, System.getenv()).settings();
      difference = difference(next, read);
      problem = "";
    } catch (ConfigException e) {
      problem = String.valueOf(e.getMessage());
      apply.accept(
          () -> {
            throw e;
          });
      throw e;
    }
    if (difference.all().isEmpty()) {
      waiting = Optional.empty();
      accept(next);
    } else if (settings.reloadAsks() && !difference.waiting().isEmpty()) {
      hold(difference, next);
    } else {
      apply(next, read, difference, "file watch");
    }
  }

  private void hold(ConfigDifference difference, ConfigSnapshot next) {
    String now = String.join(", ", difference.waiting());
    if (!waiting.map(Waiting::changes).equals(Optional.of(now))) {
      AUDIT.log(
          Level.WARNING,
          "the configuration has changed and waits as a whole, for it may start something new: {0};"
              + " {1}",
          now,
          remedy);
    }
    waiting = Optional.of(new Waiting(now, next.digest()));
  }

  private void apply(
      ConfigSnapshot next, GatewaySettings read, ConfigDifference difference, String by) {
    ConfigSnapshot before = inForce;
    inForce = next;
    boolean applied = false;
    try {
      apply.accept(() -> read);
      applied = true;
    } finally {
      if (!applied) {
        inForce = before;
      }
    }
    settings = read;
    read.logLevel().ifPresent(Logs::show);
    waiting = Optional.empty();
    shown = Optional.empty();
    problem = "";
    accept(next);
    if (!difference.all().isEmpty()) {
      AUDIT.log(
          Level.WARNING,
          "configuration reloaded: by={0}, {1}",
          by,
          String.join(", ", difference.all()));
    }
  }

  @Override
  public Optional<Waiting> waiting() {
    return waiting;
  }

  @Override
  public synchronized Optional<Waiting> show() {
    shown = waiting.map(Waiting::digest);
    return waiting;
  }

  @Override
  public Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  @Override
  public synchronized List<String> reload(Optional<String> expected) {
    ConfigSnapshot next = snapshot();
    GatewaySettings read = read(next, System.getenv()).settings();
    ConfigDifference difference = difference(next, read);
    String digest = next.digest();
    if (!difference.waiting().isEmpty()
        && !expected.or(() -> shown).orElse(digest).equals(digest)) {
      hold(difference, next);
      throw new GatewayException(
          "nothing is applied, for another change waits now: "
              + String.join(", ", difference.all())
              + "; "
              + OperatorCommand.of("reload --expect " + digest)
              + " to apply it");
    }
    apply(next, read, difference, "gatemini reload");
    return difference.all();
  }

  private String readFile() {
    try {
      if (Files.size(file) <= MAX_BYTES) {
        String read = Files.readString(file);
        return read.startsWith("\uFEFF") ? read.substring(1) : read;
      }
    } catch (IOException e) {
      // The reader of files says what is wrong with it.
    }
    Gateway.builder().config(file);
    throw new ConfigException(file.getFileName() + ": the file changes while it is read");
  }
}
