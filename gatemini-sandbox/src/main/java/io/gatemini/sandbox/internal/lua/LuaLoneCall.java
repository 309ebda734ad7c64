package io.gatemini.sandbox.internal.lua;

import io.gatemini.RawJson;
import io.gatemini.sandbox.internal.lua.syntax.Compiler;
import io.gatemini.sandbox.internal.lua.syntax.SyntaxException;
import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Meter.Stop;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.spi.ScriptLanguage.LoneCall;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one call that a program in Lua consists of, where it does nothing but make it and give its
 * answer. Its arguments are read by the machine itself, in a world without a single name, so that
 * they mean what they mean to the engine.
 */
final class LuaLoneCall {
  /** Longer ones are as well read by the engine. */
  private static final int MAX_LENGTH = 20_000;

  private static final int MAX_STEPS = 20_000;
  private static final long MAX_BYTES = 1 << 20;

  private static final String CALL =
      "([A-Za-z_]\\w*)\\s*[.]\\s*([A-Za-z_]\\w*)\\s*(\\(.*\\)|\\{.*\\})";

  private static final String END = "\\s*;?\\s*";

  private static final Pattern RETURNED =
      Pattern.compile(
          "\\s*return\\s+" + CALL + "\\s*:\\s*await\\s*\\(\\s*\\)" + END, Pattern.DOTALL);

  private static final Pattern RESULT =
      Pattern.compile(
          "\\s*result\\s*\\(\\s*" + CALL + "\\s*:\\s*await\\s*\\(\\s*\\)\\s*\\)" + END,
          Pattern.DOTALL);

  private static final LuaString CHUNK = LuaString.of("=arguments");

  private LuaLoneCall() {}

  static Optional<LoneCall> read(String code) {
    // A comment may hide the end of what looks like a call.
    if (code.length() > MAX_LENGTH || code.contains("--")) {
      return Optional.empty();
    }
    Matcher call = RETURNED.matcher(code);
    if (!call.matches()) {
      call = RESULT.matcher(code);
    }
    if (!call.matches()) {
      return Optional.empty();
    }
    String backend = call.group(1);
    String tool = call.group(2);
    return arguments(call.group(3)).map(given -> new LoneCall(backend, tool, given));
  }

  private static Optional<RawJson> arguments(String text) {
    String written = text.startsWith("{") ? text : text.substring(1, text.length() - 1);
    if (written.isBlank()) {
      return Optional.of(RawJson.emptyObject());
    }
    Meter meter = new Meter(MAX_STEPS, MAX_BYTES, MAX_BYTES, MAX_BYTES);
    try {
      Interpreter lua = new Interpreter(meter, line -> {});
      LuaTable nothing = new LuaTable(meter);
      LuaTable names = new LuaTable(meter);
      names.set(LuaString.of("__index"), new Builtin("name", (machine, name) -> unknown()));
      nothing.metatable(names);
      LuaString source = LuaString.of("return " + written);
      @Nullable Object[] values =
          lua.call(lua.closure(Compiler.compile(source, CHUNK, meter), nothing));
      if (values.length != 1 || !(values[0] instanceof LuaTable)) {
        return Optional.empty();
      }
      RawJson json = RawJson.wrap(new JsonTables(lua).written(values[0]));
      return json.tree().isObject() ? Optional.of(json) : Optional.empty();
    } catch (SyntaxException | LuaError | Stop | StackOverflowError e) {
      return Optional.empty(); // the engine says what is wrong with it, if anything is
    }
  }

  private static Object unknown() {
    throw new LuaError("a program with names is more than a call");
  }
}
