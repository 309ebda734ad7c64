package io.gatemini.spi;

import io.gatemini.RawJson;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;

/** Runs programs over the tools of a gateway. Thread-safe. */
public interface ScriptEngine extends AutoCloseable {
  /**
   * Runs a program. Returns at once; the stage never fails: whatever goes wrong in the program is
   * an outcome. Completing the future behind the stage from outside stops the program.
   */
  CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host);

  /** Stops all programs and frees what the engine holds. */
  @Override
  void close();

  /**
   * A program.
   *
   * @param code its text
   * @param language {@code typescript} or {@code javascript}
   */
  record Program(String code, String language) {}

  /**
   * What a program may use.
   *
   * @param timeout wall-clock bound, counted from the first line of the program
   * @param maxToolCalls how many tool calls it may make
   * @param maxConcurrentToolCalls how many of them at a time
   * @param maxLogBytes how much console output is kept, in UTF-8 bytes
   */
  record Limits(Duration timeout, int maxToolCalls, int maxConcurrentToolCalls, int maxLogBytes) {}

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
    /** It ran into another limit. */
    LIMIT,
    /** The caller gave up. */
    CANCELLED
  }

  /**
   * The end of a program.
   *
   * @param status how it ended
   * @param value what it returned; JSON {@code null} where it returned nothing
   * @param message what went wrong, empty when nothing did
   * @param line the line of the program where it went wrong, from 1
   * @param logs what it wrote to the console, a line each
   */
  record Outcome(
      Status status, RawJson value, String message, OptionalInt line, List<String> logs) {
    public Outcome {
      logs = List.copyOf(logs);
    }
  }
}
