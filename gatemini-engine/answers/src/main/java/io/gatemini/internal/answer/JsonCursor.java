package io.gatemini.internal.answer;

import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonPaths;
import java.util.Arrays;

/** Goes through the values of an outline in the order of the text, and knows where it is. */
final class JsonCursor {
  private final JsonOutline outline;
  private int value = JsonOutline.NONE;
  private int depth;
  private int[] containers = new int[16];
  private int[] places = new int[16];

  public JsonCursor(JsonOutline outline) {
    this.outline = outline;
  }

  /**
   * Goes to the next value; false behind the last.
   *
   * @param into whether what is within the present value is not passed over
   */
  public boolean next(boolean into) {
    if (value == JsonOutline.NONE) {
      value = JsonOutline.ROOT;
      return true;
    }
    int child = into && outline.isContainer(value) ? outline.firstChild(value) : JsonOutline.NONE;
    if (child != JsonOutline.NONE) {
      push();
      value = child;
      return true;
    }
    while (depth > 0) {
      int sibling = outline.nextSibling(value, containers[depth - 1]);
      if (sibling != JsonOutline.NONE) {
        places[depth - 1]++;
        value = sibling;
        return true;
      }
      value = containers[--depth];
    }
    return false;
  }

  private void push() {
    if (depth == containers.length) {
      containers = Arrays.copyOf(containers, depth * 2);
      places = Arrays.copyOf(places, depth * 2);
    }
    containers[depth] = value;
    places[depth] = 0;
    depth++;
  }

  /** The present value. */
  public int value() {
    return value;
  }

  /** How many arrays and objects are around it. */
  public int depth() {
    return depth;
  }

  /** The array or object at a level; just left ones are known until others are entered. */
  public int container(int level) {
    return containers[level];
  }

  /** Whether nothing follows it within its array or object. */
  public boolean isLast() {
    return depth == 0 || outline.nextSibling(value, containers[depth - 1]) == JsonOutline.NONE;
  }

  /** The JSON Pointer of what is around the present value at a level; of itself at its depth. */
  public String pointer(int level) {
    StringBuilder pointer = new StringBuilder();
    for (int i = 0; i < level; i++) {
      int step = i + 1 < depth ? containers[i + 1] : value;
      pointer.append(
          outline.isArray(containers[i]) ? "/" + places[i] : JsonPaths.token(outline.name(step)));
    }
    return pointer.toString();
  }
}
