package io.gatemini.internal.surface.notice;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendChange;
import io.gatemini.BackendState;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.util.Locale;

/**
 * The events of a gateway as entries of the log that clients hear. Data is an object: {@code
 * message}, one sentence, and what it is about: {@code backend}, {@code state}, {@code reason}.
 * Texts of strangers are made visible and cut. Stateless.
 */
final class LogEntries {
  /** Backends that come up, end, and come back. */
  static final String BACKEND = "gatemini.backend";

  /** Tools that differ from what a backend had listed before. */
  static final String CATALOG = "gatemini.catalog";

  /** The thing that was refused. */
  static final String POLICY = "gatemini.policy";

  /** The longest text of a stranger in an entry, in code points. */
  static final int MAX_TEXT = 500;

  private static final int MAX_NAME = 128;

  private LogEntries() {}

  static LogLevel level(BackendChange change) {
    return switch (change.to()) {
      // With a reason: why it was down until now.
      case HEALTHY -> change.reason().isPresent() ? LogLevel.NOTICE : LogLevel.INFO;
      case UNHEALTHY -> LogLevel.WARNING;
      case NEEDS_SIGN_IN -> LogLevel.NOTICE;
      // The remover of a healthy backend stops it; one that ends by itself is restarted.
      case STOPPED ->
          change.crashLoop()
              ? LogLevel.ERROR
              : change.from() == BackendState.HEALTHY ? LogLevel.INFO : LogLevel.WARNING;
      case STARTING -> ended(change) ? LogLevel.WARNING : LogLevel.DEBUG;
    };
  }

  /** A healthy backend that is gone is started again: that is more than a start. */
  private static boolean ended(BackendChange change) {
    return change.from() == BackendState.HEALTHY;
  }

  static LogMessage of(BackendChange change) {
    boolean healthy = change.to() == BackendState.HEALTHY;
    String reason = change.reason().map(LogEntries::text).orElse("");
    String what =
        healthy && !reason.isEmpty()
            ? "healthy again"
            : ended(change) && change.to() == BackendState.STARTING
                ? "down and is started again"
                : change.to() == BackendState.NEEDS_SIGN_IN
                    ? "waiting for a sign-in"
                    : change.to().label().toLowerCase(Locale.ROOT);
    String why = healthy || reason.isEmpty() ? "" : ": " + reason;
    ObjectNode data = data("backend \"" + name(change.backend()) + "\" is " + what + why);
    data.put("backend", name(change.backend())).put("state", change.to().label());
    if (!why.isEmpty()) {
      data.put("reason", reason);
    }
    return new LogMessage(level(change), BACKEND, data);
  }

  static LogMessage toolsReloaded(String backend, int tools) {
    ObjectNode data =
        data("backend \"" + name(backend) + "\" has other tools now, " + tools + " in all");
    data.put("backend", name(backend)).put("tools", tools);
    return new LogMessage(LogLevel.INFO, CATALOG, data);
  }

  static LogMessage callRefused(String tool, String reason) {
    ObjectNode data = data("a call was refused: " + text(reason));
    data.put("tool", name(tool)).put("reason", text(reason));
    return new LogMessage(LogLevel.WARNING, POLICY, data);
  }

  static LogMessage registrationRefused(String backend, String reason) {
    ObjectNode data =
        data("registering or removing \"" + name(backend) + "\" was refused: " + text(reason));
    data.put("backend", name(backend)).put("reason", text(reason));
    return new LogMessage(LogLevel.WARNING, POLICY, data);
  }

  private static ObjectNode data(String message) {
    return JsonNodeFactory.instance.objectNode().put("message", message);
  }

  private static String name(String name) {
    return VisibleText.line(name, MAX_NAME);
  }

  private static String text(String said) {
    return VisibleText.line(said, MAX_TEXT);
  }
}
