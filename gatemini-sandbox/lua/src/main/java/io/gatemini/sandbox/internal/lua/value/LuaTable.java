package io.gatemini.sandbox.internal.lua.value;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Lua table without its metamethods: the keys 1..n in an array, all others in a hash part that is
 * traversed in the order of insertion. Each growth is charged to the meter before it is made. Not
 * safe for threads.
 *
 * <p>Keys for which the array has room are never in the hash part, the last slot in use of the
 * array is never nil, and the key after it is absent: so the number of slots in use is the length.
 */
public final class LuaTable implements Holder {
  /** The charge for a table without elements. */
  public static final int TABLE_BYTES = 56;

  /** The charge for a slot of either part. */
  public static final int SLOT_BYTES = 16;

  /** The charge of a number that is an object of its own. */
  public static final int NUMBER_BYTES = 24;

  /** The bytes of a hash part besides its slots. */
  private static final int HASH_BYTES = 48;

  private static final @Nullable Object[] NO_VALUES = {};
  private static final int[] NO_INDEX = {};

  private final Meter meter;
  private @Nullable Object[] array = NO_VALUES;
  private int arrayCount;

  // Entries of the hash part stand in the order of insertion; index holds their numbers plus one,
  // by open addressing. An entry of a nil value is free, but keeps its key for traversals.
  private @Nullable Object[] keys = NO_VALUES;
  private @Nullable Object[] values = NO_VALUES;
  private int[] index = NO_INDEX;
  private int entryCount;

  private @Nullable LuaTable metatable;
  private int absentMetamethods;
  private @Nullable Object mark;
  private int lastWalk;

  public LuaTable(Meter meter) {
    this(meter, 0, 0);
  }

  /** A table with room for so many elements of the array, and so many others. */
  public LuaTable(Meter meter, int arraySize, int hashSize) {
    this.meter = meter;
    meter.allocate(TABLE_BYTES);
    if (arraySize > 0) {
      growArray(arraySize);
    }
    if (hashSize > 0) {
      resizeHash(hashSize);
    }
  }

  /** The host's mark of the table, invisible to Lua code; null if there is none. */
  public @Nullable Object mark() {
    return mark;
  }

  public void mark(@Nullable Object newMark) {
    mark = newMark;
  }

  public @Nullable LuaTable metatable() {
    return metatable;
  }

  public void metatable(@Nullable LuaTable newMetatable) {
    metatable = newMetatable;
  }

  /** The handler of an event in this table, which is a metatable; absence is remembered. */
  public @Nullable Object metamethod(Metamethod event) {
    int bit = event.bit();
    if ((absentMetamethods & bit) != 0) {
      return null;
    }
    Object handler = get(event.field());
    if (handler == null) {
      absentMetamethods |= bit;
    }
    return handler;
  }

  public @Nullable Object get(@Nullable Object key) {
    if (key instanceof LuaString text) {
      return get(text);
    }
    if (key instanceof Long integer) {
      return get(integer.longValue());
    }
    if (key instanceof Double number) {
      long integer = (long) number.doubleValue();
      if (integer == number && inLongRange(number)) {
        return get(integer);
      }
    }
    return key == null ? null : valueAt(find(key));
  }

  public @Nullable Object get(long key) {
    long slot = key - 1;
    if (slot >= 0 && slot < arrayCount) {
      return array[(int) slot];
    }
    return entryCount == 0 ? null : valueAt(findInteger(key));
  }

  public @Nullable Object get(LuaString key) {
    int[] slots = index;
    if (slots.length == 0) {
      return null;
    }
    int mask = slots.length - 1;
    int at = mix(key.hashCode()) & mask;
    int entry;
    while ((entry = slots[at]) != 0) {
      Object candidate = keys[entry - 1];
      if (candidate == key || (candidate instanceof LuaString text && text.equals(key, meter))) {
        return values[entry - 1];
      }
      at = slotAfter(at, mask);
    }
    return null;
  }

  /** Sets a field; a nil or NaN key is an error of Lua. */
  public void set(@Nullable Object key, @Nullable Object value) {
    if (key instanceof LuaString text) {
      set(text, value);
    } else if (key instanceof Long integer) {
      set(integer.longValue(), value);
    } else if (key instanceof Double number) {
      long integer = (long) number.doubleValue();
      if (integer == number && inLongRange(number)) {
        set(integer, value);
      } else if (number.isNaN()) {
        throw LuaError.runtime("table index is NaN");
      } else {
        put(find(key), key, value);
      }
    } else if (key == null) {
      throw LuaError.runtime("table index is nil");
    } else {
      put(find(key), key, value);
    }
  }

  /**
   * Sets a function written in Java.
   *
   * @param held the values and holders that the body keeps and a program can reach by it alone
   */
  public void define(String name, Builtin.Body body, Object... held) {
    set(LuaString.of(name), new Builtin(name, body, held));
  }

  public void set(LuaString key, @Nullable Object value) {
    absentMetamethods = 0;
    put(find(key), key, value);
  }

  public void set(long key, @Nullable Object value) {
    long slot = key - 1;
    if (slot >= 0 && slot < arrayCount) {
      charge(array[(int) slot], value);
      array[(int) slot] = value;
      if (value == null && slot == arrayCount - 1) {
        shrinkArray();
      }
    } else if (slot >= 0 && slot <= array.length && (slot < array.length || slot == arrayCount)) {
      if (value != null) {
        append((int) slot, value);
      }
    } else {
      put(entryCount == 0 ? -1 : findInteger(key), key, value);
    }
  }

  /** Sets consecutive integer keys from one that follows those in the array, as constructors do. */
  public void setAll(long firstKey, @Nullable Object[] source, int from, int count) {
    long needed = firstKey - 1 + count;
    if (needed > array.length) {
      growArray(needed);
    }
    for (int i = 0; i < count; i++) {
      set(firstKey + i, source[from + i]);
    }
  }

  /** A border, as the length operator gives it without metamethods. */
  public long length() {
    return arrayCount;
  }

  /**
   * The position of the entry after a key for {@link #keyAt} and {@link #elementAt}, or -1 at the
   * end; the key nil stands before the first.
   */
  public int next(@Nullable Object key) {
    int position = key == null ? 0 : positionOf(key) + 1;
    for (; position < arrayCount; position++) {
      if (array[position] != null) {
        return position;
      }
      meter.loop(position);
    }
    // The array's room counts, not its use, which may shrink during a traversal.
    for (int entry = Math.max(position - array.length, 0); entry < entryCount; entry++) {
      if (values[entry] != null) {
        return array.length + entry;
      }
      meter.loop(entry);
    }
    return -1;
  }

  public Object keyAt(int position) {
    Object key = position < array.length ? (Object) (position + 1L) : keys[position - array.length];
    return Objects.requireNonNull(key);
  }

  public @Nullable Object elementAt(int position) {
    return position < array.length ? array[position] : values[position - array.length];
  }

  /** Whether a walk with this number finds it for the first time. */
  public boolean isNewTo(int walk) {
    boolean isNew = lastWalk != walk;
    lastWalk = walk;
    return isNew;
  }

  @Override
  public long show(Visitor visitor) {
    visitor.accept(metatable);
    visitor.accept(mark);
    for (int i = 0; i < arrayCount; i++) {
      visitor.accept(array[i]);
    }
    long numbers = 0;
    // The key of a free entry stays until the hash part is made anew.
    for (int i = 0; i < entryCount; i++) {
      if (keys[i] instanceof Number) {
        numbers++; // the walk would ask more
      } else {
        visitor.accept(keys[i]);
      }
      if (!(values[i] instanceof Boolean)) {
        visitor.accept(values[i]);
      }
    }
    return TABLE_BYTES
        + NUMBER_BYTES * numbers
        + (long) SLOT_BYTES * (array.length + keys.length)
        + (keys.length > 0 ? HASH_BYTES : 0);
  }

  /** Whether a value is a number in an object of its own, as small integers are not. */
  public static boolean isBoxed(@Nullable Object value) {
    return value instanceof Double
        || (value instanceof Long number && number != (byte) (long) number);
  }

  /** Charges the box of a number before a slot that had none refers to it. */
  private void charge(@Nullable Object former, @Nullable Object value) {
    if (isBoxed(value) && !isBoxed(former)) {
      meter.grow(NUMBER_BYTES);
    }
  }

  private int positionOf(Object key) {
    if (key instanceof Double number && (long) number.doubleValue() == number) {
      return positionOf((long) number.doubleValue());
    }
    if (key instanceof Long integer && integer >= 1 && integer <= array.length) {
      return (int) (integer - 1);
    }
    int entry = find(key);
    if (entry < 0) {
      throw LuaError.runtime("invalid key to 'next'");
    }
    return array.length + entry;
  }

  private @Nullable Object valueAt(int entry) {
    return entry < 0 ? null : values[entry];
  }

  private int findInteger(long key) {
    int[] slots = index;
    if (slots.length == 0) {
      return -1;
    }
    int mask = slots.length - 1;
    int at = mix(Long.hashCode(key)) & mask;
    int entry;
    while ((entry = slots[at]) != 0) {
      if (keys[entry - 1] instanceof Long integer && integer == key) {
        return entry - 1;
      }
      at = slotAfter(at, mask);
    }
    return -1;
  }

  private int find(Object key) {
    int[] slots = index;
    if (slots.length == 0) {
      return -1;
    }
    int mask = slots.length - 1;
    int at = mix(key.hashCode()) & mask;
    int entry;
    while ((entry = slots[at]) != 0) {
      Object candidate = keys[entry - 1];
      if (candidate == key || equal(key, candidate)) {
        return entry - 1;
      }
      at = slotAfter(at, mask);
    }
    return -1;
  }

  private void put(int entry, Object key, @Nullable Object value) {
    if (entry >= 0) {
      charge(values[entry], value);
      values[entry] = value;
    } else if (value != null) {
      if (entryCount == keys.length) {
        makeRoom();
      }
      if (key instanceof Number) {
        charge(null, key);
      }
      charge(null, value);
      keys[entryCount] = key;
      values[entryCount] = value;
      link(entryCount++);
    }
  }

  private void link(int entry) {
    int mask = index.length - 1;
    Object key = Objects.requireNonNull(keys[entry]);
    int at = mix(key.hashCode()) & mask;
    while (index[at] != 0) {
      at = slotAfter(at, mask);
    }
    index[at] = entry + 1;
  }

  private void makeRoom() {
    int live = 0;
    for (int i = 0; i < entryCount; i++) {
      if (values[i] != null) {
        live++;
      }
    }
    resizeHash(live < entryCount / 2 ? Math.max(keys.length / 2, 4) : Math.max(keys.length * 2, 4));
  }

  private void resizeHash(int wanted) {
    int size = Integer.highestOneBit(Math.max(wanted - 1, 1)) << 1;
    if (size < 0 || size > 1 << 28) {
      throw LuaError.runtime("table overflow");
    }
    // While it is copied, both the old and the new part exist.
    meter.allocate((long) SLOT_BYTES * size + HASH_BYTES);
    @Nullable Object[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    int oldCount = entryCount;
    keys = new @Nullable Object[size];
    values = new @Nullable Object[size];
    index = new int[size * 2];
    entryCount = 0;
    for (int i = 0; i < oldCount; i++) {
      if (oldValues[i] != null) {
        keys[entryCount] = oldKeys[i];
        values[entryCount] = oldValues[i];
        link(entryCount++);
      }
    }
  }

  private void append(int slot, Object value) {
    if (slot == array.length) {
      growArray(Math.max(4L, slot * 2L));
    }
    charge(null, value);
    array[slot] = value;
    arrayCount = Math.max(arrayCount, slot + 1);
    while (arrayCount == array.length
        && entryCount > 0
        && valueAt(findInteger(arrayCount + 1L)) != null) {
      growArray(arrayCount * 2L);
    }
  }

  private void growArray(long size) {
    if (size > 1 << 28) {
      throw LuaError.runtime("table overflow");
    }
    meter.allocate(SLOT_BYTES * (size - array.length));
    array = Arrays.copyOf(array, (int) size);
    for (int i = 0; i < entryCount; i++) {
      if (keys[i] instanceof Long key && key >= 1 && key <= size && values[i] != null) {
        array[(int) (key - 1)] = values[i];
        values[i] = null;
        arrayCount = Math.max(arrayCount, (int) (long) key);
      }
    }
  }

  private void shrinkArray() {
    while (arrayCount > 0 && array[arrayCount - 1] == null) {
      meter.loop(--arrayCount);
    }
  }

  /** The slot to look at after one that holds another key; keys of one hash make long ways. */
  private int slotAfter(int at, int mask) {
    int next = (at + 1) & mask;
    if ((next & 63) == 0) {
      meter.step(4);
    }
    return next;
  }

  private boolean equal(Object key, @Nullable Object candidate) {
    return (key instanceof LuaString text && candidate instanceof LuaString other)
        ? text.equals(other, meter)
        : key.equals(candidate);
  }

  private static int mix(int hash) {
    return hash ^ (hash >>> 16) ^ (hash >>> 7);
  }

  private static boolean inLongRange(double number) {
    return number >= -0x1p63 && number < 0x1p63;
  }
}
