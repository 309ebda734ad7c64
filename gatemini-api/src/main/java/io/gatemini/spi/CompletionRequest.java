package io.gatemini.spi;

import io.gatemini.Session;
import io.gatemini.stability.Stable;
import java.util.Map;

/**
 * Somebody writes a value and wants to see what it can become.
 *
 * @param kind what the value is for
 * @param target the name of the prompt, or the template of the resource
 * @param variable the argument of the prompt, or the variable of the template
 * @param value what is written so far; may be empty
 * @param context the values of other variables that are known already
 */
@Stable
public record CompletionRequest(
    Session session,
    Kind kind,
    String target,
    String variable,
    String value,
    Map<String, String> context) {

  public CompletionRequest {
    context = Map.copyOf(context);
  }

  /** The same for another prompt or template. */
  public CompletionRequest withTarget(String target) {
    return new CompletionRequest(session, kind, target, variable, value, context);
  }

  /** The prompt or resource template whose value is completed. */
  public enum Kind {
    PROMPT,
    RESOURCE
  }
}
