package io.gatemini.internal.process;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The variables that a configuration may name: those of the process, or of a client that brings its
 * own, then those of {@code .env} beside the configuration file, in the gateway's own directory and
 * in the home directory, in this order. Immutable; files are read once.
 */
public final class Environment {
  private static final Logger LOG = System.getLogger(Environment.class.getName());
  private static final Environment SYSTEM = new Environment(System::getenv, Map.of());

  /**
   * An assignment as dotenv reads it, else a line that is none. A quoted value ends with its quote,
   * on this line or a later one. Possessive, so that long lines take no longer than their length.
   */
  private static final Pattern LINE =
      Pattern.compile(
          """
          (?mdx) ^\\h*+ (?: (?:export\\h++)? (?<name>[\\w.-]++) (?:\\h*+=|:\\h) \\h*+
          (?: (?<quote>["'`]) (?<quoted>
            (?: \\\\ \\k<quote> | (?!\\k<quote>) [\\s\\S] )*+ (?= \\k<quote> \\h*+ (?:\\#.*+)? $ )
            | (?: (?!\\k<quote>) [\\s\\S] )*+ (?= \\k<quote> \\h*+ (?:\\#.*+)? $ ) )
          | (?<plain>[^\\#\\n]*+) ) .*+ | [^\\#\\s].*+ )""");

  /** Far more than variables take; a pipe or a log in its place is not read at all. */
  private static final long MAX_FILE_BYTES = 1 << 20;

  /** Reads the files of what this thread reads at the moment. */
  private static final ThreadLocal<Function<Path, Map<String, String>>> FILES =
      ThreadLocal.withInitial(() -> Environment::ofFile);

  private final Lookup own;
  private final Map<String, String> ofFiles;

  /** Finds a variable. */
  @FunctionalInterface
  public interface Lookup {
    @Nullable String get(String name);
  }

  private Environment(Lookup own, Map<String, String> ofFiles) {
    this.own = own;
    this.ofFiles = Map.copyOf(ofFiles);
  }

  /** The variables of the process alone. */
  public static Environment system() {
    return SYSTEM;
  }

  /** The variables of somebody else, in place of those of the process. */
  public static Environment of(Map<String, String> own) {
    return new Environment(Map.copyOf(own)::get, Map.of());
  }

  /** These, and those of the files {@code .env} that belong to a configuration file. */
  public Environment with(Path configFile) {
    Path home = Path.of(System.getProperty("user.home"));
    Map<String, String> variables = new HashMap<>();
    for (Path directory :
        List.of(
            home,
            configDirectory().resolve("gatemini"),
            configFile.toAbsolutePath().normalize().getParent())) {
      variables.putAll(read(directory.resolve(".env")));
    }
    return new Environment(own, variables);
  }

  /** The value of a variable; null where it is not set. */
  public @Nullable String get(String name) {
    String value = own.get(name);
    return value != null ? value : ofFiles.get(name);
  }

  /** The variables of a file, as the host or {@link #reading} has them. */
  public static Map<String, String> read(Path file) {
    return FILES.get().apply(file);
  }

  /** Does something in which {@code files} says what the files of variables contain. */
  public static <T> T reading(Function<Path, Map<String, String>> files, Supplier<T> work) {
    FILES.set(files);
    try {
      return work.get();
    } finally {
      FILES.remove();
    }
  }

  /** The variables of a file; none where it does not exist or is malformed. */
  public static Map<String, String> ofFile(Path file) {
    Map<String, String> variables = new HashMap<>();
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile() || attributes.size() > MAX_FILE_BYTES) {
        LOG.log(Level.WARNING, "a file .env is left out: it is no file of at most 1 MiB");
        return variables;
      }
      String text = Files.readString(file).replaceFirst("^\uFEFF", "").replace("\r\n", "\n");
      for (Matcher found = LINE.matcher(text); found.find(); ) {
        if (found.group("name") != null) {
          variables.put(found.group("name"), value(found));
          continue;
        }
        long line = text.substring(0, found.start()).chars().filter(it -> it == '\n').count() + 1;
        Object name = file.getFileName();
        LOG.log(Level.WARNING, "{0}, line {1}: this is not NAME=value, and is ignored", name, line);
      }
    } catch (NoSuchFileException e) {
      // Most have none.
    } catch (MalformedInputException e) {
      LOG.log(Level.WARNING, "a file .env is left out: it is no UTF-8");
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a file .env cannot be read and is left out", e);
    }
    return variables;
  }

  private static String value(Matcher assignment) {
    String quoted = assignment.group("quoted");
    if (quoted == null) {
      return assignment.group("plain").strip();
    }
    return assignment.group("quote").equals("\"")
        ? quoted.replace("\\n", "\n").replace("\\r", "\r")
        : quoted;
  }

  /**
   * The directory in which applications keep their configurations: {@code $XDG_CONFIG_HOME} or
   * {@code ~/.config} on Linux, {@code ~/Library/Application Support} on macOS, {@code %APPDATA%}
   * on Windows.
   */
  public static Path configDirectory() {
    return configDirectory(
        System.getProperty("os.name"), System.getProperty("user.home"), System.getenv());
  }

  /** The same for another platform. */
  public static Path configDirectory(String osName, String home, Map<String, String> environment) {
    String mac = " Library/Application Support";
    return directory(
        osName, home, environment, "APPDATA AppData/Roaming", mac, "XDG_CONFIG_HOME .config");
  }

  /**
   * The directory in which applications keep what they can do without: {@code $XDG_CACHE_HOME} or
   * {@code ~/.cache} on Linux, {@code ~/Library/Caches} on macOS, {@code %LOCALAPPDATA%} on
   * Windows.
   */
  public static Path cacheDirectory() {
    return cacheDirectory(
        System.getProperty("os.name"), System.getProperty("user.home"), System.getenv());
  }

  /** The same for another platform. */
  public static Path cacheDirectory(String osName, String home, Map<String, String> environment) {
    String mac = " Library/Caches";
    return directory(
        osName, home, environment, "LOCALAPPDATA AppData/Local", mac, "XDG_CACHE_HOME .cache");
  }

  /** Each place is a variable, where there is one, and a path in the home directory. */
  private static Path directory(
      String osName, String home, Map<String, String> environment, String... places) {
    String os = osName.toLowerCase(Locale.ROOT);
    boolean windows = os.startsWith("windows");
    String[] place = places[windows ? 0 : os.startsWith("mac") ? 1 : 2].split(" ", 2);
    String set = environment.get(place[0]);
    // The XDG specification has relative paths ignored.
    boolean counts = set != null && (windows || Path.of(set).isAbsolute());
    return counts ? Path.of(set) : Path.of(home, place[1]);
  }
}
