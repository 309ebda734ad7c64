package io.gatemini;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import io.gatemini.ClientChannel.Answerer;
import io.gatemini.ClientChannel.Question.Kind;
import io.gatemini.internal.async.GuardedProgress;
import io.gatemini.stability.Incubating;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request to call one tool. Immutable.
 *
 * @param tool a namespaced key, a bare name that is unique, or a user alias
 * @param arguments a JSON object
 * @param context who calls, and until when
 */
public record ToolCall(String tool, RawJson arguments, CallContext context) {

  public ToolCall {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    context
        .timeout()
        .filter(timeout -> timeout.isNegative() || timeout.isZero())
        .ifPresent(
            timeout -> {
              throw new IllegalArgumentException("timeout must be positive, not " + timeout);
            });
  }

  /**
   * A call with the arguments of a map; values are anything that {@link RawJson#ofValue} converts.
   *
   * @throws InvalidArgumentsException naming the argument that cannot become JSON
   */
  public static ToolCall of(String tool, Map<String, ? extends @Nullable Object> arguments) {
    try {
      return of(tool, RawJson.ofValue(arguments));
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentsException(problem(e), e);
    } catch (StackOverflowError e) {
      throw new InvalidArgumentsException("the arguments contain themselves", e);
    }
  }

  private static String problem(IllegalArgumentException e) {
    if (e.getCause() instanceof JsonMappingException unwritable) {
      String place =
          unwritable.getPath().stream()
              .map(Reference::getFieldName)
              .filter(Objects::nonNull)
              .collect(Collectors.joining("."));
      return "argument \"" + place + "\" cannot become JSON: " + unwritable.getOriginalMessage();
    }
    return "the arguments cannot become JSON: " + e.getMessage();
  }

  /** A call with arguments that are JSON already. */
  public static ToolCall of(String tool, RawJson arguments) {
    return new ToolCall(tool, arguments, CallContext.local());
  }

  /** This call in another context. */
  public ToolCall withContext(CallContext context) {
    return new ToolCall(tool, arguments, context);
  }

  /** This call, bounded by a timeout. */
  public ToolCall withTimeout(Duration timeout) {
    return withContext(context.withTimeout(Optional.of(timeout)));
  }

  /** This call on behalf of a session. */
  public ToolCall withSession(Session session) {
    return withContext(context.withSession(session));
  }

  /** This one with somebody who fills in what a backend asks the person for meanwhile. */
  @Incubating
  public ToolCall withElicitation(Answerer answerer) {
    return withAnswers(Kind.ELICITATION, answerer);
  }

  /** This one with a model that answers what a backend asks it meanwhile. */
  @Incubating
  public ToolCall withSampling(Answerer answerer) {
    return withAnswers(Kind.SAMPLING, answerer);
  }

  private ToolCall withAnswers(Kind kind, Answerer answerer) {
    return withContext(context.withClient(context.client().withAnswers(kind, answerer)));
  }

  /** This call, reporting progress. */
  public ToolCall withProgress(ProgressListener progress) {
    return withContext(context.withProgress(GuardedProgress.of(progress)));
  }

  /** This call, refused unless the tool says that it only reads ({@code readOnlyHint}). */
  public ToolCall withReadOnly() {
    return withContext(context.withReadOnly(true));
  }
}
