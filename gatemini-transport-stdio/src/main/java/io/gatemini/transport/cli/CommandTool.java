package io.gatemini.transport.cli;

import io.gatemini.BackendUnavailableException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolResult;
import io.gatemini.spi.BackendTool;
import io.gatemini.transport.cli.ProgramRun.Outcome;
import java.time.Duration;
import java.util.Optional;

/**
 * A tool and the program behind it.
 *
 * @param published what the gateway lists
 * @param hasOwnSchema whether its input schema was written, and not made of its parameters
 * @param command what runs
 * @param stdin what it reads; nothing where empty
 * @param output how what it writes becomes a result
 * @param timeout how long it may run; as long as any call to the backend where empty
 */
record CommandTool(
    BackendTool published,
    boolean hasOwnSchema,
    CommandTemplate command,
    Optional<TextTemplate> stdin,
    OutputFormat output,
    Optional<Duration> timeout) {

  /**
   * The part of stderr and of stdout that a failure shows: enough for a stack trace or a test
   * report.
   */
  static final int SHOWN_CHARACTERS = 16_000;

  String name() {
    return published.name();
  }

  /** The result of a run, as a caller gets it. */
  ToolResult result(Outcome outcome, int maxOutputBytes) {
    if (outcome.tooMuch()) {
      return ToolResult.error(
          "the program wrote more than "
              + maxOutputBytes
              + " bytes and was stopped; ask for less, or raise max_output_bytes of the backend");
    }
    if (!outcome.refusal().isEmpty()) {
      return ToolResult.error("the program was stopped for its output, " + outcome.refusal());
    }
    if (outcome.exitCode() == 0) {
      return output.result(outcome.stdout());
    }
    StringBuilder text =
        new StringBuilder("the program exited with code ").append(outcome.exitCode());
    append(text, "stderr", String.join("\n", outcome.stderr()));
    append(text, "stdout", outcome.stdout());
    return ToolResult.error(text.toString());
  }

  /** The end of a text: programs print the failure last. */
  private static void append(StringBuilder text, String stream, String all) {
    String shown = all.strip();
    if (shown.isEmpty()) {
      return;
    }
    text.append('\n').append(stream);
    if (shown.length() > SHOWN_CHARACTERS) {
      int from = shown.length() - SHOWN_CHARACTERS;
      text.append(" (without its first ").append(from).append(" characters)");
      shown = shown.substring(from);
    }
    text.append(":\n").append(shown);
  }

  /**
   * The answer to a call whose program did not start. A program that is not there is an answer, not
   * an outage: asking again would find nothing either.
   */
  ToolResult notStarted(StartProblem problem) {
    String text = "the program did not start: " + problem.text();
    return switch (problem.kind()) {
      case TOO_LONG -> throw new InvalidArgumentsException(text);
      case BUSY -> throw new BackendUnavailableException(text);
      case PROGRAM -> ToolResult.error(text);
    };
  }
}
