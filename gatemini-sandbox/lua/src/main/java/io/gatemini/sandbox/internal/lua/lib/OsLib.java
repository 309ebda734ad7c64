package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The sandbox's part of the library {@code os}: times, all of them in UTC. */
final class OsLib {
  private final Clock clock;
  private final long start = System.nanoTime();

  private OsLib(Clock clock) {
    this.clock = clock;
  }

  static void install(Machine lua, LuaTable globals, Clock clock) {
    OsLib os = new OsLib(clock);
    Library.global("os", lua, globals)
        .add("clock", (machine, arguments) -> (System.nanoTime() - os.start) / 1e9)
        .add("date", os::date)
        .add(
            "difftime",
            (machine, arguments) -> (double) arguments.integer(1) - arguments.integer(2))
        .add("time", os::time);
  }

  private Object date(Machine lua, LuaArguments arguments) {
    LuaString format = arguments.string(1, LuaString.of("%c"));
    long seconds = arguments.none(2) ? clock.instant().getEpochSecond() : arguments.integer(2);
    boolean universal = format.length() > 0 && format.byteAt(0) == '!';
    LocalDateTime time;
    try {
      time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new LuaError("date result cannot be represented in this installation");
    }
    int from = universal ? 1 : 0;
    if (format.matchesAt(from, LuaString.of("*t"))) {
      LuaTable fields = new LuaTable(lua.meter(), 0, 9);
      setFields(lua, fields, time);
      return fields;
    }
    Bytes out = new Bytes(lua.meter());
    new DateText(time, universal ? "GMT" : "UTC").write(lua.meter(), out, format, from);
    return out.toLuaString();
  }

  private static void setFields(Machine lua, LuaTable fields, LocalDateTime time) {
    set(lua, fields, "year", time.getYear());
    set(lua, fields, "month", time.getMonthValue());
    set(lua, fields, "day", time.getDayOfMonth());
    set(lua, fields, "hour", time.getHour());
    set(lua, fields, "min", time.getMinute());
    set(lua, fields, "sec", time.getSecond());
    set(lua, fields, "yday", time.getDayOfYear());
    set(lua, fields, "wday", time.getDayOfWeek().getValue() % 7 + 1);
    lua.setIndex(fields, LuaString.of("isdst"), false);
  }

  private static void set(Machine lua, LuaTable fields, String name, long value) {
    lua.setIndex(fields, LuaString.of(name), value);
  }

  private Object time(Machine lua, LuaArguments arguments) {
    if (arguments.none(1)) {
      return clock.instant().getEpochSecond();
    }
    LuaTable fields = arguments.table(1);
    long year = field(lua, fields, "year", null, 1900);
    long month = field(lua, fields, "month", null, 1);
    long day = field(lua, fields, "day", null, 0);
    long hour = field(lua, fields, "hour", 12L, 0);
    long minute = field(lua, fields, "min", 0L, 0);
    long second = field(lua, fields, "sec", 0L, 0);
    try {
      LocalDateTime time =
          LocalDate.of(0, 1, 1)
              .plusMonths(year * 12 + month - 1)
              .plusDays(day - 1)
              .atStartOfDay()
              .plusSeconds(hour * 3600 + minute * 60 + second);
      setFields(lua, fields, time);
      return time.toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new LuaError("time result cannot be represented in this installation");
    }
  }

  /** A field of a date, which must fit in an int of C after a difference is subtracted. */
  private static long field(
      Machine lua, LuaTable fields, String name, @Nullable Long absent, int difference) {
    Object value = lua.index(fields, LuaString.of(name));
    Long number = Numbers.toInteger(value, lua.meter());
    if (number == null) {
      if (value != null) {
        throw new LuaError("field '" + name + "' is not an integer");
      }
      if (absent == null) {
        throw new LuaError("field '" + name + "' missing in date table");
      }
      return absent;
    }
    boolean fits =
        number >= 0
            ? number - difference <= Integer.MAX_VALUE
            : number >= (long) Integer.MIN_VALUE + difference;
    if (!fits) {
      throw new LuaError("field '" + name + "' is out-of-bound");
    }
    return number;
  }
}
