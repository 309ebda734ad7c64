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

  private static final Pattern LINE =
      Pattern.compile(
          "(?:export\\s++)?([A-Za-z_][A-Za-z0-9_]*+)\\s*+=\\s*+"
              + "(?:\"(?<double>[^\"]*+)\"|'(?<single>[^']*+)'|(?<plain>.*+))");

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
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        String text = (number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line).strip();
        Matcher matcher = LINE.matcher(text);
        if (matcher.matches()) {
          variables.put(matcher.group(1), value(matcher));
        } else if (!text.isEmpty() && !text.startsWith("#")) {
          LOG.log(Level.WARNING, ".env, line {0}: this is not NAME=value, and is ignored", number);
        }
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

  private static String value(Matcher matcher) {
    String quoted =
        matcher.group("double") != null ? matcher.group("double") : matcher.group("single");
    if (quoted != null) {
      return quoted;
    }
    String plain = matcher.group("plain");
    int comment = plain.indexOf(" #");
    return (comment < 0 ? plain : plain.substring(0, comment)).strip();
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
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      String appData = environment.get("APPDATA");
      return appData != null ? Path.of(appData) : Path.of(home, "AppData", "Roaming");
    }
    if (os.startsWith("mac")) {
      return Path.of(home, "Library", "Application Support");
    }
    return xdg(environment, "XDG_CONFIG_HOME", Path.of(home, ".config"));
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
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      String local = environment.get("LOCALAPPDATA");
      return local != null ? Path.of(local) : Path.of(home, "AppData", "Local");
    }
    if (os.startsWith("mac")) {
      return Path.of(home, "Library", "Caches");
    }
    return xdg(environment, "XDG_CACHE_HOME", Path.of(home, ".cache"));
  }

  /** The XDG specification has relative paths ignored. */
  private static Path xdg(Map<String, String> environment, String name, Path otherwise) {
    String set = environment.get(name);
    return set != null && Path.of(set).isAbsolute() ? Path.of(set) : otherwise;
  }
}
