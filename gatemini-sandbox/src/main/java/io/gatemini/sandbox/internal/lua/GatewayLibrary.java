package io.gatemini.sandbox.internal.lua;

import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.ToolResult;
import io.gatemini.sandbox.internal.lua.value.LuaArguments;
import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaString;
import io.gatemini.sandbox.internal.lua.value.LuaTable;
import io.gatemini.sandbox.internal.lua.value.Meter;
import io.gatemini.sandbox.internal.lua.vm.Interpreter;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code _gateway}: searches, resources, prompts and figures of the gateway for a program. For the
 * program's thread.
 */
final class GatewayLibrary {
  private static final LuaString ERROR = LuaString.of("error");

  /** As many rows as a program gets that does not say how many it wants. */
  private static final int ROWS = 10;

  /** The longest query, or name of a tool or a result. */
  private static final int MAX_TEXT_BYTES = 100_000;

  private final Interpreter lua;
  private final Meter meter;
  private final ScriptHost host;
  private final LuaRun run;
  private final boolean isPlan;
  private final JsonTables json;
  private final Promises promises;

  GatewayLibrary(
      Interpreter lua,
      ScriptHost host,
      LuaRun run,
      boolean isPlan,
      JsonTables json,
      Promises promises) {
    this.lua = lua;
    this.meter = lua.meter();
    this.host = host;
    this.run = run;
    this.isPlan = isPlan;
    this.json = json;
    this.promises = promises;
  }

  LuaTable table() {
    LuaTable library = new LuaTable(meter);
    library.set(ProgramGlobals.CONTENT, ContentLibrary.of(meter));
    library.define(
        "await_all",
        (machine, arguments) -> {
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
            json.read(
                host.search(
                    text(at, "query"),
                    Math.min(whole(at, "limit", ROWS), SearchRequest.MAX_LIMIT))));
    answering(library, "info", at -> json.read(host.info(text(at, "tool"))));
    answering(library, "get_result", at -> json.read(host.result(text(at, "id"))));
    library.define("summary_stats", (machine, arguments) -> statistics());
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
    library.define(
        name,
        (machine, arguments) -> {
          Object request = arguments.get(1);
          CompletableFuture<ToolResult> asked = run.call(method, json.arguments(request, 1));
          return promises.of(
              asked,
              () -> {
                try {
                  ToolResult result = run.await(asked, name);
                  if (isPlan) {
                    return new Placeholder(name + "()").in(lua);
                  }
                  Object answer = json.read(RawJson.of(result.value()));
                  if (answer instanceof LuaTable table) {
                    completed.add(table, request);
                  }
                  return answer;
                } catch (LuaError | UncheckedIOException e) {
                  return refused(String.valueOf(e.getMessage()));
                }
              });
        });
  }

  /** A function that returns a promise and does not throw: what is wrong is its answer. */
  private void answering(
      LuaTable library, String name, Function<LuaArguments, @Nullable Object> body) {
    library.define(
        name,
        (machine, arguments) -> {
          Object value;
          try {
            value = body.apply(arguments);
          } catch (GatewayException | LuaError e) {
            value = refused(String.valueOf(e.getMessage()));
          }
          return promises.of(value);
        });
  }

  private LuaTable refused(String why) {
    LuaTable answer = new LuaTable(meter);
    answer.set(ERROR, LuaString.of(why));
    return answer;
  }

  private String text(LuaArguments arguments, String name) {
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

  private static int whole(LuaArguments arguments, String name, int usual) {
    Object value = field(arguments, name);
    if (value == null) {
      return usual;
    }
    if (!(value instanceof Long number) || number < 1 || number > Integer.MAX_VALUE) {
      throw new LuaError("\"" + name + "\" must be a whole number from 1 on");
    }
    return number.intValue();
  }

  private static @Nullable Object field(LuaArguments arguments, String name) {
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
    return promises.of(
        CompletableFuture.completedFuture(ToolResult.text("")),
        () -> {
          for (int i = 0; i < asked.size(); i++) {
            long count = isPlan ? 0 : count(asked.get(i), lists.get(i));
            statistics.set(LuaString.of(lists.get(i)), count);
          }
          return statistics;
        });
  }

  private long count(CompletableFuture<ToolResult> asked, String list) {
    try {
      return run.await(asked, list).value().path(list).size();
    } catch (LuaError e) {
      return 0; // a list that fails is no reason to hide the others
    }
  }
}
