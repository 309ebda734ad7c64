package io.gatemini.internal.answer.intent;

import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.text.Utf8Size;
import java.util.BitSet;
import java.util.Optional;

/**
 * The sections of a text that have to do with an intent: the best of its {@link TextBlocks}, with a
 * few lines around the first of them and the headings above. Other lines are counted, with the
 * headings among them. Order is kept, the result is never longer than the text.
 *
 * <p>A block is worth the share of the intent's terms that it has, half for those of its headings,
 * and its likeness in meaning where there is a model. One for each text; not thread-safe.
 */
final class TextSections {
  /** The answer that is filled with what is like the intent and has few words of it. */
  private static final int FILLED_BYTES = 10 << 10;

  private static final int NEIGHBOURS = 2;

  /** Context beside a block that counts, as far as it takes no more characters than that. */
  private static final int CONTEXT_CHARACTERS = 400;

  /** The share of the room that a block may take with its context. */
  private static final int CONTEXT_SHARE = 16;

  /** The first line says what a text is, or names the columns of a table. */
  private static final int LONGEST_FIRST_LINE = 300;

  /** A gap of one or two short lines is shown rather than counted. */
  private static final int SMALL_GAP = 2;

  private static final int SMALL_GAP_CHARACTERS = 160;

  /** The longest mark, {@code [... 2097152 characters ...]}, with the spaces around it. */
  private static final int MARK_CHARACTERS = 32;

  /** The share of the room for headings of what is left out, and what one mark has of it. */
  private static final int NAMES_SHARE = 12;

  private static final int LONGEST_NAMES = 90;

  /** Blocks in a row that have no room any more; others are not tried. */
  private static final int MISSES = 200;

  private static final int ATTEMPTS = 4;

  private final TimeBudget time;
  private final TextUnits units;
  private final String text;
  private final TextBlocks blocks;
  private final float[] values;
  private final float[] words;
  private final double bestWords;
  private final double best;

  TextSections(
      TextUnits units, IntentTerms terms, Optional<IntentMeaning> meaning, TimeBudget time) {
    this.time = time;
    this.units = units;
    this.text = units.text();
    blocks = new TextBlocks(units, terms, meaning.isPresent(), time);
    words = blocks.words();
    bestWords = max(words);
    values = meaning.map(m -> m.values(blocks, words)).orElse(words);
    best = max(values);
  }

  /** Whether the text has any term of the intent, or something like it. */
  boolean hasTerms() {
    return blocks.hasTerms() || best > 0;
  }

  /** Whether some blocks count more than others. */
  boolean discriminates() {
    return best > 0;
  }

  /**
   * The best blocks that an answer has room for.
   *
   * @param answerBytes what a selection takes at most, unless even one block is larger
   */
  Selection select(long answerBytes) {
    long room = answerBytes;
    Selection selection = new Selection(new BitSet(), 0);
    for (int attempt = 1; attempt <= ATTEMPTS && room > 0; attempt++) {
      time.check();
      selection = selection(room, attempt < ATTEMPTS);
      long over = Utf8Size.of(selection.written()) - answerBytes;
      if (over <= 0) {
        break;
      }
      room -= over + MARK_CHARACTERS;
    }
    return selection;
  }

  private Selection selection(long room, boolean headed) {
    BitSet kept = new BitSet(units.count());
    long filled = Math.min(room, Math.min(FILLED_BYTES, text.length() / 2));
    long used = MARK_CHARACTERS;
    int matching = 0;
    int shown = 0;
    int misses = 0;
    for (int block : blocks.order(values)) {
      boolean matches = words[block] > 0 && words[block] >= IntentScore.KEPT_SHARE * bestWords;
      matching += matches ? 1 : 0;
      boolean worth = matches || values[block] >= IntentScore.KEPT_SHARE * best;
      if (!worth || misses > MISSES) {
        continue;
      }
      int from = before(blocks.start(block));
      int to = behind(block);
      long most = matches ? room : filled;
      long size = size(from, to, kept);
      if (!matches || size > room / CONTEXT_SHARE || used + size > most) {
        from = blocks.start(block);
        to = blocks.end(block);
        size = size(from, to, kept);
      }
      if (used + size <= most) {
        used += size;
        kept.set(from, to);
        shown += matches ? 1 : 0;
        misses = 0;
      } else {
        misses++;
      }
    }
    if (kept.isEmpty() || (headed && used + LONGEST_FIRST_LINE <= room)) {
      keepFirstLine(kept);
      keepWhatIsAbove(kept);
    }
    Selection selection = new Selection(kept, shown < matching ? matching : 0);
    selection.names = headed ? (int) Math.min(Integer.MAX_VALUE, room / NAMES_SHARE) : 0;
    return selection;
  }

  /** The bytes of units that are not kept yet, with the mark of a gap. */
  private long size(int from, int to, BitSet kept) {
    boolean joins = from > 0 && kept.get(from - 1);
    long size = joins ? 0 : MARK_CHARACTERS;
    for (int unit = kept.nextClearBit(from); unit < to; unit = kept.nextClearBit(unit + 1)) {
      size += Utf8Size.of(text, units.start(unit), units.end(unit));
    }
    return size;
  }

  private int before(int start) {
    int room = CONTEXT_CHARACTERS;
    int from = start;
    while (from > Math.max(0, start - NEIGHBOURS)
        && !blocks.headings().get(start)
        && !blocks.headings().get(from - 1)) {
      room -= length(from - 1);
      if (room < 0) {
        break;
      }
      from--;
    }
    return from;
  }

  private int behind(int block) {
    int room = CONTEXT_CHARACTERS;
    int end = blocks.end(block);
    int to = end;
    while (to < Math.min(units.count(), end + NEIGHBOURS) && !blocks.headings().get(to)) {
      room -= length(to);
      if (room < 0) {
        break;
      }
      to++;
    }
    return to;
  }

  private int length(int unit) {
    return units.end(unit) - units.start(unit);
  }

  private static float max(float[] of) {
    float max = 0;
    for (float each : of) {
      max = Math.max(max, each);
    }
    return max;
  }

  private void keepWhatIsAbove(BitSet kept) {
    TextHeadings headings = new TextHeadings(units, blocks.masks());
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

  /** The part of the text that is kept. */
  final class Selection {
    private final BitSet kept;
    private final StringBuilder out = new StringBuilder();
    private final int matching;
    private int keptLines;

    /** The characters that headings of gaps may take. */
    private int names;

    /**
     * @param matching of how many blocks these are what there is room for; 0 where that is no
     *     matter
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

    /** A few words: how many lines of how many are shown. */
    String summary() {
      String lines = keptLines + " of " + units.lines(0, units.count()) + " lines";
      return matching > 0 ? lines + ", " + matching + " match" : lines;
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
        String mark = marker(units.lines(lines, goesOn), "line");
        String said = blocks.names(lines, goesOn, Math.min(names, LONGEST_NAMES));
        names -= said.length();
        out.append(said.isEmpty() ? mark : mark.replace(" ...]", ": " + said + " ...]"))
            .append('\n');
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
