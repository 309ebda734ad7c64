package io.gatemini.internal.chain;

import com.fasterxml.jackson.databind.node.NullNode;
import io.gatemini.ChainResult;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.reduce.LosslessReduction;
import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.List;

/** How the end of a program looks to an agent. Thread-safe. */
final class ScriptAnswers {
  private static final RawJson NULL = RawJson.of(NullNode.getInstance());

  /** How a plan ends that is complete. */
  private static final String PLANNED = "ok";

  private final LosslessReduction reduction;

  ScriptAnswers(LosslessReduction reduction) {
    this.reduction = reduction;
  }

  ChainResult of(Outcome outcome, ScriptSide host, OutputReducer.Request request) {
    if (outcome.status() == Status.OK) {
      return value(outcome.value(), outcome.logs(), host.calls(), request);
    }
    StringBuilder failure = failure(outcome, host);
    if (!outcome.logs().isEmpty()) {
      failure.append("\nconsole:\n").append(String.join("\n", outcome.logs()));
    }
    String text = failure.toString();
    Payload fitting = reduction.reduce(Payload.text(text), () -> JsonBytes.string(text), request);
    return new ChainResult(
        ToolResult.error(fitting.text()),
        NULL,
        outcome.logs(),
        fitting.notes(),
        host.calls(),
        Utf8Size.of(text),
        fitting.sizeBytes());
  }

  /** The answer of a program that returned a value. */
  ChainResult value(RawJson value, List<String> logs, int calls, OutputReducer.Request request) {
    String written = value.toString();
    boolean isText = written.startsWith("\"");
    String text = isText ? value.tree().textValue() : written;
    String console = logs.isEmpty() ? "" : "console:\n" + String.join("\n", logs);
    long textBytes = Utf8Size.of(text);
    long consoleBytes = Utf8Size.of(console);
    long[] shares = FairShares.of(new long[] {textBytes, consoleBytes}, request.maxOutputBytes());

    Payload fitting = Payload.text(text);
    if (!reduction.passes(textBytes, within(request, shares[0]))) {
      Payload whole = isText ? fitting : Payload.json(value);
      fitting = reduction.reduce(whole, () -> value, within(request, shares[0]));
    }
    Payload fittingConsole =
        reduction.passes(consoleBytes, within(request, shares[1]))
            ? Payload.text(console)
            : reduction.reducePart(Payload.text(console), within(request, shares[1]));
    boolean reduced = !fitting.notes().isEmpty();

    JsonBytes json = new JsonBytes(2 * (int) (fitting.sizeBytes() + consoleBytes) + 128);
    json.ascii("{\"content\":[{\"type\":\"text\",\"text\":").quoted(fitting.text()).ascii("}");
    if (!logs.isEmpty()) {
      json.ascii(",{\"type\":\"text\",\"text\":").quoted(fittingConsole.text()).ascii("}");
    }
    json.ascii("],\"structuredContent\":{\"result\":");
    if (reduced && value.length() > request.maxOutputBytes()) {
      json.quoted(fitting.text());
    } else {
      json.value(value);
    }
    if (!logs.isEmpty()) {
      json.ascii(",\"logs\":").value(RawJson.ofValue(logs));
    }
    json.ascii("}}");
    return new ChainResult(
        ToolResult.of(json.toJson()),
        value,
        logs,
        fitting.notes(),
        calls,
        textBytes + consoleBytes,
        fitting.sizeBytes() + fittingConsole.sizeBytes());
  }

  static OutputReducer.Request within(OutputReducer.Request request, long bytes) {
    return new OutputReducer.Request((int) bytes, request.intent(), request.session());
  }

  /** What a program that only planned would have called, and how it ended. */
  ChainResult planned(Outcome outcome, ScriptSide host, OutputReducer.Request request) {
    String ended = outcome.status() == Status.OK ? PLANNED : reason(outcome).toString();
    return value(host.plan().toJson(ended), outcome.logs(), 0, request);
  }

  /** The plan of a single call. */
  ChainResult planned(CallPlan plan, OutputReducer.Request request) {
    return value(plan.toJson(PLANNED), List.of(), 0, request);
  }

  /** An answer that says what went wrong. */
  static ChainResult error(String message, int calls) {
    long bytes = Utf8Size.of(message);
    return new ChainResult(
        ToolResult.error(message), NULL, List.of(), List.of(), calls, bytes, bytes);
  }

  /** What went wrong, and which calls are not to be repeated. */
  static StringBuilder failure(Outcome outcome, ScriptSide host) {
    StringBuilder text = reason(outcome);
    if (outcome.status() == Status.ERROR) {
      host.hint(outcome.message()).ifPresent(hint -> text.append("\nhint: ").append(hint));
    }
    List<String> completed = host.completed();
    if (!completed.isEmpty()) {
      text.append("\ntool calls that had completed: ").append(String.join(", ", completed));
    } else if (host.calls() == 0) {
      text.append("\nno tool had been called");
    } else {
      text.append("\nno tool call had completed");
    }
    return text;
  }

  private static StringBuilder reason(Outcome outcome) {
    StringBuilder text = new StringBuilder(label(outcome.status())).append(outcome.message());
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
