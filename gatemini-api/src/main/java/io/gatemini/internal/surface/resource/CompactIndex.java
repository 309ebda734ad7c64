package io.gatemini.internal.surface.resource;

import io.gatemini.ToolDefinition;
import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.internal.surface.resource.ToolGroups.Group;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.Payload;
import io.gatemini.spi.TokenEstimator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * All tools of a catalog with as many words each as a number of tokens has room for. Names are
 * whole and all there, whatever they cost. Where the first sentences are too much, they lose what
 * the name says too, and are cut to the longest length common to all that fits. Stateless.
 */
final class CompactIndex {
  /** Up to so many tools share {@link #TOKENS}. */
  static final int TOOLS = 258;

  static final int TOKENS = 3_100;

  /** For each tool beyond {@link #TOOLS}. */
  static final int TOKENS_EACH = 12;

  /** How often a text is made shorter because the estimator counts more than it said it would. */
  private static final int TRIES = 4;

  private CompactIndex() {}

  /** The tokens that an index of so many tools may have. */
  static long budget(int tools) {
    return TOKENS + (long) TOKENS_EACH * Math.max(0, tools - TOOLS);
  }

  /** The index of a catalog in a form. */
  static String of(CatalogSnapshot snapshot, TokenEstimator tokens, IndexForm form) {
    List<Group> groups = ToolGroups.of(snapshot);
    List<String> sentences =
        lines(groups, (tool, sentence) -> BriefWords.sentence(tool), List.of());
    long names = Utf8Size.of(text(groups, sentences, 0, form));
    long budget = budget(snapshot.tools().size());
    Lengths whole = Lengths.of(sentences, form);
    List<String> telling = null;
    Lengths lengths = whole;
    long room = tokens.bytesWithin(budget, Payload.Kind.TEXT) - names;
    for (int i = 0; i < TRIES; i++) {
      int level = whole.level(room);
      List<String> lines = sentences;
      if (level < BriefWords.MAX_CODE_POINTS) {
        if (telling == null) {
          telling =
              lines(groups, (tool, sentence) -> BriefWords.telling(sentence, tool), sentences);
          lengths = Lengths.of(telling, form);
        }
        lines = telling;
        level = lengths.level(room);
      }
      String text = text(groups, lines, level, form);
      long estimated = tokens.estimate(text);
      if (estimated <= budget || level == 0) {
        return text;
      }
      long asData = tokens.bytesWithin(budget, Payload.Kind.JSON) - names;
      room = Math.min(i == 0 ? asData : room, (names + room) * budget / estimated - names);
    }
    return text(groups, sentences, 0, form);
  }

  private static List<String> lines(
      List<Group> groups, BiFunction<ToolDefinition, String, String> line, List<String> before) {
    List<String> lines = new ArrayList<>(before.size());
    for (Group group : groups) {
      for (ToolDefinition tool : group.tools()) {
        lines.add(line.apply(tool, before.isEmpty() ? "" : before.get(lines.size())));
      }
    }
    return lines;
  }

  private static String text(
      List<Group> groups, List<String> lines, int maxCodePoints, IndexForm form) {
    StringBuilder text = new StringBuilder();
    form.begin(text, groups);
    int i = 0;
    for (Group group : groups) {
      form.beginGroup(text, group);
      for (ToolDefinition tool : group.tools()) {
        String line = lines.get(i++);
        String words =
            maxCodePoints == 0 ? "" : line.substring(0, BriefWords.cut(line, maxCodePoints));
        form.tool(text, ToolGroups.name(tool), words);
      }
      form.endGroup(text);
    }
    form.end(text);
    return text.toString();
  }

  /** What all lines together cost at each length: the bytes that each code point more adds. */
  private static final class Lengths {
    private final long[] added = new long[BriefWords.MAX_CODE_POINTS + 1];

    static Lengths of(List<String> lines, IndexForm form) {
      Lengths lengths = new Lengths();
      for (String line : lines) {
        lengths.add(line, form);
      }
      return lengths;
    }

    private void add(String line, IndexForm form) {
      int[] before = new int[1];
      BriefWords.cuts(
          line,
          (end, codePoints) -> {
            String part = line.substring(before[0], end);
            added[codePoints] += form.bytes(part) + (before[0] == 0 ? form.bytesBeforeWords() : 0);
            before[0] = end;
          });
    }

    /** The longest length whose cost has room; 0 where none has. */
    int level(long room) {
      long cost = 0;
      for (int length = 0; length < added.length; length++) {
        cost += added[length];
        if (cost > room) {
          return Math.max(0, length - 1);
        }
      }
      return BriefWords.MAX_CODE_POINTS;
    }
  }
}
