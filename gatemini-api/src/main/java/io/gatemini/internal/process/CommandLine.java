package io.gatemini.internal.process;

import io.gatemini.config.ConfigException;
import java.io.File;
import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The command that the system gets for a configured one. On POSIX systems that is the command. On
 * Windows {@code npx}, {@code uvx} and their like are batch files, which only the command
 * interpreter runs; the program is looked up as Windows does, and wrapped when a batch file is
 * found. An argument never becomes syntax of the interpreter: it is quoted, or refused.
 */
public final class CommandLine {
  /** Whether this is Windows. */
  static final boolean WINDOWS =
      System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");

  /**
   * The suffixes of programs on Windows where PATHEXT is not set; scripts of other hosts left out.
   */
  private static final List<String> PROGRAM_EXTENSIONS = List.of(".com", ".exe", ".bat", ".cmd");

  private static final Set<String> BATCH_EXTENSIONS = Set.of(".bat", ".cmd");
  private static final Pattern LIST_SEPARATOR = Pattern.compile(";");
  private static final Pattern ABSOLUTE = Pattern.compile("(?:[A-Za-z]:|[\\\\/]).*");

  /** Windows leaves them out of the end of a file's name. */
  private static final Pattern IGNORED_END = Pattern.compile("(?<![. ])[. ]+$");

  private CommandLine() {}

  /**
   * The command as this system wants it.
   *
   * @param directory where the child will work
   * @throws ConfigException when an argument cannot be passed on
   * @throws FileNotFoundException when the program is a batch file that is not there
   */
  public static List<String> ofHost(List<String> command, Optional<String> directory)
      throws FileNotFoundException {
    if (command.stream().anyMatch(part -> part.indexOf('\0') >= 0)) {
      throw new ConfigException("command and args must not contain the NUL character");
    }
    return WINDOWS
        ? ofWindows(
            command,
            // The interpreter works there, and would look for a relative path below it again.
            directory.map(path -> new File(path).getAbsolutePath()),
            ChildEnvironment.of(System.getenv(), List.of(), Map.of(), true),
            path -> new File(path).isFile())
        : command;
  }

  /**
   * @param environment with names in any case
   * @param isFile whether there is a file of this path
   */
  static List<String> ofWindows(
      List<String> command,
      Optional<String> directory,
      Map<String, String> environment,
      Predicate<String> isFile)
      throws FileNotFoundException {
    String program = command.get(0);
    List<String> arguments = command.subList(1, command.size());
    Optional<String> found = find(program, directory, environment, isFile);
    if (found.isPresent() && isBatch(found.get())) {
      String root = environment.getOrDefault("SYSTEMROOT", "");
      return WindowsQuoting.batch(
          root.isEmpty() ? "cmd.exe" : root + "\\System32\\cmd.exe", found.get(), arguments);
    }
    if (isBatch(program)) {
      // The system would look for it in more places, and run it with no regard to its arguments.
      throw new FileNotFoundException(program);
    }
    List<String> line = new ArrayList<>();
    line.add(found.orElse(program));
    arguments.forEach(argument -> line.add(WindowsQuoting.plain(argument)));
    return line;
  }

  /** The file Windows would run: the directories of PATH in order, in each the PATHEXT in order. */
  private static Optional<String> find(
      String program,
      Optional<String> directory,
      Map<String, String> environment,
      Predicate<String> isFile) {
    List<String> extensions = extensions(environment.getOrDefault("PATHEXT", ""));
    List<String> names = new ArrayList<>();
    if (extensions.contains(extension(program))) {
      names.add(program);
    }
    extensions.forEach(extension -> names.add(program + extension));
    List<String> places;
    if (ABSOLUTE.matcher(program).matches()) {
      places = List.of("");
    } else if (program.indexOf('\\') >= 0 || program.indexOf('/') >= 0) {
      places = List.of(directory.map(CommandLine::asPrefix).orElse(""));
    } else {
      places =
          LIST_SEPARATOR
              .splitAsStream(environment.getOrDefault("PATH", ""))
              .map(place -> place.replace("\"", "").strip())
              .filter(place -> !place.isEmpty())
              .map(CommandLine::asPrefix)
              .toList();
    }
    return places.stream()
        .flatMap(place -> names.stream().map(name -> place + name))
        .filter(isFile)
        .findFirst();
  }

  private static String asPrefix(String directory) {
    return directory.endsWith("\\") || directory.endsWith("/") ? directory : directory + "\\";
  }

  private static List<String> extensions(String pathExt) {
    List<String> known =
        LIST_SEPARATOR
            .splitAsStream(pathExt)
            .map(extension -> extension.strip().toLowerCase(Locale.ROOT))
            .filter(PROGRAM_EXTENSIONS::contains)
            .distinct()
            .toList();
    return known.isEmpty() ? PROGRAM_EXTENSIONS : known;
  }

  private static boolean isBatch(String path) {
    return BATCH_EXTENSIONS.contains(extension(path));
  }

  private static String extension(String path) {
    String name = IGNORED_END.matcher(path).replaceFirst("");
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
  }
}
