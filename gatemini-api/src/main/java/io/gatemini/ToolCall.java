package io.gatemini;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import java.time.Duration;
import java.util.List;
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
 * @param timeout how long the caller waits, at most as long as the backend's {@code max_timeout}
 *     allows; the backend's own {@code timeout} where absent
 * @param session who calls
 * @param progress who hears of progress
 * @param callers the programs that wait for this call, outermost first: {@code call_tool_chain} for
 *     one of an agent, the key of the tool for that of a composite tool; empty where none waits
 * @param readOnly whether the call is refused unless the tool says that it only reads
 */
public record ToolCall(
    String tool,
    RawJson arguments,
    Optional<Duration> timeout,
    Session session,
    ProgressListener progress,
    List<String> callers,
    boolean readOnly) {

  /** A call that no program waits for, of any tool. */
  public ToolCall(
      String tool,
      RawJson arguments,
      Optional<Duration> timeout,
      Session session,
      ProgressListener progress) {
    this(tool, arguments, timeout, session, progress, List.of(), false);
  }

  public ToolCall {
    callers = List.copyOf(callers);
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(progress, "progress");
    timeout.ifPresent(
        value -> {
          if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("timeout must be positive, not " + value);
          }
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
    return new ToolCall(
        tool, arguments, Optional.empty(), Session.local(), ProgressListener.none());
  }

  /** This call, bounded by a timeout. */
  public ToolCall withTimeout(Duration timeout) {
    return new ToolCall(
        tool, arguments, Optional.of(timeout), session, progress, callers, readOnly);
  }

  /** This call on behalf of a session. */
  public ToolCall withSession(Session session) {
    return new ToolCall(tool, arguments, timeout, session, progress, callers, readOnly);
  }

  /** This call, reporting progress. */
  public ToolCall withProgress(ProgressListener progress) {
    return new ToolCall(tool, arguments, timeout, session, progress, callers, readOnly);
  }

  /** This call, made by a program. */
  public ToolCall withCallers(List<String> callers) {
    return new ToolCall(tool, arguments, timeout, session, progress, callers, readOnly);
  }

  /** This call, refused unless the tool says that it only reads ({@code readOnlyHint}). */
  public ToolCall withReadOnly() {
    return new ToolCall(tool, arguments, timeout, session, progress, callers, true);
  }
}
