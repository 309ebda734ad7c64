package io.gatemini.internal.process;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The environment of a child, whoever starts it: a few variables that programs need to find their
 * files and to speak the user's language, which gateways it is inside of, and what the
 * configuration adds. Tokens and keys of the host stay with the host.
 */
public final class ChildEnvironment {
  /** Inherited on POSIX systems. */
  private static final Set<String> POSIX =
      Set.of(
          "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TERM", "TMPDIR", "TZ");

  /** Inherited on Windows, where names ignore case. */
  private static final Set<String> WINDOWS =
      Set.of(
          "PATH",
          "PATHEXT",
          "SYSTEMROOT",
          "SYSTEMDRIVE",
          "WINDIR",
          "COMSPEC",
          "TEMP",
          "TMP",
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

  private ChildEnvironment() {}

  /** Puts what a child gets of this process's environment, and the variables given over it. */
  public static void apply(ProcessBuilder builder, Map<String, String> configured) {
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put(GatewayAncestry.VARIABLE, GatewayAncestry.ofHost().forChildren());
    environment.putAll(of(System.getenv(), configured, isWindows()));
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
      Map<String, String> host, Map<String, String> configured, boolean windows) {
    Map<String, String> child =
        windows ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
    host.forEach(
        (name, value) -> {
          if (isInherited(name, windows)) {
            child.put(name, value);
          }
        });
    child.putAll(configured);
    return child;
  }

  private static boolean isInherited(String name, boolean windows) {
    return windows
        ? WINDOWS.contains(name.toUpperCase(Locale.ROOT))
        : POSIX.contains(name) || name.startsWith("LC_") || name.startsWith("XDG_");
  }
}
