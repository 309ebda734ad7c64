package io.gatemini.search.internal.lexical;

import java.util.Arrays;

/** Which tools have a term, and how often each. Immutable. */
final class Postings {
  /** Slots of tools, in no order. */
  final int[] slots;

  /** Weighted frequencies in tenths; negative where the tool's name has the term. */
  final int[] frequencies;

  private Postings(int[] slots, int[] frequencies) {
    this.slots = slots;
    this.frequencies = frequencies;
  }

  int size() {
    return slots.length;
  }

  /** Collects the changes of one term. */
  static final class Builder {
    private int[] slots;
    private int[] frequencies;
    private int size;

    Builder(Postings before) {
      slots = before.slots;
      frequencies = before.frequencies;
      size = slots.length;
    }

    Builder() {
      slots = new int[2];
      frequencies = new int[2];
    }

    void add(int slot, int frequency) {
      if (size == slots.length) {
        int capacity = size + size / 2 + 2;
        slots = Arrays.copyOf(slots, capacity);
        frequencies = Arrays.copyOf(frequencies, capacity);
      }
      slots[size] = slot;
      frequencies[size++] = frequency;
    }

    /** Keeps only what is not gone. */
    void removeAll(boolean[] gone) {
      int[] keptSlots = new int[size];
      int[] keptFrequencies = new int[size];
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (!gone[slots[i]]) {
          keptSlots[kept] = slots[i];
          keptFrequencies[kept++] = frequencies[i];
        }
      }
      slots = keptSlots;
      frequencies = keptFrequencies;
      size = kept;
    }

    Postings build() {
      return new Postings(Arrays.copyOf(slots, size), Arrays.copyOf(frequencies, size));
    }
  }
}
