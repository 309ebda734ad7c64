package io.gatemini.internal.answer.intent;

import io.gatemini.internal.async.TimeBudget;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The blocks of a text that may count for an intent: a heading with its first paragraph, a
 * paragraph, an item of a list, a row of a table, lines of code, the record of a log with what
 * follows it. A few bytes a block; not thread-safe.
 */
final class TextBlocks {
  /** A longer paragraph is several blocks. */
  private static final int LONGEST = 500;

  /** The line behind one as long as this goes on with it. */
  private static final int WRAPPED = 50;

  /** Beyond this only blocks with terms are kept. */
  private static final int MOST_UNITS = 100_000;

  private static final int NAMED = 3;
  private static final int LONGEST_NAME = 28;
  private static final double HEADING_SHARE = 0.5;

  private final TextUnits units;
  private final String text;
  private final int[] masks;
  private final boolean all;
  private final BitSet headings = new BitSet();
  private final IntentScore score;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private int[] terms = new int[64];
  private int[] above = new int[64];
  private String[] paths = new String[0];
  private int[] shapes = new int[0];
  private final Map<Integer, Integer> shapeCounts = new HashMap<>();
  private int count;
  private int places;
  private boolean anyTerm;

  // The block that the next line may go on with.
  private int start;
  private int end;
  private int mask;
  private int near;
  private String path = "";
  private boolean isRecord;
  private boolean isHeading;
  private int indent;
  private int lastLength;
  private boolean afterBlank;

  /**
   * @param meant whether blocks without terms may count as well
   */
  TextBlocks(TextUnits units, IntentTerms intent, boolean meant, TimeBudget time) {
    this.units = units;
    this.text = units.text();
    this.masks = new int[units.count()];
    this.all = meant && units.count() <= MOST_UNITS;
    int[] counts = new int[intent.count()];
    TextHeadings heads = new TextHeadings(units, masks);
    IntentTerms.Source source = IntentTerms.Source.of(text);
    for (int unit = 0; unit < masks.length; unit++) {
      time.check(unit);
      masks[unit] = intent.in(source, units.start(unit), units.end(unit));
      anyTerm |= masks[unit] != 0;
      boolean fenced = heads.inFence();
      headings.set(unit, heads.enter(unit));
      if (units.isBlank(unit)) {
        afterBlank = !fenced && !isHeading;
        continue;
      }
      if (begins(unit, fenced)) {
        close(counts);
        open(unit, heads);
      }
      isHeading = headings.get(unit);
      end = unit + 1;
      mask |= masks[unit];
      lastLength = units.end(unit) - units.start(unit);
      afterBlank = false;
    }
    close(counts);
    score = IntentScore.of(counts, places);
  }

  boolean hasTerms() {
    return anyTerm;
  }

  int count() {
    return count;
  }

  int start(int block) {
    return starts[block];
  }

  int end(int block) {
    return ends[block];
  }

  int[] masks() {
    return masks;
  }

  BitSet headings() {
    return headings;
  }

  /** Whether there are texts of all blocks. */
  boolean hasTexts() {
    return all;
  }

  /** The text of a block behind the headings above. */
  String text(int block) {
    return paths[block]
        + " "
        + text.substring(units.start(starts[block]), units.start(ends[block]));
  }

  /** How the block is written, but for its numbers. */
  int shape(int block) {
    return shapes[block];
  }

  /** How many blocks are written as this one is. */
  int alike(int block) {
    return shapeCounts.getOrDefault(shapes[block], 1);
  }

  /** By block, the share of what all terms of the intent are worth. */
  float[] words() {
    float[] words = new float[count];
    for (int i = 0; i < count; i++) {
      double heads = HEADING_SHARE * score.of(above[i] & ~terms[i]);
      words[i] = (float) ((score.of(terms[i]) + heads) / score.most());
    }
    return words;
  }

  /** The blocks of some value, best first, of equals the first one first. */
  int[] order(float[] values) {
    long[] keys = new long[count];
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (values[i] > 0) {
        keys[size++] = ((long) ~Float.floatToIntBits(values[i]) << Integer.SIZE) | i;
      }
    }
    Arrays.sort(keys, 0, size);
    return Arrays.stream(keys, 0, size).mapToInt(key -> (int) key).toArray();
  }

  /** Whether the text is longer. */
  boolean isLarge(int characters) {
    return text.length() > characters;
  }

  /** All blocks: those with the most words of the intent first, then in their order. */
  int[] wordsFirst(float[] words) {
    return IntStream.concat(
            IntStream.of(order(words)), IntStream.range(0, count).filter(i -> words[i] <= 0))
        .toArray();
  }

  /** The first headings among units; empty where there is none or no room. */
  String names(int from, int to, int room) {
    StringBuilder names = new StringBuilder();
    int named = 0;
    int more = 0;
    for (int unit = headings.nextSetBit(from); unit >= 0 && unit < to; ) {
      String name = TextHeadings.name(units, unit, LONGEST_NAME);
      if (named < NAMED && names.length() + name.length() + 12 <= room) {
        names.append(named++ == 0 ? "" : ", ").append(name);
      } else {
        more++;
      }
      unit = headings.nextSetBit(unit + 1);
    }
    return named == 0 || more == 0 ? names.toString() : names + ", " + more + " more";
  }

  private boolean begins(int unit, boolean fenced) {
    int size = units.end(unit) - units.start(start);
    boolean joins = isHeading && !headings.get(unit);
    if (end == 0 || headings.get(unit) || !units.beginsLine(unit) || size > LONGEST) {
      return !joins || size > LONGEST;
    }
    if (fenced || joins) {
      return false;
    }
    int at = units.contentStart(unit);
    char first = text.charAt(at);
    boolean item = (first == '-' || first == '*' || first == '+') && text.startsWith(" ", at + 1);
    if (afterBlank || item || first == '|' || first == '<') {
      return true;
    }
    boolean record = startsRecord(first);
    if (at - units.start(unit) > indent || (isRecord && !record)) {
      return false;
    }
    return record || lastLength < WRAPPED;
  }

  private static boolean startsRecord(char first) {
    return Character.isDigit(first) || first == '[' || first == '{' || first == '"';
  }

  private void open(int unit, TextHeadings heads) {
    start = unit;
    mask = 0;
    near = heads.terms();
    path = all ? heads.path() : "";
    int at = units.contentStart(unit);
    indent = at - units.start(unit);
    isRecord = startsRecord(text.charAt(at));
  }

  private void close(int[] counts) {
    if (end == 0) {
      return;
    }
    places++;
    IntentScore.count(mask, counts);
    if (!all && (mask | near) == 0) {
      return;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      terms = Arrays.copyOf(terms, count * 2);
      above = Arrays.copyOf(above, count * 2);
    }
    if (all) {
      paths = paths.length <= count ? Arrays.copyOf(paths, count * 2 + 64) : paths;
      shapes = shapes.length <= count ? Arrays.copyOf(shapes, count * 2 + 64) : shapes;
      paths[count] = path;
      shapes[count] = shape(units.start(start), units.start(end));
      shapeCounts.merge(shapes[count], 1, Integer::sum);
    }
    starts[count] = start;
    ends[count] = end;
    terms[count] = mask;
    above[count++] = near;
  }

  private int shape(int from, int to) {
    int hash = 0;
    boolean number = false;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit || !number) {
        hash = 31 * hash + (digit ? '0' : c);
      }
      number = digit;
    }
    return hash;
  }
}
