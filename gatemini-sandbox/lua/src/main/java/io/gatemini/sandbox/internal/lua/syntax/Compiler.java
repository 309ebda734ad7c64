package io.gatemini.sandbox.internal.lua.syntax;

import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Prototype;

/** Turns source text into the prototype of a main function. */
public final class Compiler {
  // Lua's own limit of a chunk's name in messages, without the end of a C string.
  private static final int MAX_NAME = 59;

  // The rough memory of a source's tree and code for each of its bytes.
  private static final int BYTES_PER_CHARACTER = 16;

  private Compiler() {}

  /**
   * Compiles a chunk.
   *
   * @param name the chunk's name as {@code load} takes it: text that is shown as it is after {@code
   *     =} or {@code @}, the source itself otherwise
   * @throws SyntaxException if the source is not Lua
   */
  public static Prototype compile(LuaString source, LuaString name, Meter meter) {
    meter.allocate((long) BYTES_PER_CHARACTER * source.length());
    String chunk = shown(name, meter).toString();
    FunctionScope main = new Parser(source, chunk, meter).parseChunk();
    return new FunctionGenerator(main, chunk).generate();
  }

  private static LuaString shown(LuaString name, Meter meter) {
    int length = name.length();
    int first = length == 0 ? 0 : name.byteAt(0);
    if (first == '=') {
      return name.substring(1, Math.min(length, MAX_NAME + 1));
    }
    if (first == '@') {
      return length - 1 <= MAX_NAME
          ? name.substring(1, length)
          : join("...", name.substring(length - MAX_NAME + 3, length), "");
    }
    int lineEnd = name.indexOf('\n', 0, meter);
    int room = MAX_NAME - "[string \"...\"]".length();
    if (lineEnd < 0 && length <= room) {
      return join("[string \"", name, "\"]");
    }
    int shown = Math.min(lineEnd < 0 ? length : lineEnd, room);
    return join("[string \"", name.substring(0, shown), "...\"]");
  }

  private static LuaString join(String before, LuaString text, String after) {
    byte[] all = new byte[before.length() + text.length() + after.length()];
    LuaString.of(before).writeTo(all, 0);
    text.writeTo(all, before.length());
    LuaString.of(after).writeTo(all, before.length() + text.length());
    return LuaString.wrap(all);
  }
}
