package io.gatemini.internal.answer.intent;

import io.gatemini.RawJson;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.text.TextCut;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The items and members of a JSON value that have to do with an intent, as a smaller JSON value in
 * the same order. An item or member that counts is kept whole while it is small, and looked into
 * while it is large; beside it stay what identifies its object and a few small scalars.
 *
 * <p>Works on offsets and without recursion: depth costs no stack. One for each value; not
 * thread-safe.
 */
final class JsonSelection {
  private static final int MOST_STEPS = 6;
  private static final int LONGEST_NAME = 40;

  private static final int NONE = JsonOutline.NONE;
  private static final byte LEFT_OUT = 0;
  private static final byte WHOLE = 1;
  private static final byte IN_PART = 2;

  /** Names of members that identify an object. */
  private static final Set<String> IDENTITIES =
      Set.of("id", "name", "title", "slug", "key", "label", "path", "url", "type");

  private static final int LONGEST_IDENTITY_NAME = 5;
  private static final int LARGEST_IDENTITY = 200;
  private static final int LARGEST_BESIDE = 100;

  /** An object with more scalars is a table of its own; none of them stands for the object. */
  private static final int MOST_BESIDE = 20;

  /** Where the name of a container has this share of what it counts, all of it is meant. */
  private static final double NAMED_SHARE = 0.6;

  /** Among fewer items, or members, even a term that most have is significant. */
  private static final int FEWEST_ITEMS = 4;

  private static final int FEWEST_MEMBERS = 8;

  private static final int DESCRIBED_CONTAINERS = 3;

  private final TimeBudget time;
  private final JsonOutline outline;
  private final JsonTerms terms;
  private final int[] counts;
  private final int largeBytes;

  JsonSelection(JsonOutline outline, IntentTerms intent, int largeBytes, TimeBudget time) {
    this.time = time;
    this.outline = outline;
    this.terms = new JsonTerms(outline, intent, time);
    this.counts = new int[intent.count()];
    this.largeBytes = largeBytes;
  }

  /** Whether the value has any term of the intent. */
  boolean hasTerms() {
    return terms.within(JsonOutline.ROOT) != 0;
  }

  /**
   * Selects the values that have at least this share of the best score, and those that belong to
   * them.
   */
  Selection select(double share) {
    Selection selection = new Selection();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    selection.look(JsonOutline.ROOT, open);
    while (!open.isEmpty()) {
      time.check();
      selection.choose(open.remove(), share, open);
    }
    return selection;
  }

  /** The parts of a value that are kept. */
  final class Selection {
    private final byte[] kept = new byte[outline.count()];
    private final List<String> described = new ArrayList<>();
    private int containers;

    private void look(int container, ArrayDeque<Integer> open) {
      kept[container] = IN_PART;
      open.add(container);
    }

    private void choose(int container, double share, ArrayDeque<Integer> open) {
      int ignored = commonTerms(container);
      double best = best(container, ignored);
      if (best == 0) {
        ignored = sharedTerms(container);
        best = best(container, ignored);
      }
      if (best == 0) {
        kept[container] = WHOLE;
        return;
      }
      boolean besides = outline.isObject(container) && scalars(container) <= MOST_BESIDE;
      int total = 0;
      int keptCount = 0;
      for (int child = outline.firstChild(container);
          child != NONE;
          child = outline.nextSibling(child, container)) {
        double worth = terms.worth(terms.within(child) & ~ignored);
        if (worth > 0 && worth >= share * best) {
          if (isToBeLookedInto(child, worth)) {
            look(child, open);
          } else {
            kept[child] = WHOLE;
          }
        } else if (!outline.isContainer(child)
            && ((besides && outline.size(child) <= LARGEST_BESIDE) || isIdentity(child))) {
          kept[child] = WHOLE;
        }
        total++;
        keptCount += kept[child] == LEFT_OUT ? 0 : 1;
      }
      if (keptCount < total) {
        describe(container, keptCount, total);
      }
    }

    private boolean isToBeLookedInto(int child, double worth) {
      return outline.isContainer(child)
          && outline.size(child) > largeBytes
          && terms.worth(terms.inName(child)) < NAMED_SHARE * worth;
    }

    private void describe(int container, int keptCount, int total) {
      if (containers++ < DESCRIBED_CONTAINERS) {
        String what = outline.isArray(container) ? " items" : " members";
        String path = pathLabel(outline, terms, container);
        described.add(keptCount + " of " + total + what + (path.isEmpty() ? "" : " of " + path));
      }
    }

    /** Whether nothing is left out. */
    boolean isAll() {
      return containers == 0;
    }

    /** A few words: how many items and members of which containers are shown. */
    String summary() {
      int more = containers - described.size();
      return String.join(", ", described) + (more > 0 ? ", and so in " + more + " more" : "");
    }

    /** The smaller value. */
    RawJson written() {
      ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
      if (kept[JsonOutline.ROOT] == WHOLE) {
        copy(outline.start(JsonOutline.ROOT), outline.end(JsonOutline.ROOT), out);
        return RawJson.wrap(out.toByteArray());
      }
      int container = begin(JsonOutline.ROOT, out);
      int value = outline.firstChild(container);
      boolean first = true;
      while (true) {
        if (value == NONE) {
          out.write(outline.isObject(container) ? '}' : ']');
          if (container == JsonOutline.ROOT) {
            return RawJson.wrap(out.toByteArray());
          }
          int ended = container;
          container = terms.parent(ended);
          value = outline.nextSibling(ended, container);
          first = false;
        } else if (kept[value] == LEFT_OUT) {
          value = outline.nextSibling(value, container);
        } else {
          if (!first) {
            out.write(',');
          }
          first = kept[value] == IN_PART;
          if (first) {
            container = begin(value, out);
            value = outline.firstChild(container);
          } else {
            copy(startWithName(value), outline.end(value), out);
            value = outline.nextSibling(value, container);
          }
        }
      }
    }

    private int begin(int container, ByteArrayOutputStream out) {
      copy(startWithName(container), outline.start(container) + 1, out);
      return container;
    }

    private void copy(int from, int to, ByteArrayOutputStream out) {
      out.write(outline.text(), from, to - from);
    }
  }

  private int startWithName(int value) {
    return outline.nameStart(value) == NONE ? outline.start(value) : outline.nameStart(value);
  }

  private double best(int container, int ignored) {
    double best = 0;
    for (int child = outline.firstChild(container);
        child != NONE;
        child = outline.nextSibling(child, container)) {
      best = Math.max(best, terms.worth(terms.within(child) & ~ignored));
    }
    return best;
  }

  /** The terms that most children have, where they are enough to say so. */
  private int commonTerms(int container) {
    Arrays.fill(counts, 0);
    int children = 0;
    for (int child = outline.firstChild(container);
        child != NONE;
        child = outline.nextSibling(child, container)) {
      IntentScore.count(terms.within(child), counts);
      children++;
    }
    int fewest = outline.isArray(container) ? FEWEST_ITEMS : FEWEST_MEMBERS;
    int common = 0;
    for (int i = 0; children >= fewest && i < counts.length; i++) {
      common |= counts[i] > children / 2 ? 1 << i : 0;
    }
    return common;
  }

  /** The terms that all children have. */
  private int sharedTerms(int container) {
    int shared = -1;
    for (int child = outline.firstChild(container);
        child != NONE;
        child = outline.nextSibling(child, container)) {
      shared &= terms.within(child);
    }
    return shared;
  }

  private int scalars(int container) {
    int scalars = 0;
    for (int child = outline.firstChild(container);
        child != NONE;
        child = outline.nextSibling(child, container)) {
      scalars += outline.isContainer(child) ? 0 : 1;
    }
    return scalars;
  }

  private boolean isIdentity(int value) {
    int name = outline.nameStart(value);
    // Two quotation marks and a colon.
    return name != NONE
        && outline.start(value) - name <= LONGEST_IDENTITY_NAME + 3
        && outline.size(value) <= LARGEST_IDENTITY
        && IDENTITIES.contains(outline.name(value));
  }

  /** The last few steps to a value, as people read it: {@code results > items > [3]}. */
  private static String pathLabel(JsonOutline outline, JsonTerms terms, int value) {
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
