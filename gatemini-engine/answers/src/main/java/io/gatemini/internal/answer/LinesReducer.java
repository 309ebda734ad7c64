package io.gatemini.internal.answer;

import io.gatemini.config.OutputConfig;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Lists that are written as lines (directory listings, found paths, bullets) are to a text what
 * uniform arrays are to JSON, and are reduced alike: the first lines stay, as many as a list of
 * identities may have bytes, and the number of the rest. Logs, tables and prose are no lists.
 * Stateless.
 */
public record LinesReducer(Supplier<OutputConfig> output) implements TimedReducer {
  /** The name it is configured under. */
  public static final String NAME = "lines";

  /** Behind the stages that know what the caller wants, or what the text is. */
  public static final int WEIGHT = 150;

  /** {@code [FILE] a.txt}, {@code - a}, {@code 12. a}. */
  private static final Pattern ITEM =
      Pattern.compile("\\s*+(?:\\[[A-Z]++]|[-*\u2022]|\\d++[.)]) \\S.*+");

  /** The part before a separator in a path. */
  private static final String IN_NAMES = "_.-";

  private static final double UNIFORM = 0.95;
  private static final int MIN_LINES = 20;

  /** A list begins as one; what stands before it in words is not that long. */
  private static final int SAMPLE_LINES = 200;

  /** A sum or a hint often follows a list. */
  private static final int CLOSING_LINES = 5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean passes(long sizeBytes, Request request) {
    return !output.get().uniformArrayCollapse() || sizeBytes <= output.get().chunkThreshold();
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request, TimeBudget time) {
    int room = Math.min(output.get().chunkTarget(), request.maxOutputBytes());
    // A filter leaves the wanted part of a list.
    boolean isWanted = payload.isReduced();
    if (payload.kind() != Payload.Kind.TEXT || isWanted || passes(payload.sizeBytes(), request)) {
      return Optional.empty();
    }
    Lines lines = Lines.of(payload.text(), time);
    if (!lines.isList()) {
      return Optional.empty();
    }
    int end = lines.endOfFirst(room);
    int left = lines.count(end, lines.closing);
    String text =
        payload.text().substring(0, end)
            + "[... "
            + left
            + " more lines like these ...]"
            + (lines.closing < payload.text().length()
                ? "\n" + payload.text().substring(lines.closing)
                : "");
    return Optional.of(
        payload.reducedTo(
            text, NAME + ": " + lines.count(0, end) + " of " + lines.count + " lines"));
  }

  /**
   * A text as lines.
   *
   * @param count how many there are
   * @param items how many of them look like items of one list
   * @param closing where what follows the last item begins
   */
  private record Lines(String text, int count, int items, int closing) {
    static Lines of(String text, TimeBudget time) {
      int count = 0;
      int marked = 0;
      int paths = 0;
      int closing = text.length();
      for (int start = 0; start < text.length(); start = next(text, start)) {
        String line = text.substring(start, end(text, start));
        time.check(count);
        count++;
        boolean isMarked = ITEM.matcher(line).matches();
        boolean isPath = !isMarked && isPath(line);
        marked += isMarked ? 1 : 0;
        paths += isPath ? 1 : 0;
        closing = isMarked || isPath ? next(text, start) : closing;
        if (count == SAMPLE_LINES && Math.max(marked, paths) < UNIFORM * count / 2) {
          // Most large texts are no lists, and are not read to their end for that.
          break;
        }
      }
      return new Lines(text, count, Math.max(marked, paths), closing);
    }

    /** One word in which directories or members are separated. */
    private static boolean isPath(String line) {
      boolean separated = false;
      int last = line.length() - 1;
      for (int i = 0; i <= last; i++) {
        char c = line.charAt(i);
        if (isSpace(c)) {
          return false;
        }
        boolean separator = (c == '/' || c == '\\') && i > 0 && i < last;
        separated |= separator && isOfAName(line.charAt(i - 1));
      }
      return separated;
    }

    private static boolean isSpace(char c) {
      return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static boolean isOfAName(char c) {
      return (c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || IN_NAMES.indexOf(c) >= 0;
    }

    boolean isList() {
      int after = count(closing, text.length());
      return count >= MIN_LINES && after <= CLOSING_LINES && items >= UNIFORM * (count - after);
    }

    /** Where the first lines end that are so large together; at least one, if it is not larger. */
    int endOfFirst(int bytes) {
      int end = 0;
      long used = 0;
      while (end < closing) {
        int next = next(text, end);
        used += Utf8Size.of(text.substring(end, next));
        if (used > bytes) {
          break;
        }
        end = next;
      }
      return end;
    }

    int count(int from, int to) {
      int lines = 0;
      for (int start = from; start < to; start = next(text, start)) {
        lines++;
      }
      return lines;
    }

    private static int end(String text, int start) {
      int end = text.indexOf('\n', start);
      return end < 0 ? text.length() : end;
    }

    private static int next(String text, int start) {
      return Math.min(text.length(), end(text, start) + 1);
    }
  }
}
