package io.gatemini.sandbox.internal.lua;

import io.gatemini.sandbox.internal.lua.lib.StandardLibrary;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.syntax.SyntaxException;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

/** Runs programs as the command {@code lua5.4} does. */
final class LuaPrograms {
  private LuaPrograms() {}

  static byte[] output(byte[] source, String name, Meter meter) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    run(source, "@" + name, meter, output);
    return output.toByteArray();
  }

  /** The output of a program of bytes; an error is its last line, as {@link Oracle} has it. */
  static String answer(String program) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    Meter meter = new Meter(50_000_000L, 256L << 20, 4L << 30, 64 << 20);
    try {
      run(program.getBytes(StandardCharsets.ISO_8859_1), "=program", meter, output);
    } catch (LuaError error) {
      output.writeBytes("error: ".getBytes(StandardCharsets.US_ASCII));
      if (error.value() instanceof LuaString message) {
        write(message, output);
      } else {
        write(LuaString.of(error.getMessage()), output);
      }
    } catch (SyntaxException error) {
      output.writeBytes("error: ".getBytes(StandardCharsets.US_ASCII));
      write(LuaString.of(error.getMessage()), output);
    }
    return output.toString(StandardCharsets.ISO_8859_1);
  }

  private static void run(byte[] source, String name, Meter meter, ByteArrayOutputStream output) {
    Interpreter lua = new Interpreter(meter, line -> write(line, output));
    StandardLibrary.install(lua, Clock.systemUTC());
    var program = Compiler.compile(LuaString.wrap(source), LuaString.of(name), meter);
    lua.call(lua.closure(program, lua.globals()));
  }

  private static void write(LuaString line, ByteArrayOutputStream output) {
    byte[] bytes = new byte[line.length()];
    line.writeTo(bytes, 0);
    output.writeBytes(bytes);
    output.write('\n');
  }
}
