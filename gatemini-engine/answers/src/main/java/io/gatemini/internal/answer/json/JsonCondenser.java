package io.gatemini.internal.answer.json;

import io.gatemini.RawJson;
import io.gatemini.internal.answer.json.CondensedJson.Collapse;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonPaths;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Goes through a JSON text once and decides what is not shown: the later items where items are
 * alike, and the middle of long strings. Without recursion; not thread-safe.
 */
final class JsonCondenser {
  /** How many alike items are shown in full. */
  static final int SHOWN = 3;

  /** Below that, what stands for the rest takes as much as it saves. */
  private static final int WORTH_BYTES = 1 << 10;

  /** An object with fewer members than this is a structure whose names say something, no map. */
  private static final int LEAST_OF_A_MAP = 10;

  /** The name that stands for the rest of a map; a map that has this name itself is left alone. */
  private static final String REST_OF_A_MAP = "...";

  private static final int MAX_PATH_LEVELS = 64;
  private static final int MAX_PATH_CHARACTERS = 256;

  private final JsonOutline outline;
  private final boolean collapsing;
  private final boolean shortening;
  private final Optional<String> place;
  private final int target;
  private final OmittedItems identities;
  private final CondensedJson condensed;

  // The arrays and objects around the present value, and its place in each.
  private int[] open = new int[16];
  private int[] places = new int[16];
  private int depth;

  // The ranges to omit after all shown items have been visited, the next one last.
  private Pending[] pending = new Pending[4];
  private int pendingCount;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pending(int firstOmitted, int from, byte[] with, Collapse collapse) {}

  /**
   * @param place where this text is in what can be read back, a JSON Pointer; empty where places in
   *     it are none in that
   * @param target how large a string and a list of identities may get
   */
  JsonCondenser(
      JsonOutline outline,
      boolean collapsing,
      boolean shortening,
      Optional<String> place,
      int target) {
    this.outline = outline;
    this.place = place;
    this.collapsing = collapsing;
    this.shortening = shortening;
    this.target = target;
    identities = new OmittedItems(outline, target);
    condensed = new CondensedJson(outline);
  }

  CondensedJson condense(TimeBudget time) {
    int least = Math.min(WORTH_BYTES, target);
    int value = JsonOutline.ROOT;
    while (value < outline.count()) {
      time.check(value);
      if (pendingCount > 0 && pending[pendingCount - 1].firstOmitted == value) {
        Pending now = pending[--pendingCount];
        condensed.collapse(now.collapse, now.from, now.with);
        value = outline.next(now.collapse.container());
        continue;
      }
      enter(value);
      if (outline.size(value) < least) {
        value = outline.next(value);
        continue;
      }
      if (outline.isContainer(value)) {
        if (collapsing && outline.size(value) >= WORTH_BYTES) {
          collapse(value);
        }
        open(value);
      } else if (shortening && outline.isString(value) && outline.size(value) > target) {
        condensed.shorten(
            value,
            ShortStrings.shortened(
                outline.text(), outline.start(value), outline.end(value), target / 2));
      }
      value++;
    }
    return condensed;
  }

  /** Leaves what ended before a value, and counts its place. */
  private void enter(int value) {
    while (depth > 0 && value >= outline.next(open[depth - 1])) {
      depth--;
    }
    if (depth > 0) {
      places[depth - 1]++;
    }
  }

  private void open(int container) {
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
      places = Arrays.copyOf(places, depth * 2);
    }
    open[depth] = container;
    places[depth++] = -1;
  }

  private void collapse(int container) {
    boolean isMap = outline.isObject(container);
    AlikeItems items =
        AlikeItems.of(outline, container, isMap ? LEAST_OF_A_MAP : SHOWN + 1).orElse(null);
    if (items == null || (isMap && outline.member(container, REST_OF_A_MAP) != JsonOutline.NONE)) {
      return;
    }
    int lastShown = items.itemAfter(SHOWN - 1);
    int from = outline.end(lastShown);
    String path = path(container, true);
    boolean isPathKnown = !path.isEmpty() || container == JsonOutline.ROOT;
    byte[] rest =
        identities.of(
            items, SHOWN, isPathKnown ? place.map(begin -> begin + path) : Optional.empty());
    byte[] lead = (isMap ? ",\"" + REST_OF_A_MAP + "\":" : ",").getBytes(StandardCharsets.US_ASCII);
    if (lead.length + rest.length >= outline.end(container) - 1 - from) {
      return;
    }
    byte[] with = Arrays.copyOf(lead, lead.length + rest.length);
    System.arraycopy(rest, 0, with, lead.length, rest.length);
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, pendingCount * 2);
    }
    pending[pendingCount++] =
        new Pending(
            items.itemAfter(SHOWN),
            from,
            with,
            new Collapse(
                container, path(container, false), SHOWN, items.count(), RawJson.wrap(rest)));
  }

  /** The pointer or label of a value within what is open; empty where that would be long. */
  private String path(int value, boolean pointer) {
    if (depth > MAX_PATH_LEVELS) {
      return "";
    }
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth && path.length() <= MAX_PATH_CHARACTERS; i++) {
      int child = i + 1 < depth ? open[i + 1] : value;
      boolean isItem = outline.isArray(open[i]);
      if (pointer) {
        path.append(isItem ? "/" + places[i] : JsonPaths.token(outline.name(child)));
      } else {
        path.append(path.length() == 0 ? "" : JsonPaths.SEPARATOR)
            .append(
                isItem
                    ? JsonPaths.items(places[i], places[i])
                    : JsonPaths.name(outline.name(child)));
      }
    }
    return path.length() > MAX_PATH_CHARACTERS ? "" : path.toString();
  }
}
