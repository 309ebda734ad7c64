package io.gatemini.examples.resilience;

import io.gatemini.config.BackendConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A program with one {@link ProgramFault}, run for each call. A file in its directory arms it; it
 * notes its processes and the calls it executed there.
 */
final class FaultyProgram implements Rig {
  /** Bytes of the large answer, less than a program may write. */
  static final int LARGE = 10_000_000;

  private static final int INPUT_LENGTH = 1_000_000;

  /** {@code program <tool> <fault> <directory> <text>}. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      tool=$1; fault=$2; cd "$3" || exit 9; text=$4
      if test "$tool" = act; then
        echo $$ >> pids
        echo "$text" >> executed
        if rm armed 2> /dev/null; then
          case $fault in
            DIES_BY_SIGNAL) kill -KILL $$ ;;
            EXITS_WITH_3) echo 'the disk is on fire' >&2; exit 3 ;;
            HANGS) sleep 600 & echo $! >> pids; wait ;;
            IGNORES_TERM) trap '' TERM; sleep 600 & echo $! >> pids; wait ;;
            LEAVES_GRANDCHILDREN) sleep 600 > /dev/null 2>&1 & echo $! >> pids ;;
            FLOODS_STDERR) yes 'it is cold in here' | head -c 20000000 >&2 ;;
            LARGE_LINE) head -c 10000000 /dev/zero | tr '\\0' x; exit 0 ;;
            TOO_MUCH_OUTPUT) exec yes ;;
            CLOSES_STDIN) exec 0<&-; sleep 0.2 ;;
            INVALID_UTF8) printf '\\377' ;;
          esac
        fi
      fi
      printf %s "$text"
      """;

  private final ProgramFault fault;
  private final Path directory;
  private final Path program;

  FaultyProgram(ProgramFault fault, Path directory) {
    this.fault = fault;
    this.directory = directory;
    this.program = directory.resolve("program");
    try {
      Files.writeString(program, SCRIPT);
      if (!program.toFile().setExecutable(true)) {
        throw new IOException(program + " cannot be made a program");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public BackendConfig config() {
    Map<String, Object> act = new HashMap<>(tool("act"));
    if (fault == ProgramFault.CLOSES_STDIN) {
      act.put("stdin", "y".repeat(INPUT_LENGTH));
    }
    if (fault == ProgramFault.HANGS) {
      act.put("timeout", "500ms");
    }
    BackendConfig config =
        BackendConfig.of("cli-adapter")
            .option("tools", Map.of("echo", tool("echo"), "act", act))
            .option("shutdown_grace_period", "500ms");
    return fault == ProgramFault.ILL
        ? config.option("health_check", "test ! -e " + quoted(directory.resolve("armed")))
        : config;
  }

  private Map<String, Object> tool(String name) {
    String line = " " + name + " " + fault + " " + quoted(directory) + " {{text}}";
    return Map.of("command", quoted(program) + line);
  }

  private static String quoted(Path path) {
    return "'" + path + "'";
  }

  @Override
  public void arm() {
    try {
      if (fault == ProgramFault.NOT_THERE) {
        Files.move(program, hidden());
      } else {
        Files.writeString(directory.resolve("armed"), "");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void disarm() {
    try {
      Files.deleteIfExists(directory.resolve("armed"));
      if (Files.exists(hidden())) {
        Files.move(hidden(), program);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path hidden() {
    return directory.resolve("hidden");
  }

  @Override
  public List<String> executed() {
    return lines("executed");
  }

  @Override
  public List<Long> pids() {
    return lines("pids").stream().map(Long::valueOf).toList();
  }

  @Override
  public OptionalLong moment() {
    return OptionalLong.empty();
  }

  @Override
  public List<String> cancelled() {
    return List.of();
  }

  private List<String> lines(String file) {
    return Processes.notes(directory.resolve(file));
  }

  @Override
  public void close() {
    Processes.killAll(pids());
  }
}
