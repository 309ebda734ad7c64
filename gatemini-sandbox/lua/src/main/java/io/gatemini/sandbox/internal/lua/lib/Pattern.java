package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of Lua that is matched against one text, by backtracking as the original does it, with
 * the same limits. Each trial counts a step, so that a pattern that never ends is stopped.
 */
@SuppressWarnings("OrphanedFormatString") // the signs of percent are those of patterns
final class Pattern implements Holder {
  /** The charge of a pattern that is kept; most of it are places of captures. */
  static final int PATTERN_BYTES = 400;

  private static final int MAX_CAPTURES = 32;
  private static final int MAX_DEPTH = 200;
  private static final int UNFINISHED = -1;
  private static final int POSITION = -2;
  private static final int NO_MATCH = -1;

  private final Meter meter;
  private final LuaString text;
  private final LuaString pattern;
  private final int textEnd;
  private final int patternEnd;
  private final int[] starts = new int[MAX_CAPTURES];
  private final int[] lengths = new int[MAX_CAPTURES];
  private int level;
  private int depth;

  Pattern(Meter meter, LuaString text, LuaString pattern) {
    this.meter = meter;
    this.text = text;
    this.pattern = pattern;
    this.textEnd = text.length();
    this.patternEnd = pattern.length();
  }

  @Override
  public long show(Visitor visitor) {
    visitor.accept(text);
    visitor.accept(pattern);
    return PATTERN_BYTES;
  }

  /** Whether a pattern is plain text. */
  static boolean isPlain(LuaString pattern, Meter meter) {
    for (int i = 0; i < pattern.length(); i++) {
      meter.loop(i);
      if ("^$*+?.([%-".indexOf(pattern.byteAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The end of the match of the pattern from an index on at a place of the text, or -1. */
  int match(int at, int patternIndex) {
    meter.loop(at);
    level = 0;
    depth = MAX_DEPTH;
    return matchHere(at, patternIndex);
  }

  /** All captures of the match, or the whole match where there are none. */
  @Nullable Object[] captures(int from, int to, boolean wholeIfNone) {
    int count = level == 0 && wholeIfNone ? 1 : level;
    @Nullable Object[] values = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = capture(i, from, to);
    }
    return values;
  }

  /** A capture, counted from 0, as a string or as a position. */
  Object capture(int number, int from, int to) {
    int start = from;
    int length = to - from;
    if (number >= level) {
      if (number != 0) {
        throw invalidIndex(number);
      }
    } else {
      start = starts[number];
      length = lengths[number];
      if (length == POSITION) {
        return start + 1L;
      }
      if (length == UNFINISHED) {
        throw new LuaError("unfinished capture");
      }
    }
    return text.substring(start, start + length, meter);
  }

  private static LuaError invalidIndex(int number) {
    return new LuaError("invalid capture index %" + (number + 1));
  }

  private int at(int patternIndex) {
    return patternIndex < patternEnd ? pattern.byteAt(patternIndex) : 0;
  }

  private int matchHere(int from, int patternFrom) {
    if (depth-- == 0) {
      throw new LuaError("pattern too complex");
    }
    int s = from;
    int p = patternFrom;
    while (p < patternEnd) {
      meter.step(1);
      int item = pattern.byteAt(p);
      int next = at(p + 1);
      if (item == '(') {
        s = next == ')' ? open(s, p + 2, POSITION) : open(s, p + 1, UNFINISHED);
        break;
      } else if (item == ')') {
        s = close(s, p + 1);
        break;
      } else if (item == '$' && p + 1 == patternEnd) {
        s = s == textEnd ? s : NO_MATCH;
        break;
      } else if (item == '%' && next == 'b') {
        s = matchBalance(s, p + 2);
        p += 4;
      } else if (item == '%' && next == 'f') {
        int end = setAfterFrontier(p + 2);
        int before = s == 0 ? 0 : text.byteAt(s - 1);
        int after = s == textEnd ? 0 : text.byteAt(s);
        boolean frontier = !inSet(before, p + 2, end - 1) && inSet(after, p + 2, end - 1);
        s = frontier ? s : NO_MATCH;
        p = end;
      } else if (item == '%' && next >= '0' && next <= '9') {
        s = matchBack(s, next);
        p += 2;
      } else {
        int end = itemEnd(p);
        int suffix = at(end);
        boolean optional = suffix == '*' || suffix == '?' || suffix == '-';
        if (suffix == '*' || suffix == '+') {
          s = suffix == '+' && !matchesOne(s, p, end) ? NO_MATCH : expand(s, p, end, suffix);
          break;
        } else if (suffix == '-') {
          s = expandLeast(s, p, end);
          break;
        } else if (!matchesOne(s, p, end)) {
          s = optional ? s : NO_MATCH;
          p = end + 1;
        } else if (suffix == '?') {
          int rest = matchHere(s + 1, end + 1);
          if (rest != NO_MATCH) {
            s = rest;
            break;
          }
          p = end + 1;
        } else {
          s++;
          p = end;
        }
      }
      if (s == NO_MATCH) {
        break;
      }
    }
    depth++;
    return s;
  }

  private int setAfterFrontier(int p) {
    if (at(p) != '[') {
      throw new LuaError("missing '[' after '%f' in pattern");
    }
    return itemEnd(p);
  }

  private int expand(int s, int p, int end, int suffix) {
    int least = suffix == '+' ? 1 : 0;
    int count = least;
    while (matchesOne(s + count, p, end)) {
      count++;
    }
    for (; count >= least; count--) {
      int rest = matchHere(s + count, end + 1);
      if (rest != NO_MATCH) {
        return rest;
      }
    }
    return NO_MATCH;
  }

  private int expandLeast(int from, int p, int end) {
    int s = from;
    while (true) {
      int rest = matchHere(s, end + 1);
      if (rest != NO_MATCH) {
        return rest;
      }
      if (!matchesOne(s, p, end)) {
        return NO_MATCH;
      }
      s++;
    }
  }

  private int open(int s, int p, int kind) {
    if (level >= MAX_CAPTURES) {
      throw new LuaError("too many captures");
    }
    starts[level] = s;
    lengths[level] = kind;
    level++;
    int end = matchHere(s, p);
    if (end == NO_MATCH) {
      level--;
    }
    return end;
  }

  private int close(int s, int p) {
    int open = level - 1;
    while (open >= 0 && lengths[open] != UNFINISHED) {
      open--;
    }
    if (open < 0) {
      throw new LuaError("invalid pattern capture");
    }
    lengths[open] = s - starts[open];
    int end = matchHere(s, p);
    if (end == NO_MATCH) {
      lengths[open] = UNFINISHED;
    }
    return end;
  }

  private int matchBack(int s, int digit) {
    int number = digit - '1';
    if (number < 0 || number >= level || lengths[number] == UNFINISHED) {
      throw invalidIndex(number);
    }
    int length = lengths[number];
    if (length == POSITION || textEnd - s < length) {
      return NO_MATCH;
    }
    meter.stepBytes(length);
    for (int i = 0; i < length; i++) {
      if (text.byteAt(starts[number] + i) != text.byteAt(s + i)) {
        return NO_MATCH;
      }
    }
    return s + length;
  }

  private int matchBalance(int s, int p) {
    if (p >= patternEnd - 1) {
      throw new LuaError("malformed pattern (missing arguments to '%b')");
    }
    int begin = pattern.byteAt(p);
    int end = pattern.byteAt(p + 1);
    if (s >= textEnd || text.byteAt(s) != begin) {
      return NO_MATCH;
    }
    int open = 1;
    for (int i = s + 1; i < textEnd; i++) {
      meter.step(1);
      int c = text.byteAt(i);
      if (c == end) {
        if (--open == 0) {
          return i + 1;
        }
      } else if (c == begin) {
        open++;
      }
    }
    return NO_MATCH;
  }

  /** The index after the item of one character that begins at an index. */
  private int itemEnd(int from) {
    int p = from + 1;
    int item = pattern.byteAt(from);
    if (item == '%') {
      if (p == patternEnd) {
        throw new LuaError("malformed pattern (ends with '%')");
      }
      return p + 1;
    }
    if (item != '[') {
      return p;
    }
    if (at(p) == '^') {
      p++;
    }
    do {
      meter.loop(p);
      if (p >= patternEnd) {
        throw new LuaError("malformed pattern (missing ']')");
      }
      if (pattern.byteAt(p++) == '%' && p < patternEnd) {
        p++;
      }
    } while (at(p) != ']' || p >= patternEnd);
    meter.step((p - from) >> 2);
    return p + 1;
  }

  private boolean matchesOne(int s, int p, int end) {
    if (s >= textEnd) {
      return false;
    }
    meter.step(1);
    int c = text.byteAt(s);
    int item = pattern.byteAt(p);
    return switch (item) {
      case '.' -> true;
      case '%' -> inClass(c, pattern.byteAt(p + 1));
      case '[' -> inSet(c, p, end - 1);
      default -> item == c;
    };
  }

  private boolean inSet(int c, int open, int close) {
    meter.step((close - open) >> 3);
    boolean found = true;
    int p = open + 1;
    if (at(p) == '^') {
      found = false;
      p++;
    }
    for (; p < close; p++) {
      meter.loop(p);
      int item = pattern.byteAt(p);
      if (item == '%') {
        p++;
        if (inClass(c, at(p))) {
          return found;
        }
      } else if (at(p + 1) == '-' && p + 2 < close) {
        p += 2;
        if (item <= c && c <= pattern.byteAt(p)) {
          return found;
        }
      } else if (item == c) {
        return found;
      }
    }
    return !found;
  }

  private static boolean inClass(int c, int name) {
    boolean member =
        switch (name | 0x20) {
          case 'a' -> isLetter(c);
          case 'c' -> c < ' ' || c == 127;
          case 'd' -> isDigit(c);
          case 'g' -> c > ' ' && c < 127;
          case 'l' -> c >= 'a' && c <= 'z';
          case 'p' -> c > ' ' && c < 127 && !isLetter(c) && !isDigit(c);
          case 's' -> Numbers.isSpace(c);
          case 'u' -> c >= 'A' && c <= 'Z';
          case 'w' -> isLetter(c) || isDigit(c);
          case 'z' -> c == 0;
          case 'x' -> c < 128 && Character.digit(c, 16) >= 0;
          default -> false;
        };
    if (!isLetter(name) || "acdglpsuwxz".indexOf(name | 0x20) < 0) {
      return name == c;
    }
    return member == (name >= 'a');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(int c) {
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  }
}
