package io.gatemini.sandbox.internal.lua;

import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.io.ByteArrayOutputStream;
import java.time.Clock;

/** Runs programs as the command {@code lua5.4} does. */
final class LuaPrograms {
  private LuaPrograms() {}

  static byte[] output(byte[] source, String name, Meter meter) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Interpreter lua =
        new Interpreter(
            meter,
            line -> {
              byte[] bytes = new byte[line.length()];
              line.writeTo(bytes, 0);
              output.writeBytes(bytes);
              output.write('\n');
            });
    StandardLibrary.install(lua, Clock.systemUTC());
    var program = Compiler.compile(LuaString.wrap(source), LuaString.of("@" + name), meter);
    lua.call(lua.closure(program, lua.globals()));
    return output.toByteArray();
  }
}
