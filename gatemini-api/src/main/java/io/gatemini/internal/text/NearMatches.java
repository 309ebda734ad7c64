package io.gatemini.internal.text;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.text.EditDistance;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer to a name that is not known: the known names near it, and whether some may still come.
 * Stateless; its time is bounded by the size of the catalog, whatever the name looks like.
 */
public final class NearMatches {
  private static final int SUGGESTIONS = 3;

  /** A longer name is compared with none; no real one is. */
  private static final int MAX_COMPARED_LENGTH = 128;

  /** A shorter beginning is one slip away from that of almost any name. */
  private static final int MIN_BEGINNING = 3;

  private static final int MAX_SHOWN_LENGTH = 80;
  private static final int MAX_OWNERS_SHOWN = 10;

  private NearMatches() {}

  /**
   * The message for a tool name that {@link CatalogSnapshot#resolve} does not know.
   *
   * @param startingBackends how many backends are still starting
   */
  public static String unknownTool(CatalogSnapshot snapshot, String name, int startingBackends) {
    List<ToolDescriptor> owners = snapshot.withOriginalName(name);
    if (owners.size() > 1) {
      return "tool "
          + quoted(name)
          + " is offered by "
          + owners.size()
          + " backends; use one of "
          + enumeration(owners.stream().limit(MAX_OWNERS_SHOWN).map(ToolDescriptor::key).toList());
    }
    return message(
        "tool",
        name,
        nearTools(snapshot, name),
        "; a search for the task finds tools",
        startingBackends);
  }

  /**
   * The message for a backend name that is not known.
   *
   * @param known all backend names
   * @param startingBackends how many backends are still starting
   */
  public static String unknownBackend(Collection<String> known, String name, int startingBackends) {
    String otherwise =
        known.isEmpty()
            ? ""
            : (known.size() == 1 ? "; use " : "; use one of ")
                + enumeration(known.stream().sorted().limit(MAX_OWNERS_SHOWN).toList());
    return message("backend", name, near(known, name), otherwise, startingBackends);
  }

  /** The names nearest to {@code name}, at most three; empty when none is near. */
  public static List<String> near(Collection<String> known, String name) {
    Map<String, Integer> distances = new HashMap<>();
    known.forEach(candidate -> keepNearest(distances, candidate, distance(name, candidate)));
    return nearest(distances);
  }

  /** Asks whether the nearest of the known names is meant; empty when none is near. */
  public static Optional<String> didYouMean(Collection<String> known, String name) {
    return near(known, name).stream().findFirst().map(it -> "did you mean \"" + it + "\"?");
  }

  /** The one name that is nearer to {@code name} than all others; empty where there is none. */
  public static Optional<String> nearest(Collection<String> known, String name) {
    Map<String, Integer> distances = new HashMap<>();
    known.forEach(candidate -> keepNearest(distances, candidate, distance(name, candidate)));
    int least = distances.values().stream().min(Integer::compare).orElse(0);
    List<String> nearest =
        distances.entrySet().stream()
            .filter(near -> near.getValue() == least)
            .map(Map.Entry::getKey)
            .toList();
    return nearest.size() == 1 ? Optional.of(nearest.get(0)) : Optional.empty();
  }

  /**
   * The names nearest to what somebody has written of one so far, best first: compared with whole
   * names, with as much of their beginnings, and with the same of what stands behind the dot.
   */
  public static List<String> nearWritten(Collection<String> known, String written, int limit) {
    Map<String, Integer> distances = new HashMap<>();
    for (String candidate : known) {
      keepNearest(distances, candidate, distanceOfBeginning(written, candidate));
      int dot = candidate.indexOf('.');
      if (dot >= 0) {
        String bare = candidate.substring(dot + 1);
        keepNearest(distances, candidate, add(distanceOfBeginning(written, bare), 1));
      }
    }
    return nearest(distances, limit);
  }

  private static int distanceOfBeginning(String written, String known) {
    int whole = distance(written, known);
    if (written.length() < MIN_BEGINNING || written.length() >= known.length()) {
      return whole;
    }
    String beginning = known.substring(0, written.length());
    return Math.min(whole, add(distance(written, beginning), 1));
  }

  private static List<String> nearTools(CatalogSnapshot snapshot, String name) {
    if (name.length() > MAX_COMPARED_LENGTH) {
      return List.of();
    }
    String bare = name.substring(name.lastIndexOf('.') + 1);
    Map<String, Integer> distances = new HashMap<>();
    for (ToolDescriptor tool : snapshot.tools()) {
      keepNearest(distances, tool.key(), distance(name, tool.key()));
      if (!bare.isEmpty()) {
        // A right tool under a wrong backend is one step further away than a slip of the pen.
        int step = bare.length() == name.length() ? 0 : 1;
        keepNearest(distances, tool.key(), add(distance(bare, tool.originalName()), step));
      }
    }
    return nearest(distances);
  }

  private static int add(int distance, int step) {
    return distance == Integer.MAX_VALUE ? distance : distance + step;
  }

  private static void keepNearest(Map<String, Integer> distances, String name, int distance) {
    if (distance != Integer.MAX_VALUE) {
      distances.merge(name, distance, Math::min);
    }
  }

  private static List<String> nearest(Map<String, Integer> distances) {
    return nearest(distances, SUGGESTIONS);
  }

  private static List<String> nearest(Map<String, Integer> distances, int limit) {
    return distances.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
        .limit(limit)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The number of edits between two names, spelling of separators and case aside; the maximum value
   * when it is more than names of this length may differ by (specification 2.6).
   */
  public static int distance(String asked, String known) {
    int length = asked.length();
    int limit = EditDistance.limit(length);
    if (length == 0 || length > MAX_COMPARED_LENGTH || Math.abs(length - known.length()) > limit) {
      return Integer.MAX_VALUE;
    }
    int edits = EditDistance.within(limit, folded(asked), folded(known));
    return edits > limit ? Integer.MAX_VALUE : edits;
  }

  private static String folded(String name) {
    // A model may know "billing.refund" as "billing__refund".
    return name.toLowerCase(Locale.ROOT).replace('-', '_').replace("__", ".");
  }

  private static String message(
      String kind, String name, List<String> near, String otherwise, int startingBackends) {
    StringBuilder message = new StringBuilder(kind).append(' ').append(quoted(name));
    message.append(" is not known");
    if (near.isEmpty()) {
      message.append(otherwise);
    } else {
      message.append("; did you mean ").append(enumeration(near)).append('?');
    }
    return message.append(starting(startingBackends)).toString();
  }

  /** A remark that backends are still starting, with a space before it; empty when none is. */
  public static String starting(int backends) {
    return switch (backends) {
      case 0 -> "";
      case 1 -> " (1 backend is still starting)";
      default -> " (" + backends + " backends are still starting)";
    };
  }

  private static String enumeration(List<String> names) {
    List<String> quoted = names.stream().map(NearMatches::quoted).toList();
    int last = quoted.size() - 1;
    return last == 0
        ? quoted.get(0)
        : quoted.subList(0, last).stream().collect(Collectors.joining(", "))
            + " or "
            + quoted.get(last);
  }

  private static String quoted(String name) {
    return VisibleText.quoted(name, MAX_SHOWN_LENGTH);
  }
}
