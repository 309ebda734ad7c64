package io.gatemini.sandbox.internal.lua;

import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.json.JsonText;
import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.sandbox.internal.run.CallAnswers;
import io.gatemini.sandbox.internal.run.ToolLookup;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A program's globals beside Lua's own: a table for each backend with a function for each tool,
 * {@code result}, {@code json} and {@code _gateway}. For the program's thread.
 */
final class ProgramGlobals {
  private static final LuaString INDEX = LuaString.of("__index");
  static final LuaString CONTENT = LuaString.of("content");
  private static final LuaString IMAGES = LuaString.of("images");

  private final Interpreter lua;
  private final Meter meter;
  private final ScriptHost host;
  private final ToolLookup tools;
  private final LuaRun run;
  private final boolean isPlan;
  private final JsonTables json;
  private final Promises promises;

  private ProgramGlobals(Interpreter lua, ScriptHost host, LuaRun run, boolean isPlan) {
    this.lua = lua;
    this.meter = lua.meter();
    this.host = host;
    this.tools = new ToolLookup(host);
    this.run = run;
    this.isPlan = isPlan;
    json = new JsonTables(lua);
    promises = new Promises(meter);
  }

  /**
   * Puts them among the globals.
   *
   * @param result gets what the program calls its result, as JSON
   * @param params what the program sees as {@code params}
   * @return how values are written
   */
  static JsonTables install(
      Interpreter lua,
      ScriptHost host,
      LuaRun run,
      boolean isPlan,
      Optional<RawJson> params,
      Consumer<byte[]> result) {
    ProgramGlobals program = new ProgramGlobals(lua, host, run, isPlan);
    LuaTable globals = lua.globals();
    program.textsAsAnswers();
    globals.define(
        "result",
        (machine, arguments) -> {
          result.accept(program.json.written(arguments.get(1)));
          return Builtin.NONE;
        });
    globals.set(LuaString.of("json"), program.jsonLibrary());
    globals.set(
        LuaString.of("_gateway"),
        new GatewayLibrary(lua, host, run, isPlan, program.json, program.promises).table());
    params.ifPresent(
        given -> globals.set(LuaString.of("params"), program.json.read(given.toByteArray())));
    LuaTable backends = new LuaTable(program.meter);
    backends.define("__index", (machine, arguments) -> program.backend(globals, arguments.get(2)));
    globals.metatable(backends);
    return program.json;
  }

  /**
   * A text has its one block: {@code answer.content[1].text} is what a tool said, whether its
   * answer is one text, which is a string here, or several blocks.
   */
  private void textsAsAnswers() {
    LuaTable metatable = lua.metatable(LuaString.of(""));
    if (metatable == null || !(metatable.get(INDEX) instanceof LuaTable library)) {
      return;
    }
    LuaString type = LuaString.of("type");
    LuaString text = LuaString.of("text");
    metatable.define(
        "__index",
        (machine, arguments) -> {
          Object key = arguments.get(2);
          if (key == null) {
            return null;
          }
          Object member = library.get(key);
          if (member != null || !CONTENT.equals(key)) {
            return member;
          }
          LuaTable block = new LuaTable(meter);
          block.set(type, text);
          block.set(text, arguments.get(1));
          LuaTable blocks = new LuaTable(meter);
          blocks.set(1L, block);
          return blocks;
        },
        library);
  }

  /** The global of a name that has no value; found once. */
  private @Nullable Object backend(LuaTable globals, @Nullable Object name) {
    if (!(name instanceof LuaString text)) {
      return null;
    }
    LuaTable table =
        CONTENT.equals(text)
            ? ContentLibrary.of(meter)
            : host.backend(text.toString(meter)).map(this::table).orElse(null);
    if (table != null) {
      globals.set(text, table);
    }
    return table;
  }

  private LuaTable table(ScriptBackend backend) {
    LuaTable table = new LuaTable(meter);
    LuaTable lazily = new LuaTable(meter);
    lazily.define(
        "__index",
        (machine, arguments) -> {
          if (!(arguments.get(2) instanceof LuaString name)) {
            return null;
          }
          return tools
              .find(backend.identifier(), name.toString(meter))
              .map(
                  tool -> {
                    Builtin function = function(table, tool);
                    table.set(name, function);
                    return function;
                  })
              .orElseGet(
                  () -> {
                    run.miss(backend.identifier(), name.toString(meter));
                    return null;
                  });
        },
        table);
    lazily.define(
        "__pairs",
        (machine, arguments) -> {
          for (ScriptTool tool : backend.tools()) {
            LuaString name = LuaString.of(tool.identifier());
            if (table.get(name) == null) {
              table.set(name, function(table, tool.tool()));
            }
          }
          return new @Nullable Object[] {Interpreter.NEXT, table, null};
        },
        table);
    table.metatable(lazily);
    return table;
  }

  private Builtin function(LuaTable backend, ToolDescriptor tool) {
    return new Builtin(
        tool.originalName(),
        (machine, arguments) -> {
          // server:tool({...}) means the same.
          Object first = arguments.get(1);
          Object given = first == backend ? arguments.get(2) : first;
          return call(tool, json.arguments(given, first == backend ? 2 : 1));
        },
        backend);
  }

  private LuaTable call(ToolDescriptor tool, RawJson arguments) {
    CompletableFuture<ToolResult> answer = run.call(tool.key(), arguments);
    return promises.of(
        answer,
        () -> {
          ToolResult result = run.await(answer, tool.key());
          try {
            return isPlan ? new Placeholder(tool.key() + "()").in(lua) : value(tool, result);
          } catch (UncheckedIOException e) {
            throw new LuaError(tool.key() + " failed: " + JsonTables.MALFORMED);
          }
        });
  }

  /** The value of an answer for a program. */
  private @Nullable Object value(ToolDescriptor tool, ToolResult result) {
    if (result.isError()) {
      throw new LuaError(tool.key() + " failed: " + result.text());
    }
    Optional<String> text = result.hasStructuredContent() ? Optional.empty() : result.onlyText();
    if (text.isPresent()) {
      byte[] utf8 = text.get().getBytes(StandardCharsets.UTF_8);
      meter.allocateString(utf8.length);
      if (!result.isString()
          && JsonText.canBegin(text.get())
          && JsonText.isWellFormed(text.get())) {
        try {
          return json.readWhole(utf8);
        } catch (IOException e) {
          return LuaString.wrap(utf8); // a line of a log begins like a number, too
        }
      }
      return LuaString.wrap(utf8);
    }
    Object value = json.read(RawJson.of(result.value()));
    if (!result.hasStructuredContent() && value instanceof LuaTable content) {
      // The list of blocks; what is written for the whole result finds them, too.
      LuaTable fields = new LuaTable(meter);
      fields.set(CONTENT, content);
      fields.set(IMAGES, ContentLibrary.images(content, meter));
      behind(content, fields);
    } else if (value instanceof LuaTable structured) {
      CallAnswers.images(result)
          .ifPresent(
              images -> {
                LuaTable fields = new LuaTable(meter);
                fields.set(IMAGES, json.read(images));
                behind(structured, fields);
              });
    }
    return value;
  }

  /** Fields that a table has where it has none of its own, and that are not written with it. */
  private void behind(LuaTable table, LuaTable fields) {
    LuaTable fallback = new LuaTable(meter);
    fallback.set(INDEX, fields);
    table.metatable(fallback);
  }

  private LuaTable jsonLibrary() {
    LuaTable library = new LuaTable(meter);
    library.define(
        "encode",
        (machine, arguments) -> {
          arguments.any(1);
          return LuaString.wrap(json.written(arguments.get(1)));
        });
    library.define(
        "decode",
        (machine, arguments) -> {
          LuaString text = arguments.string(1);
          meter.allocateString(text.length());
          return json.read(text.toByteArray());
        });
    library.define(
        "array",
        (machine, arguments) ->
            json.asArray(arguments.none(1) ? new LuaTable(meter) : arguments.table(1)));
    library.set(LuaString.of("null"), json.nullValue());
    return library;
  }
}
