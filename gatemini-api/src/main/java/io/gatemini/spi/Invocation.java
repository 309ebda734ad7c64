package io.gatemini.spi;

import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolDefinition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A resolved call on its way to a backend.
 *
 * @param tool the tool
 * @param arguments a JSON object
 * @param session who calls
 * @param progress who hears of progress
 * @param timeout how long the caller waits, where it says so
 * @param deadlineNanos when the call ends, in terms of {@link System#nanoTime()}; later where the
 *     caller states no timeout and its backend reports progress
 * @param callers the programs that wait for this call, outermost first: {@code call_tool_chain} for
 *     one of an agent, the key of the tool for that of a composite tool; empty where none waits
 */
public record Invocation(
    ToolDefinition tool,
    RawJson arguments,
    Session session,
    ProgressListener progress,
    Optional<Duration> timeout,
    long deadlineNanos,
    List<String> callers) {
  public Invocation {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(timeout, "timeout");
    callers = List.copyOf(callers);
  }

  /** This call with another listener. */
  public Invocation withProgress(ProgressListener progress) {
    return new Invocation(tool, arguments, session, progress, timeout, deadlineNanos, callers);
  }

  /** This call with other arguments. */
  public Invocation withArguments(RawJson arguments) {
    return new Invocation(tool, arguments, session, progress, timeout, deadlineNanos, callers);
  }
}
