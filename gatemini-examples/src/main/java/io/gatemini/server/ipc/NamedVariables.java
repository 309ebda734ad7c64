package io.gatemini.server.ipc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables that a configuration names, as <code>${NAME}</code>, <code>${env:NAME}</code>,
 * <code>${NAME:-text}</code> or {@code secretref:env:NAME}: what a client sends of its environment.
 * A name in a comment counts; that costs nothing, for it is the client's own.
 */
public final class NamedVariables {
  /** The working directory, whatever the environment says: it is the client's in any case. */
  public static final String WORKING_DIRECTORY = "PWD";

  private static final Pattern NAMED =
      Pattern.compile("(?:\\$\\{(?:env:)?|secretref:env:)([A-Za-z_][A-Za-z0-9_]*)");

  private NamedVariables() {}

  /**
   * Those of an environment, and the working directory of this process where it is named.
   *
   * @throws IOException when the configuration cannot be read
   */
  public static Map<String, String> in(Path config, Map<String, String> environment)
      throws IOException {
    Map<String, String> named = new TreeMap<>();
    for (String name : names(config)) {
      String value =
          name.equals(WORKING_DIRECTORY)
              ? Path.of("").toAbsolutePath().toString()
              : environment.get(name);
      if (value != null) {
        named.put(name, value);
      }
    }
    return named;
  }

  /**
   * Their names.
   *
   * @throws IOException when the configuration cannot be read
   */
  public static Set<String> names(Path config) throws IOException {
    // Names are ASCII; whatever else is in the file does not matter here.
    String text = new String(Files.readAllBytes(config), StandardCharsets.ISO_8859_1);
    Set<String> names = new TreeSet<>();
    Matcher matcher = NAMED.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
