package io.gatemini.internal.answer;

import io.gatemini.internal.json.JsonOutline;
import java.nio.charset.StandardCharsets;

/**
 * JSON in lines: a value a line, indented; an array or object that is short is one line. Lines are
 * made as they are asked for, so that a large text costs nothing beside its outline.
 */
final class JsonLayout {
  /** The length that is still read at a glance. */
  private static final int SHORT_BYTES = 120;

  /** Deeper levels are not indented further: thousands of them would be mostly blanks. */
  private static final int MAX_INDENTED = 20;

  private final JsonOutline outline;
  private final int from;
  private final int to;
  private final StringBuilder out = new StringBuilder();
  private int line;

  private JsonLayout(JsonOutline outline, int from, int to) {
    this.outline = outline;
    this.from = from;
    this.to = to;
  }

  static int lineCount(JsonOutline outline) {
    JsonLayout layout = new JsonLayout(outline, 1, 0);
    layout.layOut(Integer.MAX_VALUE);
    return layout.line;
  }

  /** Lines counted from 1, both ends included; line feeds stand between them. */
  static String lines(JsonOutline outline, int from, int to) {
    JsonLayout layout = new JsonLayout(outline, from, to);
    layout.layOut(to);
    return layout.out.toString();
  }

  private void layOut(int until) {
    JsonCursor cursor = new JsonCursor(outline);
    int depth = 0;
    boolean into = true;
    while (line < until && cursor.next(into)) {
      close(cursor, depth, cursor.depth());
      depth = cursor.depth();
      int value = cursor.value();
      into =
          outline.isContainer(value)
              && outline.size(value) > SHORT_BYTES
              && outline.firstChild(value) != JsonOutline.NONE;
      int start =
          outline.nameStart(value) == JsonOutline.NONE
              ? outline.start(value)
              : outline.nameStart(value);
      int end = into ? outline.start(value) + 1 : outline.end(value);
      add(depth, start, end, !into && !cursor.isLast());
    }
    close(cursor, depth, 0);
  }

  private void close(JsonCursor cursor, int depth, int to) {
    for (int level = depth - 1; level >= to; level--) {
      int end = outline.end(cursor.container(level));
      byte[] text = outline.text();
      add(level, end - 1, end, end < text.length && text[end] == ',');
    }
  }

  private void add(int depth, int start, int end, boolean comma) {
    line++;
    if (line < from || line > to) {
      return;
    }
    if (line > from) {
      out.append('\n');
    }
    out.append("  ".repeat(Math.min(depth, MAX_INDENTED)));
    out.append(new String(outline.text(), start, end - start, StandardCharsets.UTF_8));
    if (comma) {
      out.append(',');
    }
  }
}
