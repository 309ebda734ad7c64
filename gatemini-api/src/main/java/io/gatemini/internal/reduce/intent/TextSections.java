package io.gatemini.internal.reduce.intent;

import io.gatemini.internal.text.TimeBudget;
import io.gatemini.internal.text.Utf8Size;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The sections of a text that have to do with an intent: lines that have enough of its terms, with
 * a few around them and what they stand under. Other lines are told by their number. Order is kept,
 * the result is never longer than the text.
 *
 * <p>A line counts for the terms it has, and half for those of its neighbours and its headings. One
 * for each text; not thread-safe.
 */
final class TextSections {
  private static final double NEIGHBOUR_SHARE = 0.5;
  private static final int NEIGHBOURS = 2;

  /** Context beside a line that counts, as far as it takes no more characters than that. */
  private static final int CONTEXT_CHARACTERS = 400;

  /** What is indented below a line, such as the frames of an exception. */
  private static final int NESTED = 6;

  private static final int NESTED_CHARACTERS = 800;

  /** What stands below a heading that counts. */
  private static final int BELOW_HEADING = 24;

  private static final int BELOW_HEADING_CHARACTERS = 2_000;

  /** The first line says what a text is, or names the columns of a table. */
  private static final int LONGEST_FIRST_LINE = 300;

  /** A gap of one or two short lines is shown rather than counted. */
  private static final int SMALL_GAP = 2;

  private static final int SMALL_GAP_CHARACTERS = 160;

  /** The longest mark, {@code [... 2097152 characters ...]}, with the spaces around it. */
  private static final int MARK_CHARACTERS = 32;

  private final TimeBudget time;
  private final TextUnits units;
  private final String text;
  private final int[] masks;
  private final IntentScore score;
  private final boolean anyTerm;

  // The units that have a term at all, and what they count.
  private int[] hits = new int[64];
  private double[] values = new double[64];
  private final BitSet headings = new BitSet();
  private int hitCount;
  private double best;

  TextSections(TextUnits units, IntentTerms terms, TimeBudget time) {
    this.time = time;
    this.units = units;
    this.text = units.text();
    this.masks = new int[units.count()];
    int[] counts = new int[terms.count()];
    int all = 0;
    IntentTerms.Source source = IntentTerms.Source.of(text);
    for (int unit = 0; unit < masks.length; unit++) {
      time.check(unit);
      masks[unit] = terms.in(source, units.start(unit), units.end(unit));
      all |= masks[unit];
      IntentScore.count(masks[unit], counts);
    }
    anyTerm = all != 0;
    score = IntentScore.of(counts, masks.length);
    if (anyTerm) {
      rate();
    }
  }

  /** Whether the text has any term of the intent. */
  boolean hasTerms() {
    return anyTerm;
  }

  /** Whether some lines count more than others. */
  boolean tellsApart() {
    return best > 0;
  }

  private Selection select(double share) {
    time.check();
    BitSet kept = new BitSet(units.count());
    for (int i = 0; i < hitCount; i++) {
      if (values[i] >= share * best) {
        keepAround(hits[i], kept);
      }
    }
    keepWhatIsAbove(kept);
    keepFirstLine(kept);
    return new Selection(kept, 0);
  }

  /**
   * The first selection by these shares, the smallest first, that is no larger than either bound.
   * Where even the last is larger than an answer may be, lines that count as much as the best stay
   * without what is around them.
   *
   * @param mostBytes beyond this a selection is none
   */
  Selection select(double[] shares, long mostBytes, long answerBytes) {
    Selection selection = select(shares[0]);
    for (int i = 1;
        i < shares.length && !selection.isWithin(Math.min(mostBytes, answerBytes));
        i++) {
      selection = select(shares[i]);
    }
    if (selection.isWithin(answerBytes) || !selection.isWithin(mostBytes)) {
      return selection;
    }
    Selection alone = bestAlone(answerBytes);
    int first = alone.kept.nextSetBit(0);
    // A heading alone says less than the begin of what stands below it.
    boolean says = first >= 0 && (alone.matching > 1 || !headings.get(first));
    return says ? alone : selection;
  }

  /** The first of the best lines, as many as fit with the marks between them. */
  private Selection bestAlone(long maxBytes) {
    BitSet kept = new BitSet(units.count());
    long room = maxBytes - MARK_CHARACTERS;
    int matching = 0;
    for (int i = 0; i < hitCount; i++) {
      if (values[i] >= best) {
        matching++;
        room -= room < 0 ? 0 : bytesAlone(hits[i]);
        if (room >= 0) {
          kept.set(hits[i]);
        }
      }
    }
    return new Selection(kept, matching);
  }

  private long bytesAlone(int unit) {
    boolean isLine = units.beginsLine(unit) && units.beginsLine(unit + 1);
    long size = Utf8Size.of(text, units.start(unit), units.end(unit));
    return size + (isLine ? MARK_CHARACTERS : 2 * MARK_CHARACTERS);
  }

  private void rate() {
    TextHeadings above = new TextHeadings(units, masks);
    for (int unit = 0; unit < masks.length; unit++) {
      time.check(unit);
      int terms = masks[unit];
      int near = above.terms();
      headings.set(unit, above.enter(unit));
      if (terms != 0) {
        int last = Math.min(masks.length - 1, unit + NEIGHBOURS);
        for (int i = Math.max(0, unit - NEIGHBOURS); i <= last; i++) {
          near |= masks[i];
        }
        double value = score.of(terms);
        if (value > 0) {
          // No more than its own: a line that says little is not carried by those beside it.
          double beside = NEIGHBOUR_SHARE * score.of(near & ~terms);
          add(unit, value + Math.min(value, beside));
        }
      }
    }
  }

  private void add(int unit, double value) {
    if (hitCount == hits.length) {
      hits = Arrays.copyOf(hits, hitCount * 2);
      values = Arrays.copyOf(values, hitCount * 2);
    }
    hits[hitCount] = unit;
    values[hitCount++] = value;
    best = Math.max(best, value);
  }

  private void keepAround(int unit, BitSet kept) {
    kept.set(unit);
    if (headings.get(unit)) {
      keepBelow(unit, BELOW_HEADING, BELOW_HEADING_CHARACTERS, false, kept);
    } else {
      keepBefore(unit, kept);
      keepBelow(unit, NEIGHBOURS, CONTEXT_CHARACTERS, false, kept);
      keepBelow(unit, NESTED, NESTED_CHARACTERS, true, kept);
    }
  }

  private void keepBefore(int unit, BitSet kept) {
    int room = CONTEXT_CHARACTERS;
    for (int i = unit - 1; i >= Math.max(0, unit - NEIGHBOURS) && !headings.get(i); i--) {
      room -= length(i);
      if (room < 0) {
        return;
      }
      kept.set(i);
    }
  }

  private void keepBelow(int unit, int most, int characters, boolean nested, BitSet kept) {
    int room = characters;
    int indent = indent(unit);
    int last = Math.min(units.count() - 1, unit + most);
    for (int i = unit + 1; i <= last && !headings.get(i); i++) {
      room -= length(i);
      if (room < 0 || (nested && indent(i) <= indent)) {
        return;
      }
      kept.set(i);
    }
  }

  private int length(int unit) {
    return units.end(unit) - units.start(unit);
  }

  private int indent(int unit) {
    return units.contentStart(unit) - units.start(unit);
  }

  private void keepWhatIsAbove(BitSet kept) {
    TextHeadings headings = new TextHeadings(units, masks);
    boolean before = false;
    int last = kept.length() - 1;
    for (int unit = 0; unit <= last; unit++) {
      boolean now = kept.get(unit);
      if (now && !before && units.isBlank(unit)) {
        kept.clear(unit);
        now = false;
      }
      if (now && !before) {
        headings.mark(unit, kept);
      }
      headings.enter(unit);
      before = now;
    }
    while (last >= 0 && kept.get(last) && units.isBlank(last)) {
      kept.clear(last--);
    }
  }

  private void keepFirstLine(BitSet kept) {
    for (int unit = 0; unit < units.count(); unit++) {
      if (!units.isBlank(unit)) {
        if (length(unit) <= LONGEST_FIRST_LINE) {
          kept.set(unit);
        }
        return;
      }
    }
  }

  /** What of the text is kept. */
  final class Selection {
    private final BitSet kept;
    private final StringBuilder out = new StringBuilder();
    private final int matching;
    private int keptLines;

    /**
     * @param matching of how many units these are what there is room for; 0 where that is no matter
     */
    private Selection(BitSet kept, int matching) {
      this.kept = kept;
      this.matching = matching;
    }

    /** The sections, and how many lines are left out between them. */
    String written() {
      if (out.length() == 0) {
        write();
      }
      return out.toString();
    }

    private boolean isWithin(long maxBytes) {
      long characters = 0;
      int unit = kept.nextSetBit(0);
      while (unit >= 0) {
        int end = Math.min(kept.nextClearBit(unit), units.count());
        characters += units.start(end) - units.start(unit);
        unit = kept.nextSetBit(end);
      }
      // A character takes a byte at least: what is larger by far is not written to find that out.
      return characters <= maxBytes && Utf8Size.of(written()) <= maxBytes;
    }

    /** A few words: how many lines of how many are shown. */
    String summary() {
      String lines = keptLines + " of " + units.lines(0, units.count()) + " lines";
      return matching > kept.cardinality() ? lines + ", " + matching + " match" : lines;
    }

    private void write() {
      int unit = 0;
      while (unit < units.count()) {
        boolean isKept = kept.get(unit);
        int end = isKept ? kept.nextClearBit(unit) : kept.nextSetBit(unit);
        end = end < 0 ? units.count() : Math.min(end, units.count());
        if (isKept || isSmallGap(unit, end)) {
          copy(unit, end);
        } else {
          leaveOut(unit, end);
        }
        unit = end;
      }
      if (out.length() > 0 && out.charAt(out.length() - 1) == '\n' && !text.endsWith("\n")) {
        out.setLength(out.length() - 1);
      }
    }

    private void copy(int from, int to) {
      out.append(text, units.start(from), units.start(to));
      keptLines += units.lines(from, to);
    }

    private boolean isSmallGap(int from, int to) {
      int characters = units.start(to) - units.start(from);
      boolean small = matching == 0 && to - from <= SMALL_GAP && characters <= SMALL_GAP_CHARACTERS;
      return small || characters <= marker(to - from, "line").length() + 2;
    }

    /** The rest of a line that was begun, whole lines, and the begin of one that goes on. */
    private void leaveOut(int from, int to) {
      int lines = from;
      while (lines < to && !units.beginsLine(lines)) {
        lines++;
      }
      int goesOn = to;
      while (goesOn > lines && !units.beginsLine(goesOn)) {
        goesOn--;
      }
      if (lines > from) {
        boolean lineEnds = units.beginsLine(lines);
        int left = units.start(lines) - units.start(from);
        out.append(' ').append(marker(left, "character")).append(lineEnds ? '\n' : ' ');
      }
      if (goesOn > lines) {
        out.append(marker(units.lines(lines, goesOn), "line")).append('\n');
      }
      if (to > goesOn) {
        keptLines++;
        out.append(marker(units.start(to) - units.start(goesOn), "character")).append(' ');
      }
    }
  }

  private static String marker(int count, String what) {
    return "[... " + count + " " + what + (count == 1 ? "" : "s") + " ...]";
  }
}
