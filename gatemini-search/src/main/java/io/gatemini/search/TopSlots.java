package io.gatemini.search;

import io.gatemini.ToolDescriptor;
import io.gatemini.search.internal.lexical.ToolNumbers;

/** Keeps the best of many tools: by score, then by name. Belongs to one thread. */
final class TopSlots {
  private final ToolNumbers slots;
  private final int[] heap;
  private final float[] scores;
  private int size;

  public TopSlots(int capacity, ToolNumbers slots) {
    this.slots = slots;
    // A caller may ask for more than there are: all of them.
    this.heap = new int[Math.min(capacity, slots.size())];
    this.scores = new float[heap.length];
  }

  /** Whether a tool of this score could be among the best. */
  public boolean wants(float score) {
    return size < heap.length || score >= scores[0];
  }

  public void offer(int slot, float score) {
    if (size < heap.length) {
      up(size++, slot, score);
    } else if (isWorse(heap[0], scores[0], slot, score)) {
      down(slot, score);
    }
  }

  /** The best, best first. Empties this. */
  public int[] best() {
    int[] best = new int[size];
    while (size > 0) {
      best[size - 1] = heap[0];
      size--;
      down(heap[size], scores[size]);
    }
    return best;
  }

  private boolean isWorse(int slot, float score, int other, float otherScore) {
    if (score != otherScore) {
      return score < otherScore;
    }
    return slot != other && name(slot).compareTo(name(other)) > 0;
  }

  private String name(int slot) {
    ToolDescriptor tool = slots.tool(slot);
    return tool == null ? "" : tool.key();
  }

  private void up(int at, int slot, float score) {
    int child = at;
    while (child > 0) {
      int parent = (child - 1) / 2;
      if (!isWorse(slot, score, heap[parent], scores[parent])) {
        break;
      }
      heap[child] = heap[parent];
      scores[child] = scores[parent];
      child = parent;
    }
    heap[child] = slot;
    scores[child] = score;
  }

  private void down(int slot, float score) {
    int parent = 0;
    while (2 * parent + 1 < size) {
      int child = 2 * parent + 1;
      if (child + 1 < size
          && isWorse(heap[child + 1], scores[child + 1], heap[child], scores[child])) {
        child++;
      }
      if (!isWorse(heap[child], scores[child], slot, score)) {
        break;
      }
      heap[parent] = heap[child];
      scores[parent] = scores[child];
      parent = child;
    }
    heap[parent] = slot;
    scores[parent] = score;
  }
}
