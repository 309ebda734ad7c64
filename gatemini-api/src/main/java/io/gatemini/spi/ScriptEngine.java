package io.gatemini.spi;

import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.RawJson;
import io.gatemini.config.SandboxConfig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;

/** Runs programs over the tools of a gateway. Thread-safe. */
public interface ScriptEngine extends AutoCloseable {
  /**
   * Runs a program. Returns at once; the stage never fails: whatever fails in the program is an
   * outcome. Completing the future behind the stage from outside stops the program.
   */
  CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host);

  /** Gets ready for the first program, in the background. Does nothing where it is. */
  default void warm() {}

  /** The load of the engine. */
  default Load load() {
    return new Load(0, 0, 0);
  }

  /** Stops all programs and frees what the engine holds. */
  @Override
  void close();

  /**
   * A program.
   *
   * @param code its text
   * @param language its language, one of those of the {@link ScriptEngineProvider}
   * @param params what it sees as {@code params}, a JSON object; it sees none where absent
   * @param nested whether a running program waits for it. It then takes no place among the running
   *     programs: the one that waits has one, and might hold the last.
   * @param plan whether its tool calls are only asked for: each is passed to {@link
   *     ScriptHost#call}, and what the program gets is a placeholder that survives whatever is done
   *     to an answer
   */
  record Program(
      String code, String language, Optional<RawJson> params, boolean nested, boolean plan) {
    public Program {
      Objects.requireNonNull(code, "code");
      Objects.requireNonNull(language, "language");
      Objects.requireNonNull(params, "params");
    }

    /** A program without parameters that nothing waits for. */
    public static Program of(String code, String language) {
      return new Program(code, language, Optional.empty(), false, false);
    }
  }

  /**
   * The limits of one program.
   *
   * @param timeout wall-clock bound, counted from the first line of the program
   * @param maxToolCalls how many tool calls it may make
   * @param maxConcurrentToolCalls how many of them at a time
   * @param maxLogBytes how much console output is kept, in UTF-8 bytes
   * @param maxResultBytes how large its value may be, in UTF-8 bytes
   * @param maxAllocatedBytes what it may allocate, garbage included
   * @param maxStatements how many statements it may execute; 0 for no bound
   */
  record Limits(
      Duration timeout,
      int maxToolCalls,
      int maxConcurrentToolCalls,
      int maxLogBytes,
      int maxResultBytes,
      long maxAllocatedBytes,
      long maxStatements) {
    /** The limits of a configuration, with a timeout. */
    public static Limits of(SandboxConfig config, Duration timeout) {
      return new Limits(
          timeout,
          config.maxToolCalls(),
          config.maxConcurrentToolCalls(),
          config.maxLogBytes(),
          config.maxResultBytes(),
          config.maxAllocatedBytes(),
          config.maxStatements());
    }
  }

  /**
   * The load of an engine.
   *
   * @param running programs that run
   * @param waiting programs that wait for a place
   * @param zombies programs whose callers were answered and that could not be stopped yet
   */
  record Load(int running, int waiting, int zombies) {}

  /** How a program ended. */
  enum Status {
    /** It returned. */
    OK,
    /** It threw. */
    ERROR,
    /** It is not a program. */
    SYNTAX,
    /** It ran into its timeout. */
    TIMEOUT,
    /** It waits for something that will never come. */
    DEADLOCK,
    /** It allocated more than it may. */
    MEMORY,
    /** It ran into another limit. */
    LIMIT,
    /** It was not run: the engine has no place for it. */
    REFUSED,
    /** The caller gave up. */
    CANCELLED
  }

  /**
   * The end of a program.
   *
   * @param status how it ended
   * @param value what it returned; JSON {@code null} where it returned nothing
   * @param message why the program failed, empty when it did not
   * @param line the line of the program where it failed, from 1
   * @param logs what it wrote to the console, a line each
   */
  record Outcome(
      Status status, RawJson value, String message, OptionalInt line, List<String> logs) {
    public Outcome {
      logs = List.copyOf(logs);
    }

    /** The end of a program that returned nothing, at no line that is known. */
    public static Outcome failed(Status status, String message, List<String> logs) {
      return new Outcome(
          status, RawJson.of(NullNode.getInstance()), message, OptionalInt.empty(), logs);
    }
  }
}
