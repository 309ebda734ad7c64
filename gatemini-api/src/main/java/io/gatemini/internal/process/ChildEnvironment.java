package io.gatemini.internal.process;

import io.gatemini.internal.text.NamePatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The environment of a child: the variables that programs need to find files, reach the network and
 * speak the user's language, those that {@code inherit_env} names, the enclosing gateways, and
 * those of {@code env}. Tokens and keys of the host stay with the host unless they are named.
 */
public final class ChildEnvironment {
  /** Inherited on every system. */
  private static final List<String> EVERYWHERE =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "TERM",
          "LANG",
          "LANGUAGE",
          "LC_*",
          "TZ",
          "XDG_*",
          "TMPDIR",
          "TEMP",
          "TMP",
          "*_PROXY",
          "*_proxy",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "NODE_EXTRA_CA_CERTS",
          "SSH_AUTH_SOCK",
          "DISPLAY",
          "WAYLAND_DISPLAY",
          "JAVA_HOME");

  /** Inherited on Windows as well, where names ignore case. */
  private static final List<String> ON_WINDOWS =
      List.of(
          "PATHEXT",
          "SYSTEMROOT",
          "SYSTEMDRIVE",
          "WINDIR",
          "COMSPEC",
          "USERNAME",
          "USERPROFILE",
          "HOMEDRIVE",
          "HOMEPATH",
          "APPDATA",
          "LOCALAPPDATA",
          "PROGRAMDATA",
          "PROGRAMFILES",
          "PROGRAMFILES(X86)",
          "COMMONPROGRAMFILES",
          "NUMBER_OF_PROCESSORS",
          "PROCESSOR_ARCHITECTURE");

  /** Names in upper case that no pattern reaches. */
  private static final Predicate<String> SECRET =
      NamePatterns.anyOf(List.of("TOKEN", "*_TOKEN", "KEY", "*_KEY", "*SECRET*", "*PASSWORD*"));

  private ChildEnvironment() {}

  /**
   * Puts what a child gets of this process's environment, and the variables given over it.
   *
   * @param inherit what it gets beside the default, as {@code inherit_env} writes it
   */
  public static void apply(
      ProcessBuilder builder, List<String> inherit, Map<String, String> configured) {
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put(GatewayAncestry.VARIABLE, GatewayAncestry.ofHost().forChildren());
    environment.putAll(of(System.getenv(), inherit, configured, isWindows()));
  }

  /** Puts those of these variables that this process has, and no others. */
  public static void applyOnly(ProcessBuilder builder, Set<String> names) {
    builder.environment().keySet().retainAll(names);
  }

  private static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  /**
   * The part of the host's environment that a child gets, with the configured variables over it.
   */
  public static Map<String, String> of(
      Map<String, String> host,
      List<String> inherit,
      Map<String, String> configured,
      boolean windows) {
    Map<String, String> child =
        windows ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
    List<String> named = windows ? inherit.stream().map(ChildEnvironment::upper).toList() : inherit;
    Predicate<String> matching = matching(inherit, named, windows);
    host.forEach(
        (name, value) -> {
          String compared = windows ? upper(name) : name;
          if (named.contains(compared)
              || (matching.test(compared) && !SECRET.test(upper(compared)))) {
            child.put(name, value);
          }
        });
    child.putAll(configured);
    return child;
  }

  private static Predicate<String> matching(
      List<String> inherit, List<String> named, boolean windows) {
    List<String> patterns = new ArrayList<>(named);
    if (inherit.contains("all")) {
      patterns.add("*");
    }
    if (!inherit.contains("none")) {
      patterns.addAll(EVERYWHERE);
      patterns.addAll(windows ? ON_WINDOWS : List.of());
    }
    return NamePatterns.anyOf(patterns);
  }

  private static String upper(String name) {
    return name.toUpperCase(Locale.ROOT);
  }
}
