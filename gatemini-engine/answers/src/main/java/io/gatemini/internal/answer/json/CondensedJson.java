package io.gatemini.internal.answer.json;

import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonSlice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON text without what is alike: still JSON, and every place in it that is shown is where it
 * was. Nothing is copied; what is not shown as it is, is replaced when a part is written.
 */
final class CondensedJson {
  private final JsonOutline outline;
  private final Replacements replacements;
  private final Map<Integer, Collapse> collapses = new HashMap<>();
  private int shortenedStrings;
  private Collapse largest = new Collapse(JsonOutline.NONE, "", 0, 0, RawJson.emptyObject());

  /**
   * A shortened array or object whose items are alike.
   *
   * @param container the array or object
   * @param label where it is; empty for the whole
   * @param shown how many items are shown in full
   * @param count how many there are
   * @param rest what stands for the others, a JSON object
   */
  record Collapse(int container, String label, int shown, int count, RawJson rest) {}

  CondensedJson(JsonOutline outline) {
    this.outline = outline;
    replacements = new Replacements(outline.text());
  }

  /** Shows what stands for the rest instead of all items from a place in the text on. */
  void collapse(Collapse collapse, int from, byte[] with) {
    int container = collapse.container;
    replacements.add(from, outline.end(container) - 1, with);
    collapses.put(container, collapse);
    if (largest.container == JsonOutline.NONE
        || outline.size(container) > outline.size(largest.container)) {
      largest = collapse;
    }
  }

  /** Shows another string instead of one. */
  void shorten(int string, byte[] with) {
    replacements.add(outline.start(string), outline.end(string), with);
    shortenedStrings++;
  }

  JsonOutline outline() {
    return outline;
  }

  Optional<Collapse> collapse(int container) {
    return Optional.ofNullable(collapses.get(container));
  }

  /** Size of a value as it is shown, in UTF-8 bytes. */
  int size(int value) {
    return replacements.size(outline.start(value), outline.end(value));
  }

  /** Size of a part as it is shown, the brackets around neighbours included. */
  int size(JsonSlice slice) {
    int size = replacements.size(slice.start(outline), slice.end(outline));
    return slice.isRange() ? size + 2 : size;
  }

  void write(JsonSlice slice, ByteArrayOutputStream out) {
    boolean isArray = outline.isArray(slice.value());
    if (slice.isRange()) {
      out.write(isArray ? '[' : '{');
    }
    replacements.write(slice.start(outline), slice.end(outline), out);
    if (slice.isRange()) {
      out.write(isArray ? ']' : '}');
    }
  }

  /** All of it. */
  RawJson json() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(size(JsonOutline.ROOT));
    write(JsonSlice.whole(JsonOutline.ROOT), out);
    return RawJson.wrap(out.toByteArray());
  }

  /** The reductions, a few words each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (collapses.size() == 1) {
      String of = largest.label.isEmpty() ? "" : " of " + largest.label;
      notes.add(largest.shown + " of " + largest.count + " items" + of + " in full");
    } else if (collapses.size() > 1) {
      notes.add(largest.shown + " items each of " + collapses.size() + " lists in full");
    }
    if (shortenedStrings > 0) {
      notes.add(shortenedStrings + (shortenedStrings == 1 ? " string" : " strings") + " shortened");
    }
    return notes;
  }
}
