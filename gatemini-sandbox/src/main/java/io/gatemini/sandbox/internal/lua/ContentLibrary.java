package io.gatemini.sandbox.internal.lua;

import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.util.Objects;

/** {@code content}: blocks of content that a program makes, as the protocol has them. */
final class ContentLibrary {
  private static final LuaString TYPE = LuaString.of("type");
  private static final LuaString IMAGE = LuaString.of("image");

  private ContentLibrary() {}

  static LuaTable of(Meter meter) {
    LuaTable library = new LuaTable(meter);
    function(library, meter, "text", "text");
    function(library, meter, "image", "data", "mimeType");
    function(library, meter, "audio", "data", "mimeType");
    function(library, meter, "resource_link", "uri", "name");
    return library;
  }

  /** A function that makes a block of its name with texts of these names. */
  private static void function(LuaTable library, Meter meter, String type, String... names) {
    library.define(type, (machine, arguments) -> block(meter, type, names, arguments));
  }

  private static LuaTable block(Meter meter, String type, String[] names, LuaArguments arguments) {
    LuaTable block = new LuaTable(meter);
    block.set(TYPE, LuaString.of(type));
    for (int i = 0; i < names.length; i++) {
      block.set(LuaString.of(names[i]), arguments.string(i + 1));
    }
    return block;
  }

  /** The pictures among the blocks of an answer. */
  static LuaTable images(LuaTable blocks, Meter meter) {
    LuaTable images = new LuaTable(meter);
    long count = 0;
    for (long i = 1; i <= blocks.length(); i++) {
      if (blocks.get(i) instanceof LuaTable block && Objects.equals(block.get(TYPE), IMAGE)) {
        images.set(++count, block);
      }
    }
    return images;
  }
}
