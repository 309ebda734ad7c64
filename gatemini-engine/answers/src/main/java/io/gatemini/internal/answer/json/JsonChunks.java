package io.gatemini.internal.answer.json;

import io.gatemini.internal.answer.json.CondensedJson.Collapse;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonPaths;
import io.gatemini.internal.json.JsonSlice;
import io.gatemini.internal.text.TextCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Takes a large JSON text apart into labelled chunks, in the order of the text: neighbouring items
 * of an array together up to the target size, members of an object by name, and what is larger than
 * the target by what is in it. Together the chunks are all of it, and none overlap.
 */
final class JsonChunks {
  /** Members that are fewer than this have chunks of their own: their names say most. */
  private static final int LEAST_OF_A_BATCH = 9;

  /** Values below a label of this length stay together; it also bounds the recursion. */
  private static final int MAX_LABEL_CHARACTERS = 240;

  /** A member with a longer name is labelled by its place. */
  private static final int MAX_NAME_CHARACTERS = 60;

  private static final int MAX_SHORT_CHARACTERS = 24;

  private final CondensedJson json;
  private final JsonOutline outline;
  private final int target;
  private final OmittedItems identities;
  private final List<JsonChunk> chunks = new ArrayList<>();

  private JsonChunks(CondensedJson json, int target) {
    this.json = json;
    this.outline = json.outline();
    this.target = target;
    this.identities = new OmittedItems(outline, target);
  }

  /**
   * The chunks of a text, each about as large as the target at most where it can be.
   *
   * @param place of the text in what can be read back, a JSON Pointer
   */
  static List<JsonChunk> of(CondensedJson json, int target, String place) {
    JsonChunks chunks = new JsonChunks(json, target);
    chunks.add(JsonOutline.ROOT, JsonPaths.label(place));
    return chunks.chunks;
  }

  private void add(int value, String label) {
    if (!isLarge(value) || label.length() > MAX_LABEL_CHARACTERS) {
      whole(value, label);
    } else {
      new Batch(value, label).addAll();
    }
  }

  private boolean isLarge(int value) {
    return outline.isContainer(value) && json.size(value) > target;
  }

  private void whole(int value, String label) {
    chunks.add(
        new JsonChunk(
            label, JsonSlice.whole(value), json.size(value), identity(value), Optional.empty()));
  }

  private String identity(int value) {
    return outline.isObject(value) ? identities.shortly(value) : "";
  }

  /** The items or members of one array or object, those gathered so far that make a chunk. */
  private final class Batch {
    private final int container;
    private final String label;
    private final boolean isArray;
    private final int[] nameHashes;
    private int from;
    private int first = JsonOutline.NONE;
    private int last;
    private int count;
    private int size;

    Batch(int container, String label) {
      this.container = container;
      this.label = label;
      isArray = outline.isArray(container);
      nameHashes = isArray ? new int[0] : nameHashes();
    }

    void addAll() {
      Collapse collapse = json.collapse(container).orElse(null);
      int shown = collapse == null ? Integer.MAX_VALUE : collapse.shown();
      int place = 0;
      int child = outline.firstChild(container);
      for (; child != JsonOutline.NONE && place < shown; place++) {
        if (isLarge(child)) {
          flush();
          JsonChunks.this.add(child, JsonPaths.within(label, segment(child, place)));
        } else {
          gather(child, place);
        }
        child = outline.nextSibling(child, container);
      }
      flush();
      if (collapse != null) {
        addRest(collapse);
      }
    }

    private void gather(int child, int place) {
      int childSize = json.size(child);
      if (count > 0 && size + childSize > target) {
        flush();
      }
      if (count == 0) {
        from = place;
        first = child;
      }
      last = child;
      count++;
      size += childSize;
    }

    private void flush() {
      if (count > 1 && (isArray || count >= LEAST_OF_A_BATCH)) {
        int to = from + count - 1;
        chunks.add(
            new JsonChunk(
                JsonPaths.within(label, places(from, to)),
                new JsonSlice(container, from, to, first, last),
                size,
                isArray ? identity(first) : shortName(first) + " … " + shortName(last),
                Optional.empty()));
      } else {
        int child = first;
        for (int i = 0; i < count; i++) {
          whole(child, JsonPaths.within(label, segment(child, from + i)));
          child = outline.nextSibling(child, container);
        }
      }
      count = 0;
      size = 0;
    }

    private void addRest(Collapse collapse) {
      int to = collapse.count() - 1;
      int from = collapse.shown();
      JsonSlice slice = JsonSlice.range(outline, container, from, to).orElseThrow();
      if (from == to) {
        slice = JsonSlice.whole(slice.first());
      }
      chunks.add(
          new JsonChunk(
              JsonPaths.within(label, places(from, to)),
              slice,
              collapse.rest().length(),
              (to - from + 1) + " alike items",
              Optional.of(collapse.rest())));
    }

    private String places(int from, int to) {
      return isArray ? JsonPaths.items(from, to) : JsonPaths.members(from, to);
    }

    private String segment(int child, int place) {
      if (isArray) {
        return JsonPaths.items(place, place);
      }
      String name = outline.name(child);
      return name.length() <= MAX_NAME_CHARACTERS && isOnly(name)
          ? JsonPaths.name(name)
          : JsonPaths.members(place, place);
    }

    private String shortName(int child) {
      return JsonPaths.name(TextCut.shortened(outline.name(child), MAX_SHORT_CHARACTERS));
    }

    /** Whether no other member has the name, judged by hashes. */
    private boolean isOnly(String name) {
      int at = Arrays.binarySearch(nameHashes, name.hashCode());
      boolean before = at > 0 && nameHashes[at - 1] == nameHashes[at];
      boolean behind = at + 1 < nameHashes.length && nameHashes[at + 1] == nameHashes[at];
      return !before && !behind;
    }

    private int[] nameHashes() {
      int[] hashes = new int[outline.childCount(container)];
      int child = outline.firstChild(container);
      for (int i = 0; i < hashes.length; i++) {
        hashes[i] = outline.name(child).hashCode();
        child = outline.nextSibling(child, container);
      }
      Arrays.sort(hashes);
      return hashes;
    }
  }
}
