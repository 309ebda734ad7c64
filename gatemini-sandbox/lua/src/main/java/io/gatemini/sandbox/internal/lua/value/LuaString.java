package io.gatemini.sandbox.internal.lua.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A Lua string: immutable bytes, which are text of UTF-8 only by agreement. */
public final class LuaString implements Comparable<LuaString> {
  /** The charge for a string besides its bytes. */
  public static final int STRING_BYTES = 48;

  private static final int PIECE = 1 << 16;

  public static final LuaString EMPTY = new LuaString(new byte[0]);

  private final byte[] bytes;
  private int hash;
  private int lastWalk;

  private LuaString(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The UTF-8 bytes of a text. */
  public static LuaString of(String text) {
    return text.isEmpty() ? EMPTY : new LuaString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A code point of up to 31 bits in UTF-8, which has up to six bytes here, as it once had. */
  public static byte[] utf8(int code) {
    if (code < 0x80) {
      return new byte[] {(byte) code};
    }
    int more = 1;
    while (more < 5 && code >>> (5 * more + 6) != 0) {
      more++;
    }
    byte[] bytes = new byte[more + 1];
    bytes[0] = (byte) ((0xff << (7 - more)) | (code >> (6 * more)));
    for (int i = 1; i <= more; i++) {
      bytes[i] = (byte) (0x80 | ((code >> (6 * (more - i))) & 0x3f));
    }
    return bytes;
  }

  /** A string of these very bytes, which must not change afterwards. */
  public static LuaString wrap(byte[] bytes) {
    return new LuaString(bytes);
  }

  /**
   * Whether a walk with this number finds it for the first time. Programs share constants: two
   * walks at once may find one of these twice.
   */
  public boolean isNewTo(int walk) {
    boolean isNew = lastWalk != walk;
    lastWalk = walk;
    return isNew;
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

  /** The same; charges them, and counts the work. */
  public LuaString substring(int from, int to, Meter meter) {
    meter.allocateString(to - from);
    meter.stepBytes(to - from);
    return substring(from, to);
  }

  /** A copy of the bytes; the caller charges it. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  public void writeTo(byte[] target, int at) {
    System.arraycopy(bytes, 0, target, at, bytes.length);
  }

  public void writeTo(byte[] target, int at, int from, int length) {
    System.arraycopy(bytes, from, target, at, length);
  }

  /** The index of a byte at or after another index, or -1. */
  public int indexOf(int wanted, int from, Meter meter) {
    for (int i = from; i < bytes.length; i++) {
      meter.loop(i);
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
    return other instanceof LuaString text && mayEqual(text) && Arrays.equals(bytes, text.bytes);
  }

  /** Whether two strings, which are not one object, are equal: it takes as long as they are. */
  public boolean equals(LuaString other, Meter meter) {
    if (bytes.length != other.bytes.length || !mayEqual(other)) {
      return false;
    }
    meter.stepBytes(bytes.length);
    return Arrays.equals(bytes, other.bytes);
  }

  private boolean mayEqual(LuaString other) {
    return hash == 0 || other.hash == 0 || hash == other.hash;
  }

  @Override
  public int hashCode() {
    int result = hash;
    if (result == 0) {
      // A text whose hash is 0 would be hashed each time.
      result = Arrays.hashCode(bytes);
      result = result == 0 ? 1 : result;
      hash = result;
    }
    return result;
  }

  /** The text of a string that may be long: counts the work, which is much where it is no UTF-8. */
  public String toString(Meter meter) {
    StringBuilder text = new StringBuilder(bytes.length);
    int to;
    for (int from = 0; from < bytes.length; from = to) {
      to = endOfPiece(Math.min(bytes.length, from + PIECE));
      meter.stepBytes(to - from);
      text.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  /** An index near the one given, at which no character is cut. */
  private int endOfPiece(int near) {
    int start = near;
    while (start < bytes.length && start > near - 4 && (bytes[start] & 0xC0) == 0x80) {
      start--;
    }
    return start > near - 4 ? start : near;
  }

  /** The text; bytes that are not UTF-8 become U+FFFD. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
