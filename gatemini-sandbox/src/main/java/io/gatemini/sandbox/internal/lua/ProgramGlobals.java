package io.gatemini.sandbox.internal.lua;

import com.fasterxml.jackson.core.JsonParser;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.internal.json.JsonText;
import io.gatemini.sandbox.internal.lua.value.Arguments;
import io.gatemini.sandbox.internal.lua.value.Builtin;
import io.gatemini.sandbox.internal.lua.value.Holder;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.LuaTypes;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.sandbox.internal.run.CallImages;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program's globals beside Lua's own: a table for each backend with a function for each tool,
 * {@code result}, {@code json} and {@code _gateway}. For the program's thread.
 */
final class ProgramGlobals {
  private static final LuaString INDEX = LuaString.of("__index");
  private static final LuaString PAIRS = LuaString.of("__pairs");
  private static final LuaString ERROR = LuaString.of("error");
  private static final LuaString CONTENT = LuaString.of("content");
  private static final LuaString IMAGES = LuaString.of("images");

  /** Operations on an answer that programs try on a promise by mistake. */
  private static final List<String> EVENTS =
      List.of(
          "__index",
          "__newindex",
          "__len",
          "__pairs",
          "__call",
          "__concat",
          "__add",
          "__sub",
          "__mul",
          "__div",
          "__mod",
          "__unm",
          "__lt",
          "__le");

  private static final String MALFORMED = "the tool answered with malformed JSON";

  /** As many rows as a program gets that does not say how many it wants. */
  private static final int ROWS = 10;

  /** The bytes of a promise besides its table: a future and its dependents. */
  private static final int KNOWN_BYTES = 200;

  /** The longest query, or name of a tool or a result. */
  private static final int MAX_TEXT_BYTES = 100_000;

  private final Interpreter lua;
  private final Meter meter;
  private final ScriptHost host;
  private final LuaRun run;
  private final boolean isPlan;
  private final JsonTables json;
  private final LuaTable promises;

  private ProgramGlobals(Interpreter lua, ScriptHost host, LuaRun run, boolean isPlan) {
    this.lua = lua;
    this.meter = lua.meter();
    this.host = host;
    this.run = run;
    this.isPlan = isPlan;
    json = new JsonTables(lua);
    promises = new LuaTable(meter);
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
    program.promiseMethods();
    program.textsAsAnswers();
    program.set(
        globals,
        "result",
        arguments -> {
          result.accept(program.json.written(arguments.get(1)));
          return Builtin.NONE;
        });
    globals.set(LuaString.of("json"), program.jsonLibrary());
    globals.set(LuaString.of("_gateway"), program.gatewayLibrary());
    params.ifPresent(
        given -> globals.set(LuaString.of("params"), program.json.read(given.toByteArray())));
    LuaTable backends = new LuaTable(program.meter);
    backends.set(
        INDEX,
        new Builtin("__index", (machine, arguments) -> program.backend(globals, arguments.get(2))));
    globals.metatable(backends);
    return program.json;
  }

  @FunctionalInterface
  private interface Body {
    @Nullable Object call(Arguments arguments);
  }

  private void set(LuaTable table, String name, Body body, Object... held) {
    table.set(
        LuaString.of(name), new Builtin(name, (machine, arguments) -> body.call(arguments), held));
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
    set(
        metatable,
        "__index",
        arguments -> {
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

  private void promiseMethods() {
    LuaTable methods = new LuaTable(meter);
    set(methods, "await", arguments -> promise(arguments, 1).await());
    for (String event : EVENTS) {
      set(
          promises,
          event,
          arguments -> {
            Object method = event.equals("__index") ? methods.get(arguments.get(2)) : null;
            if (method == null) {
              throw new LuaError(
                  "this is a promise and not the answer; write :await() behind the call, as in"
                      + " local r = server.tool({...}):await()");
            }
            return method;
          },
          methods);
    }
    promises.set(LuaString.of("__name"), LuaString.of("promise"));
    promises.set(LuaString.of("__metatable"), false);
  }

  private static Promise promise(Arguments arguments, int number) {
    if (arguments.get(number) instanceof LuaTable table && table.mark() instanceof Promise known) {
      return known;
    }
    throw arguments.mistyped(number, "promise");
  }

  private LuaTable promise(Known answer) {
    meter.allocate(KNOWN_BYTES);
    LuaTable promise = new LuaTable(meter);
    promise.mark(answer);
    promise.metatable(promises);
    return promise;
  }

  /** Is asked once; every later time it gives the same. */
  private static final class Known implements Promise, Holder {
    private @Nullable CompletableFuture<ToolResult> arriving;
    private @Nullable Promise answer;
    private @Nullable Object value;
    private @Nullable LuaError failure;

    Known(CompletableFuture<ToolResult> arriving, Promise answer) {
      this.arriving = arriving;
      this.answer = answer;
    }

    Known(@Nullable Object value) {
      this.value = value;
    }

    @Override
    public @Nullable Object await() {
      Promise asked = answer;
      if (asked != null) {
        try {
          value = asked.await();
        } catch (LuaError e) {
          failure = e;
        }
        answer = null;
        arriving = null; // the program has its copy
      }
      if (failure != null) {
        throw new LuaError(String.valueOf(failure.getMessage()));
      }
      return value;
    }

    @Override
    public long show(Consumer<@Nullable Object> visitor) {
      visitor.accept(value);
      if (failure != null) {
        visitor.accept(failure.value());
      }
      CompletableFuture<ToolResult> unread = arriving;
      return unread == null || !unread.isDone() || unread.isCompletedExceptionally()
          ? KNOWN_BYTES
          : KNOWN_BYTES + unread.join().sizeEstimate();
    }
  }

  /** The global of a name that has no value; found once. */
  private @Nullable Object backend(LuaTable globals, @Nullable Object name) {
    Optional<ScriptBackend> backend =
        name instanceof LuaString text ? host.backend(text.toString(meter)) : Optional.empty();
    if (name == null || (backend.isEmpty() && !CONTENT.equals(name))) {
      return null;
    }
    LuaTable table = backend.map(this::table).orElseGet(() -> ContentLibrary.of(meter));
    globals.set(name, table);
    return table;
  }

  private LuaTable table(ScriptBackend backend) {
    LuaTable table = new LuaTable(meter);
    LuaTable lazily = new LuaTable(meter);
    set(
        lazily,
        "__index",
        arguments -> {
          if (!(arguments.get(2) instanceof LuaString name)) {
            return null;
          }
          return host.resolve(backend.identifier(), name.toString(meter))
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
    lazily.set(
        PAIRS,
        new Builtin(
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
            table));
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
          return promise(call(tool, arguments(given, first == backend ? 2 : 1)));
        },
        backend);
  }

  private RawJson arguments(@Nullable Object given, int number) {
    if (given == null) {
      return RawJson.emptyObject();
    }
    if (!(given instanceof LuaTable)) {
      throw LuaError.argument(
          number, "a table of named arguments expected, got " + LuaTypes.nameInErrors(given));
    }
    byte[] written = json.written(given);
    if (written[0] != '{') {
      throw LuaError.argument(number, "a table of named arguments expected, got a list");
    }
    return RawJson.wrap(written);
  }

  private Known call(ToolDescriptor tool, RawJson arguments) {
    CompletableFuture<ToolResult> answer = run.call(tool.key(), arguments);
    return new Known(
        answer,
        () -> {
          ToolResult result = run.await(answer, tool.key());
          try {
            return isPlan ? new Placeholder(tool.key() + "()").in(lua) : value(tool, result);
          } catch (UncheckedIOException e) {
            throw new LuaError(tool.key() + " failed: " + MALFORMED);
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
    Object value = read(RawJson.of(result.value()));
    if (!result.hasStructuredContent() && value instanceof LuaTable content) {
      // The list of blocks; what is written for the whole result finds them, too.
      LuaTable fields = new LuaTable(meter);
      fields.set(CONTENT, content);
      fields.set(IMAGES, ContentLibrary.images(content, meter));
      behind(content, fields);
    } else if (value instanceof LuaTable structured) {
      CallImages.beside(result)
          .ifPresent(
              images -> {
                LuaTable fields = new LuaTable(meter);
                fields.set(IMAGES, read(images));
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

  private @Nullable Object read(RawJson value) {
    try (JsonParser parser = value.parser()) {
      parser.nextToken();
      return json.read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(MALFORMED, e);
    }
  }

  private LuaTable jsonLibrary() {
    LuaTable library = new LuaTable(meter);
    set(
        library,
        "encode",
        arguments -> {
          arguments.any(1);
          return LuaString.wrap(json.written(arguments.get(1)));
        });
    set(
        library,
        "decode",
        arguments -> {
          LuaString text = arguments.string(1);
          byte[] bytes = new byte[text.length()];
          meter.allocateString(bytes.length);
          text.writeTo(bytes, 0);
          return json.read(bytes);
        });
    set(
        library,
        "array",
        arguments -> json.asArray(arguments.none(1) ? new LuaTable(meter) : arguments.table(1)));
    library.set(LuaString.of("null"), json.nullValue());
    return library;
  }

  private LuaTable gatewayLibrary() {
    LuaTable library = new LuaTable(meter);
    library.set(CONTENT, ContentLibrary.of(meter));
    set(
        library,
        "await_all",
        arguments -> {
          LuaTable all = arguments.table(1);
          LuaTable values = json.asArray(new LuaTable(meter));
          long length = lua.length(all);
          for (long i = 1; i <= length; i++) {
            meter.step(1);
            Object one = all.get(i);
            values.set(
                i,
                one instanceof LuaTable table && table.mark() instanceof Promise promise
                    ? promise.await()
                    : one);
          }
          return values;
        });
    answering(
        library,
        "search",
        at ->
            read(
                host.search(
                    text(at, "query"),
                    Math.min(whole(at, "limit", ROWS), SearchRequest.MAX_LIMIT))));
    answering(library, "info", at -> read(host.info(text(at, "tool"))));
    answering(library, "get_result", at -> read(host.result(text(at, "id"))));
    set(library, "summary_stats", at -> statistics());
    asking(library, "list_resources", "$resources/list", counted("resources", "totalResources"));
    asking(
        library,
        "list_resource_templates",
        "$resources/templates/list",
        counted("resourceTemplates", "totalTemplates"));
    asking(library, "read_resource", "$resources/read", given("uri"));
    asking(library, "list_prompts", "$prompts/list", counted("prompts", "totalPrompts"));
    asking(library, "get_prompt", "$prompts/get", given("name"));
    asking(library, "complete", "$completion/complete", (answer, request) -> {});
    for (String none : new String[] {"invoke_skill_script", "write_skill", "update_skill"}) {
      answering(library, none, at -> refused("there are no skills"));
    }
    return library;
  }

  /** Adds to an answer what its users expect in it. */
  private interface Completed {
    void add(LuaTable answer, @Nullable Object request);
  }

  /** A list with the number of its entries, and words where there are none. */
  private static Completed counted(String list, String total) {
    return (answer, request) -> {
      long count =
          answer.get(LuaString.of(list)) instanceof LuaTable entries ? entries.length() : 0;
      answer.set(LuaString.of(total), count);
      if (count == 0) {
        answer.set(LuaString.of("message"), LuaString.of("no backend has any"));
      }
    };
  }

  /** A given argument appears in the answer, too. */
  private static Completed given(String name) {
    return (answer, request) -> {
      LuaString key = LuaString.of(name);
      Object value = request instanceof LuaTable table ? table.get(key) : null;
      if (value != null) {
        answer.set(key, value);
      }
    };
  }

  /** A function that asks backends; what is wrong is its answer. */
  private void asking(LuaTable library, String name, String method, Completed completed) {
    set(
        library,
        name,
        arguments -> {
          Object request = arguments.get(1);
          CompletableFuture<ToolResult> asked = run.call(method, arguments(request, 1));
          return promise(
              new Known(
                  asked,
                  () -> {
                    try {
                      ToolResult result = run.await(asked, name);
                      if (isPlan) {
                        return new Placeholder(name + "()").in(lua);
                      }
                      Object answer = read(RawJson.of(result.value()));
                      if (answer instanceof LuaTable table) {
                        completed.add(table, request);
                      }
                      return answer;
                    } catch (LuaError | UncheckedIOException e) {
                      return refused(String.valueOf(e.getMessage()));
                    }
                  }));
        });
  }

  /** A function that returns a promise and does not throw: what is wrong is its answer. */
  private void answering(LuaTable library, String name, Body body) {
    set(
        library,
        name,
        arguments -> {
          Supplier<@Nullable Object> work = () -> body.call(arguments);
          Object value;
          try {
            value = work.get();
          } catch (GatewayException | LuaError e) {
            value = refused(String.valueOf(e.getMessage()));
          }
          return promise(new Known(value));
        });
  }

  private LuaTable refused(String why) {
    LuaTable answer = new LuaTable(meter);
    answer.set(ERROR, LuaString.of(why));
    return answer;
  }

  private String text(Arguments arguments, String name) {
    Object value = field(arguments, name);
    if (!(value instanceof LuaString text)) {
      throw new LuaError("\"" + name + "\" is missing: write {" + name + " = \"...\"}");
    }
    // The host works on it in one go, where nothing can stop the program.
    if (text.length() > MAX_TEXT_BYTES) {
      throw new LuaError("\"" + name + "\" has more than " + MAX_TEXT_BYTES + " bytes");
    }
    return text.toString();
  }

  private static int whole(Arguments arguments, String name, int usual) {
    Object value = field(arguments, name);
    if (value == null) {
      return usual;
    }
    if (!(value instanceof Long number) || number < 1 || number > Integer.MAX_VALUE) {
      throw new LuaError("\"" + name + "\" must be a whole number from 1 on");
    }
    return number.intValue();
  }

  private static @Nullable Object field(Arguments arguments, String name) {
    return arguments.get(1) instanceof LuaTable table ? table.get(LuaString.of(name)) : null;
  }

  /** The servers and tools, and how many resources and prompts backends list. */
  private LuaTable statistics() {
    List<String> lists = List.of("resources", "prompts");
    List<CompletableFuture<ToolResult>> asked =
        lists.stream().map(list -> run.call("$" + list + "/list", RawJson.emptyObject())).toList();
    long connected = 0;
    long failed = 0;
    long tools = 0;
    for (ScriptBackend backend : host.backends()) {
      if (backend.tools().isEmpty()) {
        failed++;
      } else {
        connected++;
      }
      tools += backend.tools().size();
    }
    LuaTable servers = new LuaTable(meter);
    servers.set(LuaString.of("connected"), connected);
    servers.set(LuaString.of("failed"), failed);
    servers.set(LuaString.of("total"), connected + failed);
    LuaTable statistics = new LuaTable(meter);
    statistics.set(LuaString.of("servers"), servers);
    statistics.set(LuaString.of("tools"), tools);
    statistics.set(LuaString.of("skills"), 0L);
    return promise(
        new Known(
            CompletableFuture.completedFuture(ToolResult.text("")),
            () -> {
              for (int i = 0; i < asked.size(); i++) {
                long count = isPlan ? 0 : count(asked.get(i), lists.get(i));
                statistics.set(LuaString.of(lists.get(i)), count);
              }
              return statistics;
            }));
  }

  private long count(CompletableFuture<ToolResult> asked, String list) {
    try {
      return run.await(asked, list).value().path(list).size();
    } catch (LuaError e) {
      return 0; // a list that fails is no reason to hide the others
    }
  }
}
