package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer of a chain.
 *
 * @param result what a client receives: content, structured value, error flag, reduced to the bound
 * @param value what the program returned or the tool answered, before any reduction
 * @param logs what the program wrote to the console, a line each
 * @param reductions what was done to make the answer fit, empty when nothing was
 * @param resultId under which {@link Gateway#result(String)} has the original, where anything was
 *     left out and it was not too large to be kept
 * @param toolCalls how many tool calls were made
 * @param bytesProcessed UTF-8 bytes of the answer before reduction
 * @param bytesReturned the same after it
 */
public record ChainResult(
    ToolResult result,
    RawJson value,
    List<String> logs,
    List<String> reductions,
    Optional<String> resultId,
    int toolCalls,
    long bytesProcessed,
    long bytesReturned) {

  public ChainResult {
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(value, "value");
    logs = List.copyOf(logs);
    reductions = List.copyOf(reductions);
    Objects.requireNonNull(resultId, "resultId");
  }

  /** Whether the program or the tool failed; {@link #text()} then says why. */
  public boolean isError() {
    return result.isError();
  }

  /** The answer as an agent reads it. */
  public String text() {
    return result.text();
  }

  /** {@link #value()} as a tree, to be read only. */
  public JsonNode json() {
    return value.tree();
  }
}
