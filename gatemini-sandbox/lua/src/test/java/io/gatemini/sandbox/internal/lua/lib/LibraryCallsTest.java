package io.gatemini.sandbox.internal.lua.lib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.FloatText;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls of the library that Lua 5.4 itself answered: recorded, and anew where it is installed. */
class LibraryCallsTest {
  private static final String FOLDER = "/lua/calls/";
  private static final Path LUA = Path.of("/usr/bin/lua5.4");
  private static final List<String> FIELDS =
      List.of(
          "a", "b", "c", "x", "n", "year", "month", "day", "hour", "min", "sec", "isdst", "yday",
          "wday");

  private final Meter meter = new Meter(Long.MAX_VALUE / 2, 1L << 40, 1L << 60, 1 << 30);
  private final Machine machine = new PlainMachine(meter);
  private final LuaTable globals = new LuaTable(meter);
  private String source = "";
  private int at;

  LibraryCallsTest() {
    StringLib.install(machine, globals);
    TableLib.install(machine, globals);
    MathLib.install(machine, globals);
    Utf8Lib.install(machine, globals);
    OsLib.install(machine, globals, Clock.systemUTC());
  }

  @Test
  void answersAsRecorded() throws IOException {
    try (InputStream recorded = resource("library-calls.txt.gz").openStream()) {
      assertThat(compare(new GZIPInputStream(recorded))).isEqualTo(3000);
    }
  }

  @Test
  void answersAsTheInstalledLua() throws IOException, URISyntaxException {
    assumeTrue(Files.isExecutable(LUA));
    Path script = Path.of(resource("library-calls.lua").toURI());
    ProcessBuilder builder =
        new ProcessBuilder(LUA.toString(), script.toString(), "20261125", "20000");
    builder.environment().put("TZ", "UTC");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);

    Process process = builder.start();

    assertThat(compare(process.getInputStream())).isEqualTo(20000);
  }

  private static URL resource(String name) {
    return Objects.requireNonNull(LibraryCallsTest.class.getResource(FOLDER + name));
  }

  private int compare(InputStream calls) throws IOException {
    List<String> differences = new ArrayList<>();
    int count = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(calls, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(" ", -1);
        String answer = answer(parts[0], parts[1]);
        if (!answer.equals(parts[2]) && !differsInLastBit(parts[0], answer, parts[2])) {
          differences.add(line + " but was " + answer);
        }
        count++;
      }
    }
    assertThat(differences).isEmpty();
    return count;
  }

  /** The logarithms, powers and angles of C's library are not always those of Java's. */
  private static boolean differsInLastBit(String name, String actual, String expected) {
    if (!name.startsWith("math.") || !actual.matches("d-?0x.*")) {
      return false;
    }
    double number = Double.parseDouble(actual.substring(1));
    return expected.startsWith("d")
        && Math.abs(number - Double.parseDouble(expected.substring(1))) <= Math.ulp(number);
  }

  private String answer(String name, String call) {
    source = call;
    at = 0;
    List<@Nullable Object> arguments = new ArrayList<>();
    while (at < source.length()) {
      arguments.add(decode());
      at++;
    }
    @Nullable Object[] values = arguments.toArray();
    StringJoiner results = new StringJoiner(",");
    try {
      Object result = call(name, values);
      for (Object value : result instanceof Object[] several ? several : new Object[] {result}) {
        results.add(encode(value));
      }
    } catch (LuaError e) {
      String message =
          e.argument() > 0
              ? "bad argument #" + e.argument() + " to '" + name + "' (" + e.getMessage() + ")"
              : e.getMessage();
      results.add("E" + hex(LuaString.of(message)));
    }
    for (Object value : values) {
      if (value instanceof LuaTable) {
        results.add("T" + encode(value));
      }
    }
    return results.toString();
  }

  @SuppressWarnings("NullAway") // which does not read the annotations of compiled arrays
  private @Nullable Object call(String name, @Nullable Object[] values) {
    int point = name.indexOf('.');
    if (point < 0) {
      return name.equals("tonumber")
          ? Numbers.toNumber(values[0], machine.meter())
          : Numbers.toText(Objects.requireNonNull(values[0]));
    }
    LuaTable library = (LuaTable) globals.get(LuaString.of(name.substring(0, point)));
    Object function = Objects.requireNonNull(library).get(LuaString.of(name.substring(point + 1)));
    return ((Builtin) Objects.requireNonNull(function)).call(machine, values);
  }

  private @Nullable Object decode() {
    char type = source.charAt(at++);
    if (type == 'n') {
      return null;
    }
    if (type == 't' || type == 'f') {
      return type == 't';
    }
    if (type == '{') {
      LuaTable table = new LuaTable(meter);
      while (source.charAt(at) == '[') {
        at++;
        Object key = decode();
        at++;
        table.set(key, decode());
        at++;
      }
      at++;
      return table;
    }
    int from = at;
    while (at < source.length() && ",=]}".indexOf(source.charAt(at)) < 0) {
      at++;
    }
    String text = source.substring(from, at);
    return switch (type) {
      case 'i' -> (Object) Long.valueOf(text);
      case 'd' -> (Object) Double.valueOf(text);
      default -> LuaString.wrap(HexFormat.of().parseHex(text));
    };
  }

  private static String encode(@Nullable Object value) {
    if (value == null) {
      return "n";
    }
    if (value instanceof Boolean truth) {
      return truth ? "t" : "f";
    }
    if (value instanceof Long) {
      return "i" + value;
    }
    if (value instanceof Double number) {
      boolean finite = Double.isFinite(number);
      String sign = Double.doubleToLongBits(number) < 0 ? "-" : "";
      return "d" + (finite ? sign + FloatText.hexadecimal(Math.abs(number), -1, false) : number);
    }
    if (value instanceof LuaTable table) {
      StringBuilder text = new StringBuilder("{");
      for (long i = 1; i <= table.length(); i++) {
        text.append("[i").append(i).append('=').append(encode(table.get(i))).append(']');
      }
      for (String field : FIELDS) {
        Object element = table.get(LuaString.of(field));
        if (element != null) {
          text.append("[s").append(hex(LuaString.of(field)));
          text.append('=').append(encode(element)).append(']');
        }
      }
      return text.append('}').toString();
    }
    return "s" + hex((LuaString) value);
  }

  private static String hex(LuaString text) {
    byte[] bytes = new byte[text.length()];
    text.writeTo(bytes, 0);
    return HexFormat.of().formatHex(bytes);
  }
}
