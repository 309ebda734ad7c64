package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.Arrays;

/** A string while it is built, charged as it grows; close it where Lua code runs in between. */
final class Bytes implements AutoCloseable {
  private final Meter meter;
  private byte[] bytes;
  private int length;
  private long held;

  Bytes(Meter meter) {
    this(meter, 64);
  }

  Bytes(Meter meter, int capacity) {
    this.meter = meter;
    meter.allocateString(capacity);
    bytes = new byte[capacity];
  }

  int length() {
    return length;
  }

  Bytes add(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  Bytes add(LuaString text) {
    return add(text, 0, text.length());
  }

  Bytes add(LuaString text, int from, int to) {
    int count = to - from;
    reserve(count);
    text.writeTo(bytes, length, from, count);
    length += count;
    meter.stepBytes(count);
    return this;
  }

  /** Adds characters of Latin 1, each a byte. */
  Bytes add(CharSequence text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
    return this;
  }

  Bytes fill(int value, int count) {
    reserve(count);
    Arrays.fill(bytes, length, length + count, (byte) value);
    length += count;
    meter.stepBytes(count);
    return this;
  }

  private void reserve(int count) {
    long needed = (long) length + count;
    if (needed > bytes.length) {
      meter.allocateString(needed);
      int capacity = (int) Math.min(Math.max(needed, 2L * length), Integer.MAX_VALUE - 16);
      meter.allocate(capacity - needed);
      meter.hold(capacity - held);
      held = capacity;
      bytes = Arrays.copyOf(bytes, capacity);
    }
  }

  LuaString toLuaString() {
    if (length == bytes.length) {
      return LuaString.wrap(bytes);
    }
    meter.allocateString(length);
    return LuaString.wrap(Arrays.copyOf(bytes, length));
  }

  @Override
  public void close() {
    meter.release(held);
    held = 0;
  }
}
