package io.gatemini.sandbox.internal.lua;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonProblem;
import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Machine;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.value.Numbers;
import io.gatemini.spi.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as tables, and tables as JSON, by copy. A null is nil, and is remembered: an array keeps its
 * length and an object its member until another value is put there; an empty array stays an array.
 * A table whose keys are 1 to n, at least one, is an array, every other one an object. For one
 * thread.
 */
final class JsonTables {
  /** Deeper ones contain themselves, most likely. */
  private static final int MAX_DEPTH = 1_000;

  /** Integers beyond it are not the same for every reader of JSON; they are written as they are. */
  private static final double MAX_WHOLE = 9.007199254740992E15;

  /** The problem with an answer that cannot be read. */
  static final String MALFORMED = "the tool answered with malformed JSON";

  private static final LuaString LENGTH = LuaString.of("__len");

  private final Meter meter;

  /** The value that stands for a null where nil cannot stand. */
  private final LuaTable nullValue;

  /** The metatable of arrays that hold nulls. */
  private final LuaTable lengthOfArrays;

  /**
   * The remembered form of a table that was JSON.
   *
   * @param length the length of an array, nulls included; -1 of an object
   * @param nulls the names of the members of an object that are null
   */
  private record Shape(int length, List<LuaString> nulls) implements Holder {
    @Override
    public long show(Visitor visitor) {
      nulls.forEach(visitor::accept);
      return 64 + (long) LuaTable.SLOT_BYTES * nulls.size();
    }
  }

  JsonTables(Machine lua) {
    this.meter = lua.meter();
    nullValue = new LuaTable(meter);
    LuaTable named = new LuaTable(meter);
    LuaString text = LuaString.of("null");
    named.set(LuaString.of("__tostring"), new Builtin("null", (machine, arguments) -> text));
    nullValue.metatable(named);
    lengthOfArrays = new LuaTable(meter);
    lengthOfArrays.set(
        LENGTH, new Builtin("#", (machine, arguments) -> length(arguments.table(1))));
  }

  LuaTable nullValue() {
    return nullValue;
  }

  private long length(LuaTable array) {
    long length = array.length();
    if (array.mark() instanceof Shape shape && shape.length > length) {
      length = shape.length;
      while (array.get(length + 1) != null) {
        meter.loop(length++);
      }
    }
    return length;
  }

  /** Makes a table an array, also where it is empty. */
  LuaTable asArray(LuaTable table) {
    table.mark(new Shape(0, List.of()));
    return table;
  }

  /**
   * A whole text; an error of Lua where it is no JSON.
   *
   * @param json UTF-8
   */
  @Nullable Object read(byte[] json) {
    try {
      return readWhole(json);
    } catch (JsonProcessingException e) {
      throw new LuaError("malformed JSON: " + JsonProblem.of(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the bytes are in memory
    }
  }

  /**
   * A whole text.
   *
   * @param json UTF-8
   * @throws IOException where it is no JSON, or more than one value
   */
  @Nullable Object readWhole(byte[] json) throws IOException {
    try (JsonParser parser = Json.mapper().createParser(new Counted(json))) {
      parser.nextToken();
      Object value = read(parser);
      if (parser.nextToken() != null) {
        throw new JsonParseException(parser, "there is more after the end of the value");
      }
      return value;
    }
  }

  /** Counts what a parser takes of it, which so can be stopped inside a long text. */
  private final class Counted extends ByteArrayInputStream {
    Counted(byte[] json) {
      super(json);
    }

    @Override
    public synchronized int read(byte[] bytes, int offset, int length) {
      meter.stepBytes(length);
      return super.read(bytes, offset, length);
    }
  }

  /** The value that a parser is at. */
  @Nullable Object read(JsonParser parser) throws IOException {
    Reading reading = new Reading(parser);
    try {
      return reading.value();
    } finally {
      meter.release(reading.held);
    }
  }

  /**
   * A value from outside.
   *
   * @throws UncheckedIOException where it is no JSON, with a message for programs
   */
  @Nullable Object read(RawJson value) {
    try (JsonParser parser = value.parser()) {
      parser.nextToken();
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(MALFORMED, e);
    }
  }

  /**
   * The arguments of a call; an error of Lua where the value is no table of them.
   *
   * @param number of the argument that is the table
   */
  RawJson arguments(@Nullable Object given, int number) {
    if (given == null) {
      return RawJson.emptyObject();
    }
    if (!(given instanceof LuaTable)) {
      throw LuaError.argument(
          number, "a table of named arguments expected, got " + LuaTypes.nameInErrors(given));
    }
    byte[] written = written(given);
    if (written[0] != '{') {
      throw LuaError.argument(number, "a table of named arguments expected, got a list");
    }
    return RawJson.wrap(written);
  }

  /** One reading; equal names become one string. No variable holds it before its end. */
  private final class Reading {
    private final long start = meter.totalBytes();
    private long held;
    private final JsonParser parser;
    private final Map<String, LuaString> names = new HashMap<>();

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    @Nullable Object value() throws IOException {
      meter.step(1);
      long made = meter.totalBytes() - start;
      meter.hold(made - held);
      held = made;
      JsonToken token = parser.currentToken();
      if (token == null) {
        throw new LuaError("malformed JSON: there is no value");
      }
      return switch (token) {
        case START_OBJECT -> object();
        case START_ARRAY -> array();
        case VALUE_STRING -> text(parser.getText());
        case VALUE_NUMBER_INT ->
            parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? (Object) parser.getDoubleValue()
                : (Object) parser.getLongValue();
        case VALUE_NUMBER_FLOAT -> number(parser.getDoubleValue());
        case VALUE_TRUE -> true;
        case VALUE_FALSE -> false;
        default -> null;
      };
    }

    /** A whole number is an integer, however it is written. */
    private Object number(double value) {
      return value == Math.rint(value) && Math.abs(value) <= MAX_WHOLE
          ? (Object) (long) value
          : (Object) value;
    }

    private LuaTable object() throws IOException {
      LuaTable table = new LuaTable(meter);
      List<LuaString> nulls = new ArrayList<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        LuaString name = names.computeIfAbsent(parser.currentName(), this::text);
        parser.nextToken();
        Object value = value();
        if (value == null) {
          meter.allocate(LuaTable.SLOT_BYTES);
          nulls.add(name);
        } else {
          table.set(name, value);
        }
      }
      if (!nulls.isEmpty()) {
        table.mark(new Shape(-1, nulls));
      }
      return table;
    }

    private LuaTable array() throws IOException {
      LuaTable table = new LuaTable(meter);
      int length = 0;
      boolean any = false;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        Object value = value();
        length++;
        if (value == null) {
          any = true;
        } else {
          table.set((long) length, value);
        }
      }
      if (any) {
        table.metatable(lengthOfArrays);
      }
      if (any || length == 0) {
        table.mark(new Shape(length, List.of()));
      }
      return table;
    }

    private LuaString text(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      meter.allocateString(utf8.length);
      return LuaString.wrap(utf8);
    }
  }

  /**
   * A value as JSON, answers that are not there yet waited for; an error of Lua where there is none
   * for it.
   */
  byte[] written(@Nullable Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Charged charged = new Charged(bytes);
    try {
      // Closed only at the end: to write the rest of one that was stopped would stop it again.
      JsonGenerator out = Json.mapper().createGenerator(charged);
      new Writing(out).value(value, 0);
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the bytes are in memory
    } finally {
      meter.release(charged.held);
    }
    meter.allocate(bytes.size());
    return bytes.toByteArray();
  }

  private final class Charged extends OutputStream {
    private final OutputStream out;
    private long held;

    Charged(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      // Most of it once more, where the buffer grows or its bytes are taken out.
      meter.hold(2L * length);
      held += 2L * length;
      meter.allocateString(length);
      out.write(bytes, offset, length);
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
    }
  }

  private final class Writing {
    private final JsonGenerator out;

    Writing(JsonGenerator out) {
      this.out = out;
    }

    void value(@Nullable Object value, int depth) throws IOException {
      meter.step(1);
      if (value == null || value == nullValue) {
        out.writeNull();
      } else if (value instanceof LuaTable table) {
        table(table, depth);
      } else if (value instanceof LuaString text) {
        out.writeString(text.toString(meter));
      } else if (value instanceof Boolean truth) {
        out.writeBoolean(truth);
      } else if (value instanceof Long whole) {
        out.writeNumber(whole);
      } else if (value instanceof Double number) {
        number(number);
      } else {
        throw new LuaError("a " + LuaTypes.name(value) + " cannot be given away; give its data");
      }
    }

    private void number(double number) throws IOException {
      if (Double.isNaN(number) || Double.isInfinite(number)) {
        out.writeNull();
      } else if (number == Math.rint(number) && Math.abs(number) <= MAX_WHOLE) {
        out.writeNumber((long) number);
      } else {
        out.writeNumber(number);
      }
    }

    private void table(LuaTable table, int depth) throws IOException {
      if (depth >= MAX_DEPTH) {
        throw new LuaError("a table contains itself, or is nested more than 1000 deep");
      }
      if (table.mark() instanceof Promise promise) {
        value(promise.await(), depth + 1);
        return;
      }
      if (table.mark() instanceof Placeholder placeholder) {
        out.writeString(placeholder.toString());
        return;
      }
      Shape shape = table.mark() instanceof Shape known ? known : null;
      long length = arrayLength(table, shape);
      if (length >= 0) {
        array(table, length, depth);
      } else {
        object(table, shape == null ? List.of() : shape.nulls, depth);
      }
    }

    /** The length of a table that is an array, or -1. */
    private long arrayLength(LuaTable table, @Nullable Shape shape) {
      long count = 0;
      long last = 0;
      Object key = null;
      for (int at = table.next(key); at >= 0; at = table.next(key)) {
        key = table.keyAt(at);
        if (!(key instanceof Long number) || number < 1) {
          return -1;
        }
        meter.loop(count++);
        last = Math.max(last, number);
      }
      if (shape != null && shape.length >= 0) {
        return last <= shape.length + count ? Math.max(shape.length, last) : -1;
      }
      return count > 0 && last == count ? count : -1;
    }

    private void array(LuaTable table, long length, int depth) throws IOException {
      out.writeStartArray();
      for (long i = 1; i <= length; i++) {
        value(table.get(i), depth + 1);
      }
      out.writeEndArray();
    }

    private void object(LuaTable table, List<LuaString> nulls, int depth) throws IOException {
      out.writeStartObject();
      Object key = null;
      for (int at = table.next(key); at >= 0; at = table.next(key)) {
        key = table.keyAt(at);
        out.writeFieldName(name(key));
        value(table.elementAt(at), depth + 1);
      }
      for (LuaString name : nulls) {
        if (table.get(name) == null) {
          out.writeNullField(name.toString(meter));
        }
      }
      out.writeEndObject();
    }

    private String name(Object key) {
      if (key instanceof Number) {
        return Numbers.toText(key).toString();
      }
      if (key instanceof LuaString text) {
        return text.toString(meter);
      }
      if (key instanceof Boolean) {
        return key.toString();
      }
      throw new LuaError("a " + LuaTypes.name(key) + " cannot be the name of a field");
    }
  }
}
