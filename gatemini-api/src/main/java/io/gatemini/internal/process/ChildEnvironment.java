package io.gatemini.internal.process;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The environment of every program that the gateway starts: a few variables that programs need to
 * find their files and to speak the user's language, what the configuration adds, and the {@link
 * Ancestry}. Tokens and keys of the host stay with the host.
 */
public final class ChildEnvironment {
  /** Whether this is Windows, where names of variables ignore case. */
  public static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  /** Inherited on POSIX systems. */
  private static final Set<String> ON_POSIX =
      Set.of(
          "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TERM", "TMPDIR", "TZ");

  /** Inherited on Windows, where names ignore case. */
  private static final Set<String> ON_WINDOWS =
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

  /** What the gateway's own programs get: language, time zone, libraries, temporary files. */
  private static final Set<String> OWN_PROGRAMS =
      Set.of("LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMP");

  private ChildEnvironment() {}

  /** Gives a program this environment, and the configured variables over it. */
  public static void give(ProcessBuilder program, Map<String, String> configured) {
    Map<String, String> environment = program.environment();
    environment.clear();
    environment.putAll(ofHost(configured));
    environment.put(Ancestry.VARIABLE, Ancestry.ofChildren());
  }

  /** Gives a program that is part of the gateway no more than a virtual machine reads. */
  public static void giveOwn(ProcessBuilder program) {
    program.environment().keySet().retainAll(OWN_PROGRAMS);
  }

  /** What a child gets of this process's environment, and the configured variables over it. */
  public static Map<String, String> ofHost(Map<String, String> configured) {
    return of(System.getenv(), configured, WINDOWS);
  }

  /** What a child gets of the host's environment, and the configured variables over it. */
  static Map<String, String> of(
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
        ? ON_WINDOWS.contains(name.toUpperCase(Locale.ROOT))
        : ON_POSIX.contains(name) || name.startsWith("LC_") || name.startsWith("XDG_");
  }
}
