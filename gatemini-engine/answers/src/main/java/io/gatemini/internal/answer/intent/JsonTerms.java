package io.gatemini.internal.answer.intent;

import io.gatemini.internal.answer.intent.IntentTerms.Source;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import java.nio.charset.StandardCharsets;

/**
 * Which terms of an intent stand within each value of a JSON text: in its name, in what it says,
 * and in all that is within it. Immutable.
 */
final class JsonTerms {
  private static final int UNICODE_DIGITS = 4;
  private static final int HEXADECIMAL = 16;

  private final JsonOutline outline;
  private final IntentTerms intent;
  private final Source source;
  private final int[] within;
  private final int[] parents;
  private final IntentScore score;

  JsonTerms(JsonOutline outline, IntentTerms intent, TimeBudget time) {
    this.outline = outline;
    this.intent = intent;
    source = Source.of(outline.text());
    within = new int[outline.count()];
    parents = new int[outline.count()];
    int[] counts = new int[intent.count()];
    int open = JsonOutline.NONE;
    for (int value = 0; value < within.length; value++) {
      time.check(value);
      while (open != JsonOutline.NONE && outline.end(open) <= outline.start(value)) {
        open = parents[open];
      }
      parents[value] = open;
      within[value] = outline.isContainer(value) ? inName(value) : inNameAndScalar(value);
      IntentScore.count(within[value], counts);
      if (outline.isContainer(value)) {
        open = value;
      }
    }
    for (int value = within.length - 1; value > JsonOutline.ROOT; value--) {
      within[parents[value]] |= within[value];
    }
    score = IntentScore.of(counts, within.length);
  }

  /** The terms of a value and of all that is within it. */
  int within(int value) {
    return within[value];
  }

  /** The terms of a member's name. */
  int inName(int value) {
    int start = outline.nameStart(value);
    return start == JsonOutline.NONE ? 0 : in(start, outline.start(value));
  }

  /** The array or object that a value is in. */
  int parent(int value) {
    return parents[value];
  }

  /** The worth of terms in this text. */
  double worth(int terms) {
    return score.of(terms);
  }

  private int inNameAndScalar(int value) {
    int start = outline.nameStart(value);
    return in(start == JsonOutline.NONE ? outline.start(value) : start, outline.end(value));
  }

  private int in(int from, int to) {
    byte[] text = outline.text();
    for (int i = from; i < to; i++) {
      if (text[i] == '\\') {
        String plain = resolved(text, from, to);
        return intent.in(Source.of(plain), 0, plain.length());
      }
    }
    return intent.in(source, from, to);
  }

  /**
   * A part of a JSON text as it reads without escapes. The part need not be one string: names,
   * strings and what is between them are read alike.
   */
  static String resolved(byte[] utf8, int from, int to) {
    StringBuilder plain = new StringBuilder(to - from);
    int copied = from;
    int i = from;
    while (i < to) {
      if (utf8[i] != '\\' || i + 1 >= to) {
        i++;
        continue;
      }
      plain.append(new String(utf8, copied, i - copied, StandardCharsets.UTF_8));
      byte sign = utf8[i + 1];
      i += 2;
      switch (sign) {
        case 'b', 'f', 'n', 'r', 't' -> plain.append(' ');
        case 'u' -> {
          plain.append((char) codeUnit(utf8, i, to));
          i = Math.min(to, i + UNICODE_DIGITS);
        }
        default -> plain.append((char) sign);
      }
      copied = i;
    }
    return plain.append(new String(utf8, copied, to - copied, StandardCharsets.UTF_8)).toString();
  }

  private static int codeUnit(byte[] utf8, int from, int to) {
    int unit = 0;
    for (int i = from; i < Math.min(to, from + UNICODE_DIGITS); i++) {
      unit = unit * HEXADECIMAL + Math.max(0, Character.digit(utf8[i], HEXADECIMAL));
    }
    return unit;
  }
}
