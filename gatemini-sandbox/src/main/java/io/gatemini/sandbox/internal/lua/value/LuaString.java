package io.gatemini.sandbox.internal.lua.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A Lua string: immutable bytes, which are text of UTF-8 only by agreement. */
public final class LuaString implements Comparable<LuaString> {
  /** What a string is charged besides its bytes. */
  public static final int STRING_BYTES = 48;

  public static final LuaString EMPTY = new LuaString(new byte[0]);

  private final byte[] bytes;
  private int hash;

  private LuaString(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The UTF-8 bytes of a text. */
  public static LuaString of(String text) {
    return text.isEmpty() ? EMPTY : new LuaString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A string of these very bytes, which nobody may change afterwards. */
  public static LuaString wrap(byte[] bytes) {
    return new LuaString(bytes);
  }

  public int length() {
    return bytes.length;
  }

  /** The byte at an index from 0, as 0 to 255. */
  public int byteAt(int index) {
    return bytes[index] & 0xff;
  }

  /** The bytes from an index (from 0) up to another that is excluded; the caller charges them. */
  public LuaString substring(int from, int to) {
    return from == 0 && to == bytes.length
        ? this
        : from >= to ? EMPTY : new LuaString(Arrays.copyOfRange(bytes, from, to));
  }

  public void writeTo(byte[] target, int at) {
    System.arraycopy(bytes, 0, target, at, bytes.length);
  }

  public void writeTo(byte[] target, int at, int from, int length) {
    System.arraycopy(bytes, from, target, at, length);
  }

  /** The index of a byte at or after another index, or -1. */
  public int indexOf(int wanted, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == (byte) wanted) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the bytes from an index on are those of another string. */
  public boolean matchesAt(int index, LuaString part) {
    int end = index + part.bytes.length;
    return end <= bytes.length
        && Arrays.equals(bytes, index, end, part.bytes, 0, part.bytes.length);
  }

  @Override
  public int compareTo(LuaString other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof LuaString text)) {
      return false;
    }
    boolean hashesDiffer = hash != 0 && text.hash != 0 && hash != text.hash;
    return !hashesDiffer && Arrays.equals(bytes, text.bytes);
  }

  @Override
  public int hashCode() {
    int result = hash;
    if (result == 0) {
      result = Arrays.hashCode(bytes);
      hash = result;
    }
    return result;
  }

  /** The text; bytes that are not UTF-8 become U+FFFD. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
