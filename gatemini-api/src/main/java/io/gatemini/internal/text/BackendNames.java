package io.gatemini.internal.text;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The rules for names of backends and of composite tools, and the namespaces that tools get of
 * them. A backend may be called whatever can be seen; its namespace, which stands in keys and
 * programs, is plain. Stateless.
 */
public final class BackendNames {
  /** The name of the virtual backend of the composite tools, and of no other. */
  public static final String COMPOSITE = "__composite";

  /** Before the hash, of a namespace made of a name without any letter or digit of ASCII. */
  private static final String UNNAMED = "backend_";

  /** Letters and digits: the shortest form that a namespace may have. */
  private static final int HASH_RADIX = 36;

  private static final int MAX_LENGTH = 64;
  private static final int MAX_SHOWN_LENGTH = 80;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  /** A dot ends a namespace, so that no two tools of different backends can share a key. */
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,63}");

  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9_-]+");
  private static final Pattern EDGES = Pattern.compile("^[_-]+|(?<!_)_+$");

  private BackendNames() {}

  /** Whether a name is of letters, digits, {@code -} and {@code _} alone, as agents must choose. */
  public static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }

  /**
   * Checks what a host calls a backend.
   *
   * @throws ConfigException when it is invisible or cannot be distinguished from another
   */
  public static String check(String name) {
    if (!isVisible(name) || name.equals(COMPOSITE)) {
      throw new ConfigException(
          shown(name)
              + " is not a backend name; use 1 to 64 visible characters, the first and the last no"
              + " blanks, for example \"github\" or \"Google Maps\"");
    }
    return name;
  }

  private static boolean isVisible(String name) {
    int length = name.codePointCount(0, name.length());
    return length >= 1
        && length <= MAX_LENGTH
        && VisibleText.name(name).equals(name)
        && !isBlank(name.codePointAt(0))
        && !isBlank(name.codePointBefore(name.length()))
        // Steps of a path: an address would lose them.
        && !name.equals(".")
        && !name.equals("..");
  }

  private static boolean isBlank(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  /**
   * Checks the name of a composite tool.
   *
   * @throws ConfigException when it is not plain
   */
  public static String checkTool(String name) {
    if (!isPlain(name)) {
      throw new ConfigException(
          shown(name)
              + " is not a name for a composite tool; use 1 to 64 letters, digits, '-' and '_',"
              + " beginning with a letter or digit, for example \"count_files\"");
    }
    return name;
  }

  /** The prefix of a backend's tools: what the configuration says, or what is made of the name. */
  public static String namespace(String name, BackendConfig config) {
    return config.namespace().orElseGet(() -> namespace(name));
  }

  /**
   * The name, where it can be a namespace; else what is left of it: each run of other characters
   * becomes one {@code _}, but not at the ends. Where nothing is left it is a hash of the name,
   * always the same, so that two such names seldom need a namespace of the configuration's.
   */
  static String namespace(String name) {
    if (isNamespace(name)) {
      return name;
    }
    String plain = OTHERS.matcher(name).replaceAll("_");
    String made = EDGES.matcher(plain).replaceAll("");
    return made.isEmpty()
        ? UNNAMED + hash(name)
        : made.substring(0, Math.min(made.length(), MAX_LENGTH));
  }

  /** A namespace, with a number at its end where it is taken. */
  public static String free(String wanted, Set<String> taken) {
    String free = wanted;
    for (int i = 2; taken.contains(free); i++) {
      free = wanted.substring(0, Math.min(wanted.length(), MAX_LENGTH - 4)) + "_" + i;
    }
    return free;
  }

  private static String hash(String name) {
    CRC32 crc = new CRC32();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    return Long.toString(crc.getValue(), HASH_RADIX);
  }

  /** Whether tools can have this prefix. */
  public static boolean isNamespace(String namespace) {
    return NAMESPACE.matcher(namespace).matches();
  }

  /** A name as it stands in the address of a configuration key: quoted where it is not plain. */
  public static String key(String name) {
    return isPlain(name) || name.equals(COMPOSITE) ? name : shown(name);
  }

  private static String shown(String name) {
    return VisibleText.quoted(name, MAX_SHOWN_LENGTH);
  }
}
