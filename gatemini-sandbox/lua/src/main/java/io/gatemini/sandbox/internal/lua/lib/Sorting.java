package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaFunction;
import io.gatemini.sandbox.internal.lua.value.Machine;
import org.jspecify.annotations.Nullable;

/**
 * The quicksort of {@code table.sort}, which compares in the order of the original: a comparator
 * that is no order fails, or not, as it does there.
 */
record Sorting(Machine lua, Elements elements, @Nullable LuaFunction comparator) {
  /** From this size on the pivot of a range that was divided badly is chosen at random. */
  private static final long RANDOM_FROM = 100;

  private static final long RANDOM = 0x9E3779B97F4A7C15L >>> 1;

  void sort(long from, long to) {
    sort(from, to, 0);
  }

  private void sort(long from, long to, long firstRandom) {
    long low = from;
    long high = to;
    long random = firstRandom;
    while (low < high) {
      Object first = elements.get(low);
      Object last = elements.get(high);
      if (less(last, first)) {
        swap(low, first, high, last);
      }
      if (high - low == 1) {
        return;
      }
      long pivot = (low + high) >>> 1;
      if (high - low >= RANDOM_FROM && random != 0) {
        long quarter = (high - low) / 4;
        pivot = random % (quarter * 2) + low + quarter;
      }
      orderMiddle(low, pivot, high);
      if (high - low == 2) {
        return;
      }
      Object value = elements.get(pivot);
      swap(pivot, value, high - 1, elements.get(high - 1));
      long middle = partition(low, high, value);
      long smaller;
      if (middle - low < high - middle) {
        sort(low, middle - 1, random);
        smaller = middle - low;
        low = middle + 1;
      } else {
        sort(middle + 1, high, random);
        smaller = high - middle;
        high = middle - 1;
      }
      if ((high - low) / 128 > smaller) {
        random = RANDOM;
      }
    }
  }

  /** Moves an element that does not lie between the first and the last one to where it belongs. */
  private void orderMiddle(long low, long middle, long high) {
    Object value = elements.get(middle);
    Object first = elements.get(low);
    if (less(value, first)) {
      swap(middle, value, low, first);
      return;
    }
    Object last = elements.get(high);
    if (less(last, value)) {
      swap(middle, value, high, last);
    }
  }

  private void swap(long left, @Nullable Object first, long right, @Nullable Object second) {
    elements.set(left, second);
    elements.set(right, first);
  }

  private long partition(long low, long high, @Nullable Object pivot) {
    long i = low;
    long j = high - 1;
    while (true) {
      Object left = elements.get(++i);
      while (less(left, pivot)) {
        if (i == high - 1) {
          throw invalidOrder();
        }
        left = elements.get(++i);
      }
      Object right = elements.get(--j);
      while (less(pivot, right)) {
        if (j < i) {
          throw invalidOrder();
        }
        right = elements.get(--j);
      }
      if (j < i) {
        swap(high - 1, pivot, i, left);
        return i;
      }
      swap(i, left, j, right);
    }
  }

  private static LuaError invalidOrder() {
    return new LuaError("invalid order function for sorting");
  }

  private boolean less(@Nullable Object left, @Nullable Object right) {
    lua.meter().step(1);
    if (comparator == null) {
      return lua.lessThan(left, right);
    }
    Object result = lua.callOne(comparator, left, right);
    return result != null && !Boolean.FALSE.equals(result);
  }
}
