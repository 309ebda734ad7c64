package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Machine;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code collectgarbage} of one program: the memory is Java's to collect, but the
 * settings are kept and answered.
 */
final class Collector implements Builtin.Body {
  private static final int MAX_NAME = 100;

  private boolean stopped;
  // The initial mode of the command lua5.4.
  private LuaString mode = LuaString.of("generational");
  private long pause = 200;
  private long stepMultiplier = 100;

  @Override
  public @Nullable Object call(Machine lua, LuaArguments arguments) {
    LuaString option = arguments.string(1, LuaString.of("collect"));
    long value = arguments.integer(2, 0);
    String name = option.substring(0, Math.min(option.length(), MAX_NAME)).toString();
    switch (name) {
      case "collect" -> {
        return 0L;
      }
      case "stop", "restart" -> {
        stopped = option.byteAt(0) == 's';
        return 0L;
      }
      case "isrunning" -> {
        return !stopped;
      }
      case "count" -> {
        return lua.meter().bytesInUse() / 1024.0;
      }
      case "step" -> {
        return true;
      }
      case "incremental", "generational" -> {
        LuaString before = mode;
        mode = option;
        return before;
      }
      case "setpause" -> {
        long before = pause;
        pause = value / 4 * 4; // as Lua keeps it, in a byte
        return before;
      }
      case "setstepmul" -> {
        long before = stepMultiplier;
        stepMultiplier = value / 4 * 4;
        return before;
      }
      default -> throw LuaError.argument(1, "invalid option '" + name + "'");
    }
  }
}
