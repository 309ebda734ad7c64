package io.gatemini.sandbox.internal.lua.lib;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.Meter;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** A time as C's {@code strftime} writes it in the C locale. */
record DateText(LocalDateTime time, String zone) {
  private static final String[] DAYS = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
  };
  private static final String[] MONTHS = {
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December"
  };
  private static final String PLAIN = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";

  /** Adds the text of a format, all of whose conversions must be among those of C. */
  void write(Meter meter, Bytes out, LuaString format, int from) {
    int end = format.length();
    for (int at = from; at < end; at++) {
      meter.loop(at);
      if (format.byteAt(at) != '%') {
        out.add(format.byteAt(at));
        continue;
      }
      int start = at++;
      int modifier = at < end ? format.byteAt(at) : 0;
      String allowed = modifier == 'E' ? "cCxXyY" : modifier == 'O' ? "deHImMSuUVwWy" : PLAIN;
      if (!allowed.equals(PLAIN)) {
        at++;
      }
      if (at >= end || allowed.indexOf(format.byteAt(at)) < 0) {
        meter.allocateString(end - at);
        String rest = format.substring(start + 1, end).toString();
        int zero = rest.indexOf(0);
        throw LuaError.argument(
            1,
            "invalid conversion specifier '%" + (zero < 0 ? rest : rest.substring(0, zero)) + "'");
      }
      meter.step(2);
      out.add(conversion(format.byteAt(at)));
    }
  }

  private String conversion(int name) {
    int year = time.getYear();
    int weekday = time.getDayOfWeek().getValue();
    int dayOfYear = time.getDayOfYear() - 1;
    int hour = time.getHour();
    String month = MONTHS[time.getMonthValue() - 1];
    return switch (name) {
      case 'a' -> DAYS[weekday % 7].substring(0, 3);
      case 'A' -> DAYS[weekday % 7];
      case 'b', 'h' -> month.substring(0, 3);
      case 'B' -> month;
      case 'c' -> all("a b e T Y");
      case 'C' -> two(Math.floorDiv(year, 100));
      case 'd' -> two(time.getDayOfMonth());
      case 'D', 'x' -> all("m/d/y");
      case 'e' -> String.format(Locale.ROOT, "%2d", time.getDayOfMonth());
      case 'F' -> all("Y-m-d");
      case 'g' -> two(Math.floorMod(time.get(IsoFields.WEEK_BASED_YEAR), 100));
      case 'G' -> Integer.toString(time.get(IsoFields.WEEK_BASED_YEAR));
      case 'H' -> two(hour);
      case 'I' -> two((hour + 11) % 12 + 1);
      case 'j' -> String.format(Locale.ROOT, "%03d", dayOfYear + 1);
      case 'm' -> two(time.getMonthValue());
      case 'M' -> two(time.getMinute());
      case 'n' -> "\n";
      case 'p' -> hour < 12 ? "AM" : "PM";
      case 'r' -> all("I:M:S p");
      case 'R' -> all("H:M");
      case 'S' -> two(time.getSecond());
      case 't' -> "\t";
      case 'T', 'X' -> all("H:M:S");
      case 'u' -> Integer.toString(weekday);
      case 'U' -> two((dayOfYear + 7 - weekday % 7) / 7);
      case 'V' -> two(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case 'w' -> Integer.toString(weekday % 7);
      case 'W' -> two((dayOfYear + 7 - (weekday + 6) % 7) / 7);
      case 'y' -> two(Math.floorMod(year, 100));
      case 'Y' -> Long.toString(time.getLong(ChronoField.YEAR));
      case 'z' -> "+0000";
      case 'Z' -> zone;
      default -> "%";
    };
  }

  /** A text in which each letter stands for its conversion. */
  private String all(String letters) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      text.append(Character.isLetter(letter) ? conversion(letter) : String.valueOf(letter));
    }
    return text.toString();
  }

  private static String two(int number) {
    return String.format(Locale.ROOT, "%02d", number);
  }
}
