package io.gatemini.spi;

import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import java.util.List;
import java.util.Objects;

/**
 * One call as a backend receives it.
 *
 * @param tool the backend's own name of the tool
 * @param arguments a JSON object
 * @param session who calls
 * @param progress who hears of progress; ask the far side for progress only while somebody {@link
 *     ProgressListener#isListening() listens}
 * @param callers the composite tools this call comes from, outermost first
 */
public record BackendCall(
    String tool,
    RawJson arguments,
    Session session,
    ProgressListener progress,
    List<String> callers) {
  /** A call that comes from no composite tool. */
  public BackendCall(String tool, RawJson arguments, Session session, ProgressListener progress) {
    this(tool, arguments, session, progress, List.of());
  }

  public BackendCall {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(progress, "progress");
    callers = List.copyOf(callers);
  }
}
