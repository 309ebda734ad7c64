package io.gatemini.internal.answer.json;

import io.gatemini.internal.json.JsonOutline;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The names of members as they are written, numbered in the order they are first met, and how often
 * each was. No name is copied. Not thread-safe.
 */
final class MemberNameTable {
  /** A secret factor: outsiders cannot construct names that collide. */
  private static final int MULTIPLIER = new SecureRandom().nextInt() | 1;

  private final byte[] text;
  private int[] table = filled(32);
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int[] counts = new int[16];
  private int[] lastOwners = new int[16];
  private int size;

  MemberNameTable(byte[] text) {
    this.text = text;
  }

  /** How many different names there are. */
  int size() {
    return size;
  }

  /** How many objects have a name. */
  int count(int number) {
    return counts[number];
  }

  /** Where a name begins, with its quotation mark. */
  int start(int number) {
    return starts[number];
  }

  int end(int number) {
    return ends[number];
  }

  /** Counts a name of an object, once for each object. */
  void add(int start, int end, int owner) {
    int slot = slot(start, end);
    int number = table[slot];
    if (number < 0) {
      number = size;
      makeRoom();
      starts[number] = start;
      ends[number] = end;
      lastOwners[number] = JsonOutline.NONE;
      table[slot] = number;
      size++;
      if (size * 2 > table.length) {
        rehash();
      }
    }
    if (lastOwners[number] != owner) {
      lastOwners[number] = owner;
      counts[number]++;
    }
  }

  /** The number of a name; {@link JsonOutline#NONE} where it was never added. */
  int number(int start, int end) {
    return table[slot(start, end)];
  }

  private int slot(int start, int end) {
    int mask = table.length - 1;
    int slot = hash(start, end) & mask;
    while (table[slot] >= 0) {
      int known = table[slot];
      if (Arrays.equals(text, starts[known], ends[known], text, start, end)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int hash(int start, int end) {
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = MULTIPLIER * hash + text[i];
    }
    return hash ^ (hash >>> 16);
  }

  private void makeRoom() {
    if (size == starts.length) {
      int capacity = starts.length * 2;
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
      counts = Arrays.copyOf(counts, capacity);
      lastOwners = Arrays.copyOf(lastOwners, capacity);
    }
  }

  private void rehash() {
    table = filled(table.length * 2);
    for (int number = 0; number < size; number++) {
      table[slot(starts[number], ends[number])] = number;
    }
  }

  private static int[] filled(int length) {
    int[] table = new int[length];
    Arrays.fill(table, JsonOutline.NONE);
    return table;
  }
}
