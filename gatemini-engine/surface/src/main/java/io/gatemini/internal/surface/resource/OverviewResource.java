package io.gatemini.internal.surface.resource;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.internal.presentation.Brief;
import io.gatemini.internal.text.Markdown;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.spi.ToolSet;
import io.gatemini.text.BytesTokenEstimator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * {@code gatemini://overview}: what is there at this moment and how to use it, in at most {@link
 * #MAX_TOKENS} estimated tokens, however many backends there are and whatever state they are in.
 */
record OverviewResource(Gateway gateway, ToolSet tools, Supplier<String> overview) {
  static final int MAX_TOKENS = 500;

  private static final Resource DEFINITION =
      new Resource(
          "gatemini://overview",
          "overview",
          "Gatemini Overview",
          "Start here: what is connected, how to find and run tools, and what else there is to"
              + " read; at most "
              + MAX_TOKENS
              + " tokens.",
          Reading.MARKDOWN,
          ContentAnnotations.of(1.0, Role.USER, Role.ASSISTANT));

  private static final int REASON_LENGTH = 60;

  private static final TokenEstimator TOKENS = new BytesTokenEstimator();

  OwnResource resource() {
    return OwnResource.of(
        DEFINITION, session -> text(gateway.catalog().tools().size(), gateway.backends()));
  }

  /** Those that are not available come first, as far as the budget goes; then those that are. */
  String text(int count, List<BackendStatus> backends) {
    String use = overview.get();
    Map<Boolean, List<BackendStatus>> byAvailability =
        backends.stream().collect(Collectors.partitioningBy(BackendStatus::available));
    List<BackendStatus> up = byAvailability.getOrDefault(true, List.of());
    List<BackendStatus> down = byAvailability.getOrDefault(false, List.of());
    String head = "# Gatemini\n" + counts(count, backends) + "\n";
    String listed = longest(down, OverviewResource::down, text -> head + text + use);
    return head
        + listed
        + longest(up, OverviewResource::up, text -> head + listed + text + use)
        + use;
  }

  /**
   * The lines of as many backends as the budget allows.
   *
   * @param saying what is said of some of them, the first, when there are others
   * @param whole the whole text with it
   */
  private static String longest(
      List<BackendStatus> backends,
      BiFunction<List<BackendStatus>, Integer, String> saying,
      UnaryOperator<String> whole) {
    String said = saying.apply(List.of(), backends.size());
    for (int i = 1; i <= backends.size(); i++) {
      String longer = saying.apply(backends.subList(0, i), backends.size() - i);
      if (TOKENS.estimate(whole.apply(longer)) > MAX_TOKENS) {
        break;
      }
      said = longer;
    }
    return said;
  }

  private String counts(int count, List<BackendStatus> backends) {
    if (backends.isEmpty()) {
      return "No backend is configured, so there are no tools yet.";
    }
    Map<BackendState, Long> states =
        backends.stream()
            .collect(
                Collectors.groupingBy(
                    BackendStatus::state,
                    () -> new EnumMap<>(BackendState.class),
                    Collectors.counting()));
    return MarkdownForm.counted(count, "tool")
        + " of "
        + MarkdownForm.counted(backends.size(), "backend")
        + " ("
        + states.entrySet().stream()
            .map(state -> state.getValue() + " " + state.getKey().label())
            .collect(Collectors.joining(", "))
        + ") behind "
        + tools.words().all()
        + ".";
  }

  private static String down(List<BackendStatus> listed, int others) {
    String entries = listed.stream().map(OverviewResource::entry).collect(Collectors.joining());
    return others == 0
        ? entries
        : entries
            + "- "
            + others
            + (listed.isEmpty() ? "" : " more")
            + " not available: see `gatemini://backends`\n";
  }

  private static String entry(BackendStatus backend) {
    StringBuilder entry = new StringBuilder("- ");
    entry.append(name(backend)).append(": ").append(backend.state().label());
    backend
        .reason()
        .ifPresent(
            reason -> Markdown.words(entry.append(", "), Brief.words(reason, REASON_LENGTH)));
    return entry.append('\n').toString();
  }

  private static String name(BackendStatus backend) {
    return Markdown.name(VisibleText.name(backend.name()));
  }

  private static String up(List<BackendStatus> listed, int others) {
    return listed.isEmpty()
        ? ""
        : listed.stream()
            .map(backend -> name(backend) + " (" + backend.toolCount() + ")")
            .collect(
                Collectors.joining(
                    ", ",
                    "- Available, with their tools: ",
                    others == 0 ? "\n" : " and " + others + " more\n"));
  }
}
