package io.gatemini.internal.answer.intent;

import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.text.TextCut;

/** Where a value is in a JSON text, as people read it: {@code results > items > [3]}. Stateless. */
final class JsonPathLabel {
  private static final int MOST_STEPS = 6;
  private static final int LONGEST_NAME = 40;

  private JsonPathLabel() {}

  /** The last few steps to a value; empty for the whole. */
  static String of(JsonOutline outline, JsonTerms terms, int value) {
    StringBuilder label = new StringBuilder();
    int at = value;
    for (int step = 0; at != JsonOutline.ROOT; step++) {
      if (step == MOST_STEPS) {
        return label.insert(0, "… > ").toString();
      }
      int parent = terms.parent(at);
      String name =
          outline.isArray(parent)
              ? "[" + index(outline, at, parent) + "]"
              : shortened(outline.name(at));
      label.insert(0, step == 0 ? name : name + " > ");
      at = parent;
    }
    return label.toString();
  }

  private static int index(JsonOutline outline, int value, int array) {
    int index = 0;
    for (int item = outline.firstChild(array);
        item != value;
        item = outline.nextSibling(item, array)) {
      index++;
    }
    return index;
  }

  private static String shortened(String name) {
    return TextCut.shortened(name, LONGEST_NAME);
  }
}
