package io.gatemini.internal.surface;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Relay;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A tool of the catalog, called by a model that has it under its own name. It is called as a
 * program with this one call, so that the rules for a program's answer apply: it fits, its rest is
 * kept, and its failures are reported.
 */
public final class CatalogCall {
  private CatalogCall() {}

  /** The answer, with {@code isError} where the call failed. Cancelling it cancels the work. */
  public static CompletableFuture<ToolResult> of(
      Gateway gateway, String key, RawJson arguments, CallContext context) {
    // Written and not built, so that the tool gets the arguments to the digit.
    String call = "{\"tool\":" + TextNode.valueOf(key) + ",\"arguments\":" + arguments + "}";
    CompletableFuture<ChainResult> run =
        gateway.runAsync(ChainRequest.of(call).withContext(context));
    return Relay.map(run, answer -> named(answer.result(), key));
  }

  /** A refusal of the arguments under the name that the model has, in its example too. */
  private static ToolResult named(ToolResult result, String key) {
    if (!result.isError() || !result.text().startsWith(key + ": ")) {
      return result;
    }
    String name = ModelNames.of(key);
    String said = name + result.text().substring(key.length());
    return ToolResult.error(
        said.replaceFirst("; for example (?:await )?[^({]+\\(", "; for example " + name + "("));
  }

  /**
   * Arguments as a model wrote them; nothing at all is none.
   *
   * @param tool as the model knows it
   * @throws InvalidArgumentsException when they are no JSON object
   */
  public static RawJson arguments(String tool, String written) {
    if (written.isBlank()) {
      return RawJson.emptyObject();
    }
    RawJson json;
    try {
      json = RawJson.parse(written);
    } catch (IllegalArgumentException e) {
      throw refused(tool, e.getMessage(), e);
    }
    if (!json.tree().isObject()) {
      throw refused(tool, "they are another JSON value", null);
    }
    return json;
  }

  private static InvalidArgumentsException refused(
      String tool, @Nullable String problem, @Nullable Throwable cause) {
    String message = "the arguments of " + tool + " must be one JSON object: " + problem;
    return cause == null
        ? new InvalidArgumentsException(message)
        : new InvalidArgumentsException(message, cause);
  }
}
