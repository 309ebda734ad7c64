package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainResult;
import io.gatemini.ChainResult.Reduction;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.answer.AnswerBounds;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.answer.LosslessReduction.Answer;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Json;
import io.gatemini.spi.Payload;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How the end of a program looks to an agent. Thread-safe. */
final class ScriptAnswers {
  private static final RawJson NULL = RawJson.of(NullNode.getInstance());

  /** How a plan ends that is complete. */
  private static final String PLANNED = "ok";

  private static final String CONSOLE = "console:\n";

  /** A line that a tool's error has, and that only the gateway begins like this. */
  static final Pattern CLAIMED_HINT = Pattern.compile("\\R(?=hint: )");

  private final LosslessReduction reduction;
  private final ToolAnswers toolAnswers;

  ScriptAnswers(LosslessReduction reduction, ToolAnswers toolAnswers) {
    this.reduction = reduction;
    this.toolAnswers = toolAnswers;
  }

  /** Whether making this answer takes no longer than handing it to another thread would. */
  boolean isPlain(Outcome outcome, ScriptSide host, AnswerBounds bounds) {
    return outcome.status() == Status.OK
        && outcome.logs().isEmpty()
        && host.onlyAnswer().filter(result -> !ToolAnswers.isSmall(result)).isEmpty()
        && ToolAnswers.isPlain(outcome.value(), reduction, bounds);
  }

  ChainResult of(Outcome outcome, ScriptSide host, AnswerBounds bounds) {
    Optional<ToolResult> lone = host.answeredBy(outcome);
    if (lone.isPresent()) {
      // The gateway's notes on the call are in its result.
      ChainResult shown = whole(lone.get(), outcome.logs(), bounds);
      return new ChainResult(
          shown.result(), outcome.value(), outcome.logs(), host.calls(), shown.reduction());
    }
    List<String> logs = host.logs(outcome);
    if (outcome.status() == Status.OK) {
      return value(outcome.value(), logs, host.calls(), bounds);
    }
    StringBuilder failure = failure(outcome, host, bounds.time()::isOver);
    if (!logs.isEmpty()) {
      failure.append("\nconsole:\n").append(String.join("\n", logs));
    }
    Payload text = Payload.text(failure.toString());
    Answer fitting = reduction.reduce(List.of(text), () -> AnswerBlocks.original(text), bounds);
    return new ChainResult(
        ToolResult.error(fitting.texts().get(0)),
        NULL,
        logs,
        host.calls(),
        reduction(fitting, text.sizeBytes()));
  }

  /** The answer of a program that returned a value. */
  ChainResult value(RawJson value, List<String> logs, int calls, AnswerBounds bounds) {
    Optional<ToolResult> content = ReturnedContent.in(value);
    if (content.isPresent()) {
      ChainResult shown = whole(content.get(), logs, bounds);
      return new ChainResult(shown.result(), value, logs, calls, shown.reduction());
    }
    String written = value.toString();
    boolean isText = written.startsWith("\"");
    boolean isContainer = written.startsWith("{") || written.startsWith("[");
    Payload text =
        isText
            ? AnswerBlocks.payload(value.tree().textValue())
            : isContainer ? Payload.json(value) : Payload.text(written);
    List<Payload> parts = new ArrayList<>();
    Payload shown = isText ? GatewayLines.apart(text) : text;
    parts.add(logs.isEmpty() ? shown : shown.at("/result"));
    if (!logs.isEmpty()) {
      parts.add(Payload.text(console(logs)));
    }
    Answer answer =
        isSmall(parts, bounds)
            ? Answer.whole(parts)
            : reduction.reduce(parts, () -> original(text, value, logs), bounds);

    JsonBytes json = new JsonBytes((int) answer.sizeBytes() + 128);
    String separator = "{\"content\":[";
    for (String part : answer.texts()) {
      json.ascii(separator).ascii("{\"type\":\"text\",\"text\":").quoted(part).ascii("}");
      separator = ",";
    }
    json.ascii("]}");
    return new ChainResult(
        ToolResult.of(json.toJson()),
        value,
        logs,
        calls,
        reduction(answer, parts.stream().mapToLong(Payload::sizeBytes).sum()));
  }

  /** A result as it is, and the console behind it. */
  private ChainResult whole(ToolResult result, List<String> logs, AnswerBounds bounds) {
    return toolAnswers.of(logs.isEmpty() ? result : withConsole(result, logs), bounds);
  }

  private static Reduction reduction(Answer answer, long bytes) {
    return new Reduction(answer.reductions(), answer.id(), bytes, answer.sizeBytes());
  }

  private boolean isSmall(List<Payload> parts, AnswerBounds bounds) {
    return parts.size() == 1 && reduction.passes(parts.get(0).sizeBytes(), bounds);
  }

  /** The result that is kept: the value, and beside it the console where there is more to lose. */
  private static RawJson original(Payload text, RawJson value, List<String> logs) {
    return logs.isEmpty()
        ? AnswerBlocks.original(text)
        : new JsonBytes(value.length() + 64)
            .ascii("{\"result\":")
            .value(value)
            .ascii(",\"logs\":")
            .value(RawJson.of(Json.mapper().valueToTree(logs)))
            .ascii("}")
            .toJson();
  }

  private static String console(List<String> logs) {
    return CONSOLE + String.join("\n", logs);
  }

  private static ToolResult withConsole(ToolResult result, List<String> logs) {
    ObjectNode tree = result.json().tree().deepCopy();
    tree.withArray("content").add(ReturnedContent.textBlock(console(logs)));
    return ToolResult.of(RawJson.of(tree));
  }

  /** The calls of a program that only planned, and how it ended. */
  ChainResult planned(Outcome outcome, ScriptSide host, AnswerBounds bounds) {
    String ended = outcome.status() == Status.OK ? PLANNED : reason(outcome).toString();
    return value(host.plan().toJson(ended), outcome.logs(), 0, bounds);
  }

  /** The plan of a single call. */
  ChainResult planned(CallPlan plan, AnswerBounds bounds) {
    return value(plan.toJson(PLANNED), List.of(), 0, bounds);
  }

  /** An answer that says what went wrong. */
  static ChainResult error(String message, int calls) {
    long bytes = Utf8Size.of(message);
    return new ChainResult(
        ToolResult.error(message), NULL, List.of(), calls, Reduction.none(bytes));
  }

  /**
   * The error, and which calls are not to be repeated.
   *
   * @param abandoned whether the caller has given up
   */
  static StringBuilder failure(Outcome outcome, ScriptSide host, BooleanSupplier abandoned) {
    StringBuilder text = reason(outcome);
    if (outcome.status() == Status.TIMEOUT) {
      text.append("; give the call a longer \"timeout\"");
    }
    host.hint(outcome, abandoned).ifPresent(hint -> text.append("\nhint: ").append(hint));
    List<String> completed = host.completed();
    if (!completed.isEmpty()) {
      text.append("\ntool calls that had completed: ").append(counted(completed));
    } else if (host.calls() == 0) {
      text.append("\nno tool had been called");
    } else {
      text.append("\nno tool call had completed");
    }
    return text;
  }

  /** Each name once, in the order of the first calls: a loop makes hundreds. */
  private static String counted(List<String> calls) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    calls.forEach(call -> counts.merge(call, 1, Integer::sum));
    return counts.entrySet().stream()
        .map(call -> call.getValue() == 1 ? call.getKey() : call.getKey() + " x" + call.getValue())
        .collect(Collectors.joining(", "));
  }

  private static StringBuilder reason(Outcome outcome) {
    String message = CLAIMED_HINT.matcher(namedOnce(outcome.message())).replaceAll("$0  ");
    StringBuilder text = new StringBuilder(label(outcome.status())).append(message);
    outcome
        .line()
        .ifPresent(
            line -> {
              String where = " (line " + line + ")";
              // A transpiler's message has it already.
              text.append(outcome.message().endsWith(where) ? "" : where);
            });
    return text;
  }

  /** An error of a call begins with the tool's name as programs write it, and may repeat it. */
  private static String namedOnce(String message) {
    int end = message.indexOf(": ");
    int again = end + 2;
    return end > 0
            && message.startsWith(" ", again + end)
            && message
                .substring(0, end)
                .equals(message.substring(again, again + end).replace('-', '_'))
        ? message.substring(again)
        : message;
  }

  private static String label(Status status) {
    return switch (status) {
      case OK, ERROR -> "";
      case SYNTAX -> "syntax error: ";
      case TIMEOUT -> "timeout: ";
      case DEADLOCK -> "deadlock: ";
      case MEMORY -> "memory: ";
      case LIMIT -> "limit: ";
      case REFUSED -> "refused: ";
      case CANCELLED -> "cancelled: ";
    };
  }
}
