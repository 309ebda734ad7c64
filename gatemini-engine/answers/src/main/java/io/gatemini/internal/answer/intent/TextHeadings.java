package io.gatemini.internal.answer.intent;

import io.gatemini.internal.text.TextCut;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Pattern;

/**
 * The headings above a line, found by walking a text from its first unit to its last: headings of
 * Markdown ({@code #}, or underlined), the head of a table, a line that ends in a colon, and lines
 * that are less indented, such as the function a statement is in or the exception of a stack trace.
 *
 * <p>One for each walk; not thread-safe.
 */
final class TextHeadings {
  private static final int NONE = -1;

  /** Signs around the words of a heading, and the target of a link. */
  private static final Pattern ADORNED =
      Pattern.compile("<[^>]*>|^#+ |\\[([^]\\[]*)](?:\\([^)]*\\))?|[`*⬆]+");

  private static final int DEEPEST_HEADING = 6;

  /** A longer line that ends in a colon is a sentence. */
  private static final int LONGEST_LABEL = 100;

  /** A line with less more indentation than this is no part of the one above. */
  private static final int INDENTATION = 2;

  private static final int TAB = 4;

  /** Deeper indentation is alignment, not nesting. */
  private static final int DEEPEST_INDENTATION = 200;

  private static final int SHORTEST_RULE = 3;

  private final TextUnits units;
  private final String text;
  private final int[] masks;

  private final int[] headings = new int[DEEPEST_HEADING + 1];
  private final int[] parents = new int[DEEPEST_INDENTATION / INDENTATION + 2];
  private final int[] indents = new int[parents.length];
  private int parentCount;
  private int label = NONE;
  private int table = NONE;
  private int lastLine = NONE;
  private boolean inFence;
  private String path = "";

  /** Over units and the terms each has. */
  TextHeadings(TextUnits units, int[] masks) {
    this.units = units;
    this.text = units.text();
    this.masks = masks;
    Arrays.fill(headings, NONE);
  }

  /** The terms of what stands above the unit that is entered next. */
  int terms() {
    int terms = label == NONE ? 0 : masks[label];
    for (int heading : headings) {
      terms |= heading == NONE ? 0 : masks[heading];
    }
    return terms;
  }

  /** Whether the unit that is entered next is within a block of code. */
  boolean inFence() {
    return inFence;
  }

  /** The headings above, as text. */
  String path() {
    if (path.isEmpty()) {
      StringBuilder joined = new StringBuilder();
      for (int heading : headings) {
        joined.append(heading == NONE ? "" : name(units, heading, LONGEST_LABEL) + " ");
      }
      path = joined.toString();
    }
    return path;
  }

  /** A heading without its signs. */
  static String name(TextUnits units, int unit, int longest) {
    String line = units.text().substring(units.contentStart(unit), units.contentEnd(unit));
    String plain = ADORNED.matcher(line).replaceAll("$1").strip();
    return TextCut.head(plain, longest).strip();
  }

  /** Marks what stands above a unit, which is the one that is entered next. */
  void mark(int unit, BitSet kept) {
    for (int heading : headings) {
      markHead(heading, kept);
    }
    markHead(table, kept);
    if (label != NONE) {
      kept.set(label);
    }
    int indent = indent(unit);
    for (int i = 0; i < parentCount && indents[i] <= indent - INDENTATION; i++) {
      kept.set(parents[i]);
    }
  }

  /** Goes on to the next unit; whether it is a heading with a section below. */
  boolean enter(int unit) {
    if (!units.beginsLine(unit)) {
      return false;
    }
    int from = units.contentStart(unit);
    int to = units.contentEnd(unit);
    if (from == to) {
      table = NONE;
      label = label == lastLine ? label : NONE;
      return false;
    }
    lastLine = unit;
    if (isFence(from, to)) {
      inFence = !inFence;
      return false;
    }
    int level = inFence ? 0 : headingLevel(unit, from, to);
    if (level > 0) {
      Arrays.fill(headings, level, headings.length, NONE);
      headings[level] = unit;
      path = "";
      label = NONE;
      parentCount = 0;
      return true;
    }
    if (isTableHead(unit)) {
      table = unit;
    }
    if (isLabel(from, to)) {
      label = unit;
    }
    nest(unit, from, to);
    return false;
  }

  private void markHead(int unit, BitSet kept) {
    if (unit != NONE) {
      kept.set(unit);
      if (unit + 1 < units.count() && isRule(unit + 1)) {
        kept.set(unit + 1);
      }
    }
  }

  private void nest(int unit, int from, int to) {
    int indent = indent(unit);
    // Braces alone say nothing; what they belong to stands above them.
    if (indent > DEEPEST_INDENTATION || !hasWord(from, to)) {
      return;
    }
    while (parentCount > 0 && indents[parentCount - 1] > indent - INDENTATION) {
      parentCount--;
    }
    parents[parentCount] = unit;
    indents[parentCount++] = indent;
  }

  private int indent(int unit) {
    int indent = 0;
    int end = units.contentStart(unit);
    for (int i = units.start(unit); i < end; i++) {
      indent += text.charAt(i) == '\t' ? TAB : 1;
    }
    return indent;
  }

  private boolean hasWord(int from, int to) {
    for (int i = from; i < to; i++) {
      if (Character.isLetterOrDigit(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isFence(int from, int to) {
    return to - from >= SHORTEST_RULE
        && (text.startsWith("```", from) || text.startsWith("~~~", from));
  }

  private boolean isLabel(int from, int to) {
    char last = text.charAt(to - 1);
    return to - from <= LONGEST_LABEL && (last == ':' || last == '\uFF1A') && hasWord(from, to);
  }

  /** 1 to 6, or 0 for what is no heading. */
  private int headingLevel(int unit, int from, int to) {
    int level = 0;
    while (from + level < to && text.charAt(from + level) == '#') {
      level++;
    }
    if (level > 0) {
      boolean heading =
          level <= DEEPEST_HEADING && from + level < to && text.charAt(from + level) == ' ';
      return heading ? level : 0;
    }
    if (!hasRuleBelow(unit) || !hasWord(from, to)) {
      return 0;
    }
    int rule = units.contentStart(unit + 1);
    char sign = text.charAt(rule);
    for (int i = rule; i < units.contentEnd(unit + 1); i++) {
      if (text.charAt(i) != sign) {
        return 0;
      }
    }
    return sign == '=' ? 1 : sign == '-' ? 2 : 0;
  }

  private boolean isTableHead(int unit) {
    return hasRuleBelow(unit) && hasWord(units.contentStart(unit), units.contentEnd(unit));
  }

  private boolean hasRuleBelow(int unit) {
    return unit + 1 < units.count() && isRule(unit + 1);
  }

  /** {@code ----}, {@code ====}, {@code |---|:--:|}, {@code ---+---}. */
  private boolean isRule(int unit) {
    int strokes = 0;
    int end = units.contentEnd(unit);
    for (int i = units.contentStart(unit); i < end; i++) {
      char c = text.charAt(i);
      if (c == '-' || c == '=') {
        strokes++;
      } else if (c != '|' && c != '+' && c != ':' && c != ' ') {
        return false;
      }
    }
    return strokes >= SHORTEST_RULE;
  }
}
