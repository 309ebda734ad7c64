package io.gatemini.spi;

import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One call as a backend receives it.
 *
 * @param tool the backend's own name of the tool
 * @param arguments a JSON object
 * @param session who calls
 * @param progress who hears of progress; ask the far side for progress only while somebody {@link
 *     ProgressListener#isListening() listens}
 * @param callers the programs that wait for this call, outermost first: {@code call_tool_chain} for
 *     one of an agent, the key of the tool for that of a composite tool; empty where none waits
 * @param deadlineNanos when the caller gives up, in terms of {@link System#nanoTime()}; the gateway
 *     ends the call then, or later where progress is reported and no timeout is stated
 * @param timeout how long the caller waits, where it says so
 */
public record BackendCall(
    String tool,
    RawJson arguments,
    Session session,
    ProgressListener progress,
    List<String> callers,
    long deadlineNanos,
    Optional<Duration> timeout) {
  /** Further than any caller waits. */
  private static final long NEVER = Long.MAX_VALUE / 2;

  /** A call that no program waits for, without a deadline. */
  public BackendCall(String tool, RawJson arguments, Session session, ProgressListener progress) {
    this(tool, arguments, session, progress, List.of(), System.nanoTime() + NEVER);
  }

  /** A call whose caller states no timeout. */
  public BackendCall(
      String tool,
      RawJson arguments,
      Session session,
      ProgressListener progress,
      List<String> callers,
      long deadlineNanos) {
    this(tool, arguments, session, progress, callers, deadlineNanos, Optional.empty());
  }

  public BackendCall {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(progress, "progress");
    Objects.requireNonNull(timeout, "timeout");
    callers = List.copyOf(callers);
  }
}
