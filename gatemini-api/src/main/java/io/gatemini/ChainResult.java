package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer of a chain.
 *
 * @param result what a client receives: content, structured value, error flag, reduced to the bound
 * @param json what the program returned or the tool answered, before any reduction
 * @param logs what the program wrote to the console, a line each
 * @param toolCalls how many tool calls were made
 * @param reduction how the answer was made to fit
 */
public record ChainResult(
    ToolResult result, RawJson json, List<String> logs, int toolCalls, Reduction reduction) {

  public ChainResult {
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(json, "json");
    logs = List.copyOf(logs);
    Objects.requireNonNull(reduction, "reduction");
  }

  /**
   * The reduction of one answer.
   *
   * @param steps what was done to make it fit, empty when nothing was
   * @param resultId under which {@link Gateway#result(String)} has the original, where anything was
   *     left out and it was not too large to be kept
   * @param bytesProcessed UTF-8 bytes of the answer before
   * @param bytesReturned the same afterwards
   */
  public record Reduction(
      List<String> steps, Optional<String> resultId, long bytesProcessed, long bytesReturned) {
    public Reduction {
      steps = List.copyOf(steps);
      Objects.requireNonNull(resultId, "resultId");
    }

    /** The reduction of an answer that fits as it is. */
    public static Reduction none(long bytes) {
      return new Reduction(List.of(), Optional.empty(), bytes, bytes);
    }
  }

  /** The steps that made the answer fit, in words; empty when there was none. */
  public List<String> reductions() {
    return reduction.steps();
  }

  /** The id of the original, see {@link Reduction#resultId}. */
  public Optional<String> resultId() {
    return reduction.resultId();
  }

  /** UTF-8 bytes of the answer before reduction. */
  public long bytesProcessed() {
    return reduction.bytesProcessed();
  }

  /** UTF-8 bytes of the answer after reduction. */
  public long bytesReturned() {
    return reduction.bytesReturned();
  }

  /** Whether the program or the tool failed; {@link #text()} then says why. */
  public boolean isError() {
    return result.isError();
  }

  /** The answer as an agent reads it. */
  public String text() {
    return result.text();
  }

  /** {@link #json()} as a tree, to be read only. */
  public JsonNode value() {
    return json.tree();
  }

  /**
   * {@link #json()} as a Java value: a record, a bean, a number, a text, an array of these; dates
   * and times are read from ISO-8601 text.
   *
   * @throws GatewayException when it is no such value, or the program failed
   */
  public <T> T as(Class<T> type) {
    return ResultValues.read(value(), type, isError() ? text() : null);
  }
}
