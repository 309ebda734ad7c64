package io.gatemini.internal.backend;

import io.gatemini.BackendState;
import io.gatemini.CatalogSnapshot;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** The backends that have not listed their tools in this gateway yet, in a line. Stateless. */
final class MissingBackends {
  private static final int NAMES = 5;

  private MissingBackends() {}

  /**
   * As in {@code 3 of 24 backends are still starting: files, git, jira}, with those whose tools are
   * remembered at the end; empty where all have listed theirs.
   *
   * @param asked the names of those that it is about
   */
  static String line(
      Collection<ManagedBackend> all, CatalogSnapshot catalog, Predicate<String> asked) {
    List<String> starting = new ArrayList<>();
    List<String> down = new ArrayList<>();
    List<String> signIn = new ArrayList<>();
    List<String> remembered = new ArrayList<>();
    for (ManagedBackend backend : all) {
      // Cheap where all is well, as it nearly always is.
      if (backend.active() != null || !asked.test(backend.name())) {
        continue;
      }
      String name = VisibleText.name(backend.name());
      if (backend.state() == BackendState.NEEDS_SIGN_IN) {
        signIn.add(name);
      } else if (catalog.tools(backend.name()).isEmpty()) {
        (backend.state() == BackendState.STARTING ? starting : down).add(name);
      } else if (backend.showsRemembered()) {
        remembered.add(name);
      }
    }
    StringBuilder line = new StringBuilder();
    add(line, starting, all.size(), "still starting");
    add(line, down, all.size(), "not available");
    add(
        line,
        signIn,
        all.size(),
        "waiting for a sign-in (" + OperatorCommand.of("auth NAME") + ")");
    add(line, remembered, all.size(), "not up yet, with tools remembered from the last time");
    return line.toString();
  }

  private static void add(StringBuilder line, List<String> names, int all, String how) {
    if (names.isEmpty()) {
      return;
    }
    line.append(line.isEmpty() ? "" : "; ").append(names.size());
    names.sort(null);
    int more = names.size() - NAMES;
    line.append(" of ")
        .append(all)
        .append(all == 1 ? " backend" : " backends")
        .append(names.size() == 1 ? " is " : " are ")
        .append(how)
        .append(": ")
        .append(String.join(", ", names.subList(0, Math.min(NAMES, names.size()))))
        .append(more > 0 ? " and " + more + " more" : "");
  }
}
