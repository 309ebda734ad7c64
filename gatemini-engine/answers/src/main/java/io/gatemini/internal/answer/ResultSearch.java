package io.gatemini.internal.answer;

import io.gatemini.StoredResult.Match;
import io.gatemini.StoredResult.Matches;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.text.Utf8Size;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds what has the most of some words: lines of a text, or values of JSON. Used once.
 *
 * <p>In JSON it finds the smallest values that contain these words together, in texts or names; a
 * single text or number is shown with the small object around it, unless that is the whole. Values
 * above a bound have words in common by chance only.
 */
final class ResultSearch {
  private static final int MAX_MATCHES = 50;

  /** Characters of a line or value that are shown of a longer one. */
  private static final int EXCERPT = 300;

  /** How large a value may be whose parts have the words together. */
  private static final int MAX_TOGETHER = 4 << 10;

  /** How large the object may be that is shown around a text or number. */
  private static final int MAX_AROUND = 512;

  /** How large a value may be to be shown whole. */
  private static final int MAX_WHOLE = 1_000;

  private final SearchWords words;
  private final int maxBytes;
  private final List<Match> matches = new ArrayList<>();
  private int best = 1;
  private int total;
  private long bytes;

  /**
   * @param maxBytes how many UTF-8 bytes the matches may have together
   */
  ResultSearch(SearchWords words, int maxBytes) {
    this.words = words;
    this.maxBytes = maxBytes;
  }

  Matches lines(byte[] utf8) {
    int line = 1;
    int start = 0;
    while (start < utf8.length) {
      int end = TextLines.next(utf8, start);
      String text = TextLines.text(utf8, start, end);
      int found = Integer.bitCount(words.in(text));
      if (found > best) {
        best = found;
        matches.clear();
        total = 0;
        bytes = 0;
      }
      if (found == best) {
        add(OptionalInt.of(line), "", words.excerpt(text, EXCERPT), Utf8Size.of(text));
      }
      start = end;
      line++;
    }
    return new Matches(matches, total);
  }

  Matches values(JsonOutline outline) {
    int[] found = found(outline);
    for (int mask : found) {
      best = Math.max(best, Integer.bitCount(mask));
    }
    JsonCursor cursor = new JsonCursor(outline);
    int shown = JsonOutline.NONE;
    while (cursor.next(true)) {
      int value = cursor.value();
      if (Integer.bitCount(found[value]) == best && isSmallest(outline, found, value)) {
        int level = cursor.depth();
        if (isShownWithin(outline, cursor)) {
          level--;
          value = cursor.container(level);
        }
        if (value != shown) {
          shown = value;
          add(
              OptionalInt.empty(),
              cursor.pointer(level),
              shown(outline, value),
              outline.size(value));
        }
      }
    }
    return new Matches(matches, total);
  }

  private String shown(JsonOutline outline, int value) {
    if (outline.size(value) <= MAX_WHOLE) {
      return outline.written(value);
    }
    return outline.isString(value) ? words.excerpt(outline.string(value), EXCERPT) : "";
  }

  /** The words of each value. */
  private int[] found(JsonOutline outline) {
    int[] found = new int[outline.count()];
    for (int value = found.length - 1; value >= 0; value--) {
      int mask = words.in(outline.name(value));
      if (!outline.isContainer(value)) {
        mask |= words.in(outline.isString(value) ? outline.string(value) : outline.written(value));
      } else if (outline.size(value) <= MAX_TOGETHER) {
        int child = outline.firstChild(value);
        while (child != JsonOutline.NONE) {
          mask |= found[child];
          child = outline.nextSibling(child, value);
        }
      }
      found[value] = mask;
    }
    return found;
  }

  private boolean isSmallest(JsonOutline outline, int[] found, int value) {
    if (!outline.isContainer(value) || outline.size(value) > MAX_TOGETHER) {
      return true;
    }
    int child = outline.firstChild(value);
    while (child != JsonOutline.NONE) {
      if (Integer.bitCount(found[child]) == best) {
        return false;
      }
      child = outline.nextSibling(child, value);
    }
    return true;
  }

  private static boolean isShownWithin(JsonOutline outline, JsonCursor cursor) {
    if (cursor.depth() < 2 || outline.isContainer(cursor.value())) {
      return false;
    }
    int around = cursor.container(cursor.depth() - 1);
    return outline.isObject(around) && outline.size(around) <= MAX_AROUND;
  }

  private void add(OptionalInt line, String path, String shown, long sizeBytes) {
    total++;
    long size = Utf8Size.of(shown) + Utf8Size.of(path);
    boolean fits = matches.isEmpty() || bytes + size <= maxBytes;
    if (fits && matches.size() < MAX_MATCHES) {
      matches.add(new Match(line, path, shown, Utf8Size.of(shown) == sizeBytes, sizeBytes));
    }
    // The first match that does not fit ends the list: a shorter one after it would leave a gap.
    bytes = fits ? bytes + size : maxBytes + 1L;
  }
}
