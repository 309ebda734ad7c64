package io.gatemini.spi;

import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.Session;
import java.util.Objects;

/**
 * One call as a backend receives it.
 *
 * @param tool the backend's own name of the tool
 * @param arguments a JSON object
 * @param session who calls
 * @param progress who hears of progress; ask the far side for progress only while somebody {@link
 *     ProgressListener#isListening() listens}
 */
public record BackendCall(
    String tool, RawJson arguments, Session session, ProgressListener progress) {
  public BackendCall {
    Objects.requireNonNull(tool, "tool");
    Objects.requireNonNull(arguments, "arguments");
    Objects.requireNonNull(session, "session");
    Objects.requireNonNull(progress, "progress");
  }
}
