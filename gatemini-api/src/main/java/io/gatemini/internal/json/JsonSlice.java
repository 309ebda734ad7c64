package io.gatemini.internal.json;

import io.gatemini.RawJson;
import java.util.Optional;

/**
 * A part of a JSON text: a value, or neighbours among the items of an array or the members of an
 * object.
 *
 * @param value the value, or the array or object of the neighbours
 * @param from the place of the first neighbour; {@link JsonOutline#NONE} for a value as a whole
 * @param to the place of the last neighbour
 * @param first the value of the first neighbour
 * @param last the value of the last neighbour
 */
public record JsonSlice(int value, int from, int to, int first, int last) {
  /** All of a value. */
  public static JsonSlice whole(int value) {
    return new JsonSlice(value, JsonOutline.NONE, JsonOutline.NONE, value, value);
  }

  /**
   * Neighbours from one place to another, both included; it ends where the container ends. Empty
   * where the container has no value at the first place.
   */
  public static Optional<JsonSlice> range(JsonOutline outline, int container, int from, int to) {
    if (from < 0 || to < from) {
      return Optional.empty();
    }
    int first = JsonOutline.NONE;
    int last = JsonOutline.NONE;
    int place = -1;
    int child = outline.firstChild(container);
    while (child != JsonOutline.NONE && place < to) {
      place++;
      first = place == from ? child : first;
      last = child;
      child = outline.nextSibling(child, container);
    }
    return first == JsonOutline.NONE
        ? Optional.empty()
        : Optional.of(new JsonSlice(container, from, place, first, last));
  }

  /** Whether these are neighbours and not a value as a whole. */
  public boolean isRange() {
    return from != JsonOutline.NONE;
  }

  /** Where it begins in the outline's text; the container's bracket is not part of neighbours. */
  public int start(JsonOutline outline) {
    return isRange() && outline.isObject(value) ? outline.nameStart(first) : outline.start(first);
  }

  /** Where it has ended in the outline's text. */
  public int end(JsonOutline outline) {
    return outline.end(last);
  }

  /** The value; neighbours as an array or object of their own. */
  public RawJson json(JsonOutline outline) {
    int start = start(outline);
    int length = end(outline) - start;
    if (!isRange()) {
      return RawJson.copyOf(outline.text(), start, length);
    }
    byte[] json = new byte[length + 2];
    json[0] = (byte) (outline.isArray(value) ? '[' : '{');
    System.arraycopy(outline.text(), start, json, 1, length);
    json[length + 1] = (byte) (outline.isArray(value) ? ']' : '}');
    return RawJson.wrap(json);
  }
}
