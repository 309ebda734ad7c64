package io.gatemini.server.ipc;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The variables that a configuration names, as <code>${NAME}</code>, <code>${env:NAME}</code>,
 * <code>${NAME:-text}</code> or {@code secretref:env:NAME}, or in a list {@code inherit_env}: what
 * a client sends of its environment. A name in a comment counts; that costs nothing, for it is the
 * client's own.
 */
public final class NamedVariables {
  /** The working directory, whatever the environment says: it is the client's in any case. */
  public static final String WORKING_DIRECTORY = "PWD";

  private static final Pattern NAMED =
      Pattern.compile("(?:\\$\\{(?:env:)?|secretref:env:)([A-Za-z_][A-Za-z0-9_]*)");

  /** White space, commas, and comments of YAML and JSON. */
  private static final String GAP = "(?:[\\s,]++|#[^\\n]*+|//[^\\n]*+|/\\*[\\s\\S]*?\\*/)*+";

  private static final String ITEM =
      "(?:\"(?<double>[^\"\\n]*+)\"|'(?<single>[^'\\n]*+)'|(?<plain>[^\\s,\\[\\]\"'#]++))";

  /** The key up to its list, which may have an anchor. */
  private static final Pattern INHERITED =
      Pattern.compile(
          "(?<!\\w)inherit_env[\"']?+" + GAP + ":" + GAP + "(?:&\\S++" + GAP + ")?+(\\[)?+");

  private static final Pattern IN_BRACKETS = Pattern.compile(GAP + ITEM);
  private static final Pattern DASHED = Pattern.compile(GAP + "-\\s++" + ITEM);

  /** The names that no pattern reaches: a program would not get these either. */
  private static final Pattern SECRET =
      Pattern.compile("(?i)(?:.*_)?(?:TOKEN|KEY)|.*(?:SECRET|PASSWORD).*");

  private static final boolean WINDOWS = File.separatorChar == '\\';

  private NamedVariables() {}

  /**
   * Those of an environment, and the working directory of this process where it is named.
   *
   * @throws IOException when the configuration cannot be read
   */
  public static Map<String, String> in(Path config, Map<String, String> environment)
      throws IOException {
    // Names ignore case where the system's do.
    Map<String, String> own =
        new TreeMap<>(WINDOWS ? String.CASE_INSENSITIVE_ORDER : Comparator.naturalOrder());
    own.putAll(environment);
    own.put(WORKING_DIRECTORY, Path.of("").toAbsolutePath().toString());
    Map<String, String> named = new TreeMap<>();
    for (String name : names(config)) {
      String value = own.get(name);
      if (value != null) {
        named.put(name, value);
      } else if (name.contains("*")) {
        putMatching(name, own, named);
      }
    }
    return named;
  }

  private static void putMatching(
      String pattern, Map<String, String> own, Map<String, String> named) {
    Pattern matching =
        Pattern.compile(
            Pattern.quote(pattern).replace("*", "\\E.*\\Q"),
            WINDOWS ? Pattern.CASE_INSENSITIVE : 0);
    own.forEach(
        (name, value) -> {
          if (matching.matcher(name).matches() && !SECRET.matcher(name).matches()) {
            named.put(name, value);
          }
        });
  }

  /**
   * Their names, and the patterns of {@code inherit_env}.
   *
   * @throws IOException when the configuration cannot be read
   */
  public static Set<String> names(Path config) throws IOException {
    // Names are ASCII; whatever else is in the file does not matter here.
    String text = new String(Files.readAllBytes(config), StandardCharsets.ISO_8859_1);
    Set<String> names = inherited(text);
    Matcher matcher = NAMED.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  /** The members of all lists {@code inherit_env}: a proxy has no reader of YAML. */
  static Set<String> inherited(String text) {
    Set<String> names = new TreeSet<>();
    Matcher key = INHERITED.matcher(text);
    while (key.find()) {
      Matcher item = (key.group(1) == null ? DASHED : IN_BRACKETS).matcher(text);
      item.region(key.end(), text.length());
      while (item.lookingAt()) {
        for (String written : new String[] {"double", "single", "plain"}) {
          if (item.group(written) != null) {
            names.add(item.group(written));
          }
        }
        item.region(item.end(), text.length());
      }
    }
    return names;
  }
}
