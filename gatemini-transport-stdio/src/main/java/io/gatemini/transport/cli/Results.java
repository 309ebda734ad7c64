package io.gatemini.transport.cli;

import io.gatemini.BackendUnavailableException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ToolResult;
import io.gatemini.transport.cli.ProgramRun.Outcome;
import java.util.List;

/** The result of a run, as a caller gets it. */
final class Results {
  /**
   * The part of stderr and of stdout that a failure shows: enough for a stack trace or a test
   * report.
   */
  static final int SHOWN_CHARACTERS = 16_000;

  private static final int LAST_WORDS_LINES = 3;
  private static final int LAST_WORDS_LENGTH = 400;

  private Results() {}

  static ToolResult of(CommandTool tool, Outcome outcome, int maxOutputBytes) {
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
      return tool.output().result(outcome.stdout());
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
  static ToolResult notStarted(CommandTool tool, StartProblem problem) {
    String text = "the program did not start: " + problem.text();
    return switch (problem.kind()) {
      case TOO_LONG -> throw new InvalidArgumentsException(text);
      case BUSY -> throw new BackendUnavailableException(text);
      case PROGRAM -> ToolResult.error(text);
    };
  }

  /** The last few lines for a message; empty when there are none. */
  static String lastWords(List<String> stderr) {
    String words =
        String.join(
                " | ", stderr.subList(Math.max(0, stderr.size() - LAST_WORDS_LINES), stderr.size()))
            .strip();
    return words.length() <= LAST_WORDS_LENGTH
        ? words
        : "…" + words.substring(words.length() - LAST_WORDS_LENGTH);
  }
}
