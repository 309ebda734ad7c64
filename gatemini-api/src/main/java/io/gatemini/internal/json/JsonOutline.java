package io.gatemini.internal.json;

import io.gatemini.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where the values of a JSON text begin and end: what a tree is used for here, at a few bytes a
 * value. The text is held without white space between its tokens; every value is a slice of it.
 *
 * <p>Values are numbered in the order of the text, the whole is {@link #ROOT}. The text is taken to
 * be well-formed; one that is not has no outline, or one whose slices are as malformed as it was.
 * Immutable and thread-safe.
 */
public final class JsonOutline {
  /** The whole text. */
  public static final int ROOT = 0;

  /** The answer of functions that find no value. */
  public static final int NONE = -1;

  /** 12 MB of memory, which a text may have whatever its size. */
  private static final int FREE_VALUES = 1 << 20;

  /** 48 MB of memory at most; no answer that an agent reads has as many values. */
  private static final int MAX_VALUES = 4 << 20;

  /** Between the two, a text of many megabytes may cost twice its size in values. */
  private static final double MAX_VALUES_A_BYTE = 2.0 / 12;

  /** Up to this size of a text there is no need to know before how many values it has. */
  private static final int GROWING_BYTES = 1 << 20;

  private final byte[] text;
  private final int count;

  // Longer than there are values: a large text is not copied once more to trim them.
  private final int[] starts;
  private final int[] ends;

  /** The value behind all that is within a value. */
  private final int[] nexts;

  private JsonOutline(Scanner scanner) {
    text = scanner.text;
    count = scanner.count;
    starts = scanner.starts;
    ends = scanner.ends;
    nexts = scanner.nexts;
  }

  /** The outline of a text; empty where it is no JSON, or has too many values. */
  public static Optional<JsonOutline> of(RawJson json) {
    Scanner scanner = new Scanner(json.length());
    try {
      json.writeTo(scanner);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
    return scanner.outline();
  }

  /** How many values there are. */
  public int count() {
    return count;
  }

  public boolean isObject(int value) {
    return text[starts[value]] == '{';
  }

  public boolean isArray(int value) {
    return text[starts[value]] == '[';
  }

  public boolean isString(int value) {
    return text[starts[value]] == '"';
  }

  public boolean isContainer(int value) {
    return isObject(value) || isArray(value);
  }

  /** Size in UTF-8 bytes, without white space. */
  public int size(int value) {
    return ends[value] - starts[value];
  }

  /** Where it begins in {@link #text()}. */
  public int start(int value) {
    return starts[value];
  }

  /** Where it has ended in {@link #text()}. */
  public int end(int value) {
    return ends[value];
  }

  /** The first value within an array or object, or {@link #NONE}. */
  public int firstChild(int value) {
    return nexts[value] > value + 1 ? value + 1 : NONE;
  }

  /** The value that follows a value within {@code parent}, or {@link #NONE}. */
  public int nextSibling(int value, int parent) {
    return nexts[value] < nexts[parent] ? nexts[value] : NONE;
  }

  /** The value behind all that is within a value; {@link #count()} behind the last. */
  public int next(int value) {
    return nexts[value];
  }

  /** How many values an array or object has, those within them not counted. */
  public int childCount(int value) {
    int count = 0;
    for (int child = firstChild(value); child != NONE; child = nextSibling(child, value)) {
      count++;
    }
    return count;
  }

  /** The name of a member; empty for what is in an array. */
  public String name(int value) {
    int name = nameStart(value);
    return name == NONE ? "" : string(name, starts[value] - 1);
  }

  /** Where the name of a member begins in {@link #text()}, or {@link #NONE}. */
  public int nameStart(int value) {
    int colon = starts[value] - 1;
    if (colon < 0 || text[colon] != ':') {
      return NONE;
    }
    int quote = colon - 2;
    while (quote >= 0 && (text[quote] != '"' || isEscaped(quote))) {
      quote--;
    }
    return quote >= 0 ? quote : NONE;
  }

  private boolean isEscaped(int offset) {
    int i = offset;
    while (i > 0 && text[i - 1] == '\\') {
      i--;
    }
    return (offset - i) % 2 == 1;
  }

  /** The text of a string. */
  public String string(int value) {
    return string(starts[value], ends[value]);
  }

  /** A value as it is written, without white space. */
  public String written(int value) {
    return new String(text, starts[value], size(value), StandardCharsets.UTF_8);
  }

  /** The member of an object with a name, or {@link #NONE}. */
  public int member(int object, String name) {
    for (int child = firstChild(object); child != NONE; child = nextSibling(child, object)) {
      if (name.equals(name(child))) {
        return child;
      }
    }
    return NONE;
  }

  /** The text that all offsets are offsets of; not to be changed. */
  public byte[] text() {
    return text;
  }

  private String string(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] == '\\') {
        return RawJson.copyOf(text, from, to - from).tree().textValue();
      }
    }
    return new String(text, from + 1, to - from - 2, StandardCharsets.UTF_8);
  }

  /** Reads a text once, from front to back, without recursion. */
  private static final class Scanner extends OutputStream {
    private final byte[] text;
    private int size;
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private int[] nexts = new int[64];
    private int count;
    private int[] open = new int[16];
    private int depth;
    private boolean usable = true;

    private final int maxValues;

    Scanner(int length) {
      text = new byte[length];
      maxValues = Math.min(MAX_VALUES, Math.max(FREE_VALUES, (int) (MAX_VALUES_A_BYTE * length)));
    }

    Optional<JsonOutline> outline() {
      if (!usable || depth != 0 || count == 0 || nexts[ROOT] != count) {
        return Optional.empty();
      }
      return Optional.of(new JsonOutline(this));
    }

    @Override
    public void write(int b) {
      throw new IllegalStateException("a JSON text is written at once");
    }

    @Override
    public void write(byte[] in, int offset, int length) {
      int end = offset + length;
      int i = offset;
      if (length > GROWING_BYTES) {
        makeRoom(in, offset, end);
      }
      while (i < end && usable) {
        byte b = in[i];
        switch (b) {
          case ' ', '\n', '\r', '\t' -> i++;
          case ',', ':' -> {
            text[size++] = b;
            i++;
          }
          case '{', '[' -> {
            begin();
            text[size++] = b;
            i++;
          }
          case '}', ']' -> {
            text[size++] = b;
            end();
            i++;
          }
          case '"' -> i = string(in, i, end);
          default -> i = scalar(in, i, end);
        }
      }
    }

    /** Looks first how many values there are at most: growing would need twice the room. */
    private void makeRoom(byte[] in, int from, int end) {
      int values = 1;
      for (int i = from; i < end; i++) {
        switch (in[i]) {
          case ',', '{', '[' -> values++;
          case '"' -> i = endOfString(in, i, end) - 1;
          default -> {}
        }
      }
      usable = values <= maxValues;
      if (usable) {
        starts = new int[values];
        ends = new int[values];
        nexts = new int[values];
      }
    }

    private static int endOfString(byte[] in, int from, int end) {
      int i = from + 1;
      while (i < end && in[i] != '"') {
        i += in[i] == '\\' ? 2 : 1;
      }
      return i + 1;
    }

    private int string(byte[] in, int from, int end) {
      int to = endOfString(in, from, end);
      if (to > end) {
        usable = false;
        return end;
      }
      boolean inObject = depth > 0 && text[starts[open[depth - 1]]] == '{';
      boolean isName = inObject && text[size - 1] != ':';
      if (isName) {
        copy(in, from, to);
      } else {
        leaf(in, from, to);
      }
      return to;
    }

    private int scalar(byte[] in, int from, int end) {
      int i = from;
      while (i < end && in[i] > ' ' && in[i] != ',' && in[i] != '}' && in[i] != ']') {
        i++;
      }
      if (i == from) {
        usable = false;
        return end;
      }
      leaf(in, from, i);
      return i;
    }

    private void leaf(byte[] in, int from, int to) {
      int value = add();
      copy(in, from, to);
      ends[value] = size;
      nexts[value] = count;
    }

    private void copy(byte[] in, int from, int to) {
      System.arraycopy(in, from, text, size, to - from);
      size += to - from;
    }

    private void begin() {
      int value = add();
      if (depth == open.length) {
        open = Arrays.copyOf(open, depth * 2);
      }
      open[depth++] = value;
    }

    private void end() {
      if (depth == 0) {
        usable = false;
        return;
      }
      int value = open[--depth];
      ends[value] = size;
      nexts[value] = count;
    }

    private int add() {
      if (count == maxValues) {
        usable = false;
        return 0;
      }
      if (count == starts.length) {
        int capacity = count * 2;
        starts = Arrays.copyOf(starts, capacity);
        ends = Arrays.copyOf(ends, capacity);
        nexts = Arrays.copyOf(nexts, capacity);
      }
      starts[count] = size;
      return count++;
    }
  }
}
