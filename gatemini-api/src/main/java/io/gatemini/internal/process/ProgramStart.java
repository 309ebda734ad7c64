package io.gatemini.internal.process;

import io.gatemini.config.ConfigException;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The start of a child, with pipes for its three streams by default. Used once, by one thread. */
public final class ProgramStart {
  /** How the JDK passes on what the system says of a program it does not start. */
  private static final Pattern SYSTEM_ERROR =
      Pattern.compile("error[=:] ?(\\d+)(?:, | \\()(.{1,200}?)\\)?\\s*$");

  private final ProcessBuilder builder;
  private String mark = UUID.randomUUID().toString();

  private ProgramStart(ProcessBuilder builder) {
    this.builder = builder;
  }

  /**
   * A program as configured.
   *
   * @param command the program and its arguments
   * @param inherit what it inherits beside the default, see {@link ChildEnvironment}
   * @param environment added to what it inherits
   * @param directory where it works; the directory of this process when empty
   * @throws ConfigException when an argument or a variable cannot be passed on
   * @throws FileNotFoundException when it is a batch file that is not there
   */
  public static ProgramStart of(
      List<String> command,
      List<String> inherit,
      Map<String, String> environment,
      Optional<String> directory)
      throws FileNotFoundException {
    ProcessBuilder builder = new ProcessBuilder(CommandLine.ofHost(command, directory));
    environment.forEach(
        (name, value) -> {
          if (value.indexOf('\0') >= 0) {
            // The system's own message would repeat the value, which may be a secret.
            throw new ConfigException("env." + name + " must not contain the NUL character");
          }
        });
    ChildEnvironment.apply(builder, inherit, environment);
    directory.ifPresent(path -> builder.directory(new File(path)));
    return new ProgramStart(builder);
  }

  /**
   * A program that is part of the gateway.
   *
   * @param inherited the variables that it gets of this process, and no others
   * @param environment added to them
   */
  public static ProgramStart of(
      List<String> command, Set<String> inherited, Map<String, String> environment)
      throws FileNotFoundException {
    ProcessBuilder builder = new ProcessBuilder(CommandLine.ofHost(command, Optional.empty()));
    ChildEnvironment.applyOnly(builder, inherited);
    builder.environment().putAll(environment);
    return new ProgramStart(builder);
  }

  /**
   * Makes it a member of a family, whose members {@link ProcessTree#endFamily} finds after the
   * children are gone.
   *
   * @param family a name that no other family has, see {@link ProcessTree#newFamily}
   */
  public ProgramStart inFamily(String family) {
    mark = family + mark;
    return this;
  }

  /** Leaves it unmarked, for a program that outlives this gateway and those around it. */
  public ProgramStart unmarked() {
    mark = "";
    return this;
  }

  /** Drops what it writes to stdout. */
  public ProgramStart discardOutput() {
    builder.redirectOutput(Redirect.DISCARD);
    return this;
  }

  /** Drops what it writes to stderr. */
  public ProgramStart discardErrors() {
    builder.redirectError(Redirect.DISCARD);
    return this;
  }

  /**
   * Starts it.
   *
   * @throws IOException when the system does not start it; {@link #problem} words it
   */
  public ProcessTree start() throws IOException {
    if (!mark.isEmpty()) {
      String outer = System.getenv(ProcessTree.MARK);
      builder.environment().put(ProcessTree.MARK, outer == null ? mark : outer + "/" + mark);
    }
    return new ProcessTree(builder.start(), mark);
  }

  /**
   * Why a start failed, to follow "did not start: ". The system's message names directories of the
   * host; this one names what was configured.
   */
  public static String problem(
      List<String> command, Optional<String> directory, IOException failure) {
    if (directory.isPresent() && !new File(directory.get()).isDirectory()) {
      return "its cwd is not a directory";
    }
    String message = String.valueOf(failure.getMessage());
    Matcher system = SYSTEM_ERROR.matcher(message);
    String error = system.find() ? system.group(1) : "2";
    String words = command.get(0).strip();
    if (command.size() == 1 && words.contains(" ") && !new File(words).exists()) {
      return "its command is \""
          + words.substring(0, words.indexOf(' '))
          + "\" with arguments; write the program alone in command, and the arguments in args";
    }
    String program = "the command \"" + new File(command.get(0)).getName() + "\" ";
    return switch (error) {
      case "13", "5" -> program + "may not be executed";
      case "2", "3" -> program + "was not found; install it, or give its full path in command";
      default -> program + "cannot be executed: " + system.group(2);
    };
  }
}
