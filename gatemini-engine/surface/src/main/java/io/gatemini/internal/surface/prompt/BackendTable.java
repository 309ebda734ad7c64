package io.gatemini.internal.surface.prompt;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.internal.text.Markdown;
import io.gatemini.internal.text.VisibleText;
import java.util.List;

/** Backends in words and rows of Markdown. Stateless. */
public final class BackendTable {
  private static final int MAX_REASON_LENGTH = 300;

  private BackendTable() {}

  /** How many there are of what, in a sentence. */
  public static String counts(List<BackendStatus> backends, int tools) {
    long starting =
        backends.stream().filter(backend -> backend.state() == BackendState.STARTING).count();
    long available = backends.stream().filter(BackendStatus::available).count();
    StringBuilder counts = new StringBuilder("This gateway has ");
    counts.append(number(backends.size(), "backend")).append(" with ");
    counts.append(number(tools, "tool"));
    if (available < backends.size()) {
      counts.append("; ").append(backends.size() - available).append(" not available");
      if (starting > 0) {
        counts.append(", of which ").append(starting).append(" still starting");
      }
    }
    return counts.append('.').toString();
  }

  /** A section on the backends that cannot be called, where there are any. */
  public static void unavailable(StringBuilder text, List<BackendStatus> backends) {
    List<BackendStatus> down = backends.stream().filter(it -> !it.available()).toList();
    if (down.isEmpty()) {
      return;
    }
    text.append("\n## Not available\n");
    for (BackendStatus backend : down) {
      text.append("- ").append(name(backend.name())).append(": ").append(backend.state().label());
      backend
          .reason()
          .filter(reason -> !reason.isBlank())
          .ifPresent(
              reason ->
                  text.append(" (").append(Markdown.line(reason, MAX_REASON_LENGTH)).append(')'));
      text.append('\n');
    }
  }

  /** A name of a backend or a tool. */
  public static String name(String name) {
    // A key is a namespace and a name; both are bounded.
    return Markdown.line(name, 2 * VisibleText.MAX_NAME_LENGTH);
  }

  static String number(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
