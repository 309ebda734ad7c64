package io.gatemini.internal.process;

import io.gatemini.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The gateways above this process, as its environment lists them, and those in it. A configuration
 * whose backend serves the same configuration would start processes without end: it is refused at
 * its first repetition, and a fourth gateway below three others whatever its configuration is.
 *
 * <p>The variable has one part per process, separated by slashes, the uppermost first; a part
 * lists fingerprints of configuration files. Thread-safe.
 */
public final class Ancestry {
  /** The variable that every child of a gateway inherits. */
  static final String VARIABLE = "GATEMINI_ABOVE";

  /** How many gateways may stand one below the other. */
  static final int MOST_GATEWAYS = 3;

  /** The variable stays short in a host that opens files without end. */
  private static final int MOST_FILES = 64;

  /** The part of a process whose gateways have no configuration file. */
  private static final String NO_FILE = "-";

  /** The environment belongs to the process, and so do these. */
  private static final Ancestry HOST = new Ancestry(System.getenv(VARIABLE));

  private final List<String> above;
  private final List<Path> open = new CopyOnWriteArrayList<>();

  Ancestry(@Nullable String inherited) {
    above =
        inherited == null || inherited.isBlank()
            ? List.of()
            : List.copyOf(Arrays.asList(inherited.split("/", MOST_GATEWAYS + 1)));
  }

  /**
   * Adds a gateway to those of this process.
   *
   * @param configFiles the files it is configured by
   * @return removes it again
   * @throws ConfigException when it must not be started below the gateways above it
   */
  public static Runnable enter(Collection<Path> configFiles) {
    return HOST.add(configFiles);
  }

  /** What the variable of a child of this process says. */
  static String ofChildren() {
    return HOST.below();
  }

  Runnable add(Collection<Path> configFiles) {
    if (!above.isEmpty()) {
      check(configFiles);
    }
    List<Path> files = List.copyOf(configFiles);
    open.addAll(files);
    return () -> files.forEach(open::remove);
  }

  private void check(Collection<Path> configFiles) {
    for (Path file : configFiles) {
      String fingerprint = fingerprint(file);
      if (above.stream().anyMatch(level -> List.of(level.split(",")).contains(fingerprint))) {
        throw new ConfigException(
            "the configuration "
                + file.getFileName()
                + " is used by a gateway above this one already, so it contains itself; remove the"
                + " backend that starts it, or unset "
                + VARIABLE
                + " where this is meant");
      }
    }
    if (above.size() >= MOST_GATEWAYS) {
      throw new ConfigException(
          "there are "
              + MOST_GATEWAYS
              + " gateways above this one already; remove the backend that starts another, or unset "
              + VARIABLE
              + " where this is meant");
    }
  }

  String below() {
    List<String> levels = new ArrayList<>(above);
    levels.add(
        open.isEmpty()
            ? NO_FILE
            : open.stream()
                .map(Ancestry::fingerprint)
                .distinct()
                .limit(MOST_FILES)
                .collect(Collectors.joining(",")));
    return String.join("/", levels);
  }

  /** The same for all ways to name a file, and without its directories. */
  private static String fingerprint(Path file) {
    Path real;
    try {
      real = file.toRealPath();
    } catch (IOException e) {
      real = file.toAbsolutePath().normalize();
    }
    return UUID.nameUUIDFromBytes(real.toString().getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }
}
