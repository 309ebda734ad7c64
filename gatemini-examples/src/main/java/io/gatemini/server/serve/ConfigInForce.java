package io.gatemini.server.serve;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
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

/**
 * The text of the configuration that the server works with. The file may say something else
 * already: a backend that writes files could otherwise give itself a shell. Clients that come later
 * get this text, too. Thread-safe.
 */
final class ConfigInForce implements Reloads {
  private static final Logger AUDIT = System.getLogger("io.gatemini.audit");

  /** As much as a configuration file may have. */
  private static final long MAX_BYTES = 1 << 20;

  private final Path file;
  private final Reader reader;
  private final String remedy;
  private final OwnFolders folders;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private volatile Consumer<Supplier<GatewaySettings>> apply = settings -> {};
  private volatile String text;
  private volatile String waiting = "";
  private volatile String problem = "";
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
   * @throws ConfigException when there is no such file
   */
  ConfigInForce(Path file, Reader reader, String remedy) {
    this.file = file;
    this.reader = reader;
    this.remedy = remedy;
    folders = new OwnFolders(file, Path.of(""));
    text = readFile();
  }

  /**
   * Reads the text as this process means it.
   *
   * @throws ConfigException when the configuration is invalid
   */
  synchronized GatewayBuilder begin() {
    GatewayBuilder builder = configured(System.getenv());
    settings = builder.settings();
    return builder;
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
    return read(text, variables);
  }

  private GatewayBuilder read(String text, Map<String, String> variables) {
    GatewayBuilder builder = reader.read(text, variables);
    GatewaySettings read = builder.settings();
    for (String finding : folders.find(read)) {
      if (reported.add(finding)) {
        AUDIT.log(Level.WARNING, finding);
      }
    }
    return builder;
  }

  /** Reads the file after a change, and puts in force what removes, narrows, renames and tunes. */
  synchronized void look() {
    String next = readFile();
    ConfigDifference difference;
    GatewaySettings read;
    try {
      difference = ConfigDifference.of(String.valueOf(file.getFileName()), text, next);
      read = read(next, System.getenv()).settings();
      difference.compare(settings, read);
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
      waiting = "";
    } else if (settings.reloadAsks() && !difference.waiting().isEmpty()) {
      hold(difference);
    } else {
      apply(next, read, difference, "file watch");
    }
  }

  private void hold(ConfigDifference difference) {
    String now = String.join(", ", difference.waiting());
    if (!now.equals(waiting)) {
      waiting = now;
      AUDIT.log(
          Level.WARNING,
          "the configuration has changed and waits as a whole, for it may start something new: {0};"
              + " {1}",
          now,
          remedy);
    }
  }

  private void apply(String next, GatewaySettings read, ConfigDifference difference, String by) {
    String before = text;
    text = next;
    boolean applied = false;
    try {
      apply.accept(() -> read);
      applied = true;
    } finally {
      if (!applied) {
        text = before;
      }
    }
    settings = read;
    waiting = "";
    problem = "";
    if (!difference.all().isEmpty()) {
      AUDIT.log(
          Level.WARNING,
          "configuration reloaded: by={0}, {1}",
          by,
          String.join(", ", difference.all()));
    }
  }

  @Override
  public Optional<String> waiting() {
    return waiting.isEmpty() ? Optional.empty() : Optional.of(waiting);
  }

  @Override
  public Optional<String> problem() {
    return problem.isEmpty() ? Optional.empty() : Optional.of(problem);
  }

  @Override
  public synchronized List<String> reload() {
    String next = readFile();
    ConfigDifference difference =
        ConfigDifference.of(String.valueOf(file.getFileName()), text, next);
    GatewaySettings read = read(next, System.getenv()).settings();
    difference.compare(settings, read);
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
