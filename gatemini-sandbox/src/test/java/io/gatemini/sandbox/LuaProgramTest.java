package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Patience;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in Lua over the tools of a gateway. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class LuaProgramTest {
  @AutoClose private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture =
        new EngineFixture(
            SandboxConfig.defaults().isolation(InWorkers.isolation()), new LuaProvider());
  }

  private Outcome run(String code, TestHost host) {
    return run(code, host, EngineFixture.LIMITS);
  }

  private Outcome run(String code, TestHost host, Limits limits) {
    return Patience.join(fixture.engine.run(Program.of(code, "lua"), limits, host));
  }

  private String value(String code) {
    Outcome outcome = run(code, TestHost.echo());
    assertThat(outcome.status()).as(outcome.message()).isEqualTo(Status.OK);
    return outcome.value().toString();
  }

  @Table(
      """
      result(demo.echo({a = 1}):await()) | {"a":1}
      return demo.echo({a = 1}):await().a + 1 | 2
      result(1) result(2) | 2
      result(demo.echo({a = 1})) | {"a":1}
      return demo.echo({a = 1}) | {"a":1}
      result({deep = {demo.echo({a = 1})}}) | {"deep":[{"a":1}]}
      result({demo.echo({a = 1}), 2}) | [{"a":1},2]
      local a, b = demo.echo({n = 1}), demo.echo({n = 2}) return {b:await().n, a:await().n} | [2,1]
      return _gateway.await_all({demo.echo({n = 1}), demo.echo({n = 2})}) | [{"n":1},{"n":2}]
      return my_backend.web_search({q = 'x'}):await() | {"q":"x"}
      return demo['other-tool']({q = 'x'}):await() | {"q":"x"}
      return demo.echo():await() | {}
      return demo:echo({a = 1}):await() | {"a":1}
      local co = coroutine.wrap(function() return demo.echo({a = 1}):await().a end) return co() | 1
      return pcall(function() return demo.echo({a = 1}):await().a end) | true
      local t = setmetatable({}, {__index = function(_, k) return demo.echo({k = k}):await().k \
      end}) return t.x | "x"
      local t = {3, 1, 2} table.sort(t, function(a, b) return demo.echo({r = a < b}):await().r \
      end) return t | [1,2,3]
      local n = 0 for k in pairs(demo) do n = n + 1 end return n | 2
      local p = demo.echo({a = 1}) p:await().b = 2 return p:await() | {"a":1,"b":2}
      return _gateway.get_result({id = 'r1'}):await() | {"kept":[1,2]}
      return _gateway.get_result({id = 'r2'}):await() | {"error":"no result r2"}
      return _gateway.get_result():await() | {"error":"\\"id\\" is missing: write {id = \\"...\\"}"}
      return _gateway.summary_stats():await().servers.total | 3
      return setmetatable({}, {__concat = function(a, b) return type(b) end}) .. 5 | "number"
      return 1 .. 2 .. setmetatable({}, {__concat = function(a, b) return a .. 'x' end}) | "12x"
      local n = 0 for _, c in utf8.codes('aé😀') do n = n + c end return n | 128842
      return select(2, load('local x <const> = 1\\nx = 2\\ny = 3', '=c')) | "c:2: attempt to \
      assign to const variable 'x'"
      return ('%p'):format(('a'):rep(10)) == ('%p'):format(('aa'):rep(5)) | true
      return ('a text').content[1].text .. #('x').content .. tostring(('x').other) | "a text1nil"
      return ('a'):upper() .. ('%d'):format(7) .. #'abc' | "A73"
      return | null
      | null
      """)
  void givesItsValue(String code, String value) {
    assertThat(value(code == null ? "" : code)).isEqualTo(value);
  }

  @Values(
      """
      {"a":null,"b":[],"c":[1,null,3,null],"d":{}} | [null] | [[],[[]],{"x":[{}]}]
      {"i":9007199254740993,"f":0.1,"n":-0.5,"t":true,"s":"\\u0000é😀\\""} | {"1":"a","2":"b"}
      """)
  void whatComesFromAToolGoesBackAsItCame(String json) {
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                CompletableFuture.completedFuture(
                    ToolResult.text(tool.equals("demo.echo") ? json : arguments.toString())));

    Outcome outcome = run("result(demo.other_tool({v = demo.echo():await()}):await().v)", host);

    assertThat(outcome.value().tree()).as(outcome.message()).isEqualTo(RawJson.parse(json).tree());
  }

  @Table(
      """
      return 3.0 | 3
      return {1.5, 1e300, 0/0, 1/0, math.maxinteger} | [1.5,1.0E300,null,null,9223372036854775807]
      return {} | {}
      return json.array({}) | []
      return {1, nil, 3} | {"1":1,"3":3}
      return {[1] = 'a', x = true} | {"1":"a","x":true}
      return {[1.5] = 1, [true] = 2} | {"1.5":1,"true":2}
      return {a = json.null} | {"a":null}
      return json.encode({b = {1, 2}}) | "{\\"b\\":[1,2]}"
      return json.decode('[1, null, 2.5]')[3] | 2.5
      local t = json.decode('[1, null]') return {#t, t[2] == nil} | [2,true]
      local t = json.decode('[null]') t[#t + 1] = 'x' return t | [null,"x"]
      local t = json.decode('{"a": null}') t.a = 1 return t | {"a":1}
      return '\\xff' | "�"
      """)
  void writesValues(String code, String json) {
    assertThat(value(code)).isEqualTo(json);
  }

  @Table(
      """
      local x = 1¶local y = nope.x | ERROR | 2 | attempt to index a nil value (global 'nope')
      demon.echo({}) | ERROR | 1 | there is no server "demon"; did you mean "demo"?
      demo.ecco({}) | ERROR | 1 | demo has no tool "ecco"; did you mean "echo"?
      demo.web_search({}) | ERROR | 1 | demo has no tool "web_search"; it is my_backend.web_search
      demo.zzzzzzz({}) | ERROR | 1 | demo has no tool "zzzzzzz"; list the tools of the server first
      demo.done({}) | ERROR | 1 | demo has no tool "done"; list the tools of the server first
      x(1) | ERROR | 1 | there is no variable and no server "x"
      local r = my-backend.web_search(q=1, n=2) | SYNTAX | 1 | write my_backend.web_search({q=1, \
      n=2}):await() for my-backend
      web_search({}) | ERROR | 1 | "web_search" is a tool; write my_backend.web_search({...})
      local r = my-backend.web_search({}) | ERROR | 1 | there is no server "backend"; did you \
      mean "my_backend"?
      local x = require('x') | ERROR | 1 | there is no "require"; a program has no modules
      io.open('x') | ERROR | 1 | there is no "io"; a program has no modules, no files
      await(demo.echo({})) | ERROR | 1 | there is no "await"; write server.tool({...}):await()
      call_tool('demo.echo') | ERROR | 1 | there is no "call_tool"; write server.tool({...}):await()
      tools.search('x') | ERROR | 1 | there is no "tools"; write server.tool
      results.get('x') | ERROR | 1 | write _gateway.get_result({id = "..."}):await()
      nothing_like_it.x() | ERROR | 1 | no variable and no server "nothing_like_it"; servers: demo,
      os.execute('ls') | ERROR | 1 | os has time, date, clock and difftime alone
      local r = demo.echo({a = 1}):await() r:match('x') | ERROR | 1 | "match" is a function of \
      texts; an answer with fields is a table; use a field of it, such as r.content
      local r = demo.echo({a = 1}):await() r.go() | ERROR | 1 | this table has no function "go"
      local r = demo.echo({a = 1}):await() string.match(r, 'x') | ERROR | 1 | an answer with \
      fields is
      json.decode(demo.echo({a = 1}):await()) | ERROR | 1 | an answer with fields is a table
      local result = 5 result(1) | ERROR | 1 | a variable of the program hides result()
      my-backend.web_search({}):await() | SYNTAX | 1 | write my_backend.web_search({}):await() for my-backend
      const r = await demo.echo({}) | SYNTAX | 1 | for a program in TypeScript give the call
      ¶return ((( | SYNTAX | 2 | unexpected symbol near <eof>
      demo.echo(1) | ERROR | 1 | bad argument #1 to 'echo' (a table of named arguments \
      expected, got number)
      demo.echo({1, 2}) | ERROR | 1 | a table of named arguments expected, got a list
      result(print) | ERROR | 1 | a function cannot be given away
      local t = {} t.t = t result(t) | ERROR | 1 | a table contains itself
      error({code = 7}) | ERROR |  | (error object is a table value)
      error('mine', 0) | ERROR |  | mine
      json.decode('{') | ERROR | 1 | malformed JSON: the text ends in the middle of a value \
      (line 1, column 2)
      json.decode('{"a" 1}') | ERROR | 1 | '1' where a colon between name and value is expected \
      (line 1
      json.decode('[1 2]') | ERROR | 1 | '2' where a comma between Array entries is expected
      json.decode('{a: 1}') | ERROR | 1 | 'a' where a name in double quotes is expected
      json.decode('{"a":]') | ERROR | 1 | ']' begins no value
      json.decode('[1}') | ERROR | 1 | '}' where ']' is expected
      json.decode('yes') | ERROR | 1 | 'yes' is no JSON value (line 1
      json.decode('[NaN]') | ERROR | 1 | 'NaN' is no JSON value
      json.decode('1 2') | ERROR | 1 | there is more after the end of the value
      json.decode('["\\\\q"]') | ERROR | 1 | '\\q' is no escape
      local r = demo.echo({}) result(r.content) | ERROR | 1 | write :await() behind the call
      local r = demo.echo({}) for _, x in ipairs(r) do print(x) end | ERROR |  | write :await()
      for k in pairs(demo.echo({})) do print(k) end | ERROR |  | write :await() behind the call
      return #demo.echo({}) | ERROR | 1 | write :await() behind the call
      return demo.echo({}):match('x') | ERROR | 1 | write :await() behind the call
      local p = {} return demo.echo({}).await(p) | ERROR | 1 | promise expected, got table
      """)
  void saysWhatIsWrong(String code, Status status, Integer line, String message) {
    Outcome outcome = run(code.replace('¶', '\n'), TestHost.echo());

    assertThat(outcome.status()).as(outcome.message()).isEqualTo(status);
    assertThat(outcome.message()).contains(message).doesNotContain("program:");
    assertThat(outcome.line().isPresent() ? outcome.line().getAsInt() : null).isEqualTo(line);
  }

  @Test
  void aToolThatFailsIsAnErrorThatCanBeCaught() {
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                tool.equals("demo.echo")
                    ? CompletableFuture.completedFuture(ToolResult.error("no such file"))
                    : CompletableFuture.failedFuture(new UnknownToolException("it is gone")));

    assertThat(run("\ndemo.echo():await()", host).message())
        .isEqualTo("demo.echo failed: no such file");
    assertThat(run("local ok, e = pcall(demo.echo().await, demo.echo()) return e", host).value())
        .hasToString("\"demo.echo failed: no such file\"");
    assertThat(run("demo.other_tool():await()", host).message())
        .isEqualTo("demo.other-tool failed: it is gone");
    assertThat(run("demo.echo() return 1", host).value()).hasToString("1");
  }

  @Test
  void aCallThatIsNotAwaitedRunsToItsEnd() {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    TestHost host = new TestHost((tool, arguments) -> answer);

    CompletableFuture<Outcome> outcome =
        fixture
            .engine
            .run(Program.of("demo.echo({}) result('sent')", "lua"), EngineFixture.LIMITS, host)
            .toCompletableFuture();
    await().until(() -> !host.calls.isEmpty());

    assertThat(outcome).isNotDone();
    answer.complete(ToolResult.text("late"));
    assertThat(Patience.join(outcome).value()).hasToString("\"sent\"");
    assertThat(answer).isNotCancelled();
    assertThat(Patience.join(outcome).logs()).isEmpty();
  }

  @Test
  void aCallThatIsNotAwaitedEndsWithTheTimeOfTheProgram() {
    // A worker that is held up does not come to say so; the gateway ends the program then.
    await()
        .untilAsserted(
            () -> {
              CompletableFuture<ToolResult> never = new CompletableFuture<>();
              Outcome outcome =
                  run(
                      "demo.echo({}) result('sent')",
                      new TestHost((tool, arguments) -> never),
                      Limits.of(SandboxConfig.defaults(), Duration.ofSeconds(2)));
              assertThat(outcome.value()).hasToString("\"sent\"");
              assertThat(outcome.logs())
                  .containsExactly(
                      "[1 tool call without :await() did not end in the time of the program and"
                          + " was cancelled]");
              await().until(never::isCancelled);
            });
  }

  @Table(
      """
      demo.echo({}) result(1) | [demo.echo was called without :await() and failed: no such file]
      local p = demo.echo({}) pcall(p.await, p) result(1) |
      pcall(function() return demo.echo({}):await() end) result(1) |
      demo.other_tool({}) | [demo.other-tool was called without :await() and failed: it is \
      gone], [no value was returned; result(...) returns one]
      print(1) | 1, [no value was returned; result(...) returns one]
      result(nil) |
      """)
  void saysWhatTheValueDoesNotShow(String code, String logs) {
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                tool.equals("demo.echo")
                    ? CompletableFuture.completedFuture(ToolResult.error("no such file"))
                    : CompletableFuture.failedFuture(new UnknownToolException("it is gone")));

    Outcome outcome = run(code, host);

    assertThat(outcome.status()).as(outcome.message()).isEqualTo(Status.OK);
    assertThat(outcome.logs())
        .containsExactlyInAnyOrder(logs == null ? new String[0] : logs.split(", (?=\\[)"));
  }

  @Test
  void countsWhatBackendsListBesideTools() {
    TestHost host =
        new TestHost(
            (tool, arguments) ->
                tool.equals("$prompts/list")
                    ? CompletableFuture.failedFuture(new UnknownToolException("none"))
                    : CompletableFuture.completedFuture(
                        ToolResult.of(
                            RawJson.parse("{\"structuredContent\":{\"resources\":[{},{}]}}"))));

    Outcome outcome =
        run("local s = _gateway.summary_stats():await() return {s.resources, s.prompts}", host);

    assertThat(outcome.value()).as(outcome.message()).hasToString("[2,0]");
  }

  @Test
  void anAnswerThatIsNoJsonIsTheFaultOfItsTool() {
    RawJson broken =
        RawJson.wrap(
            "{\"structuredContent\":{\"a\":1e9999999999}}".getBytes(StandardCharsets.UTF_8));
    TestHost host =
        new TestHost((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.of(broken)));

    assertThat(run("return demo.echo({}):await().a", host).message())
        .isEqualTo("demo.echo failed: the tool answered with malformed JSON");
  }

  @Test
  void aListOfBlocksIsFoundAsTheyWriteIt() {
    ToolResult blocks =
        ToolResult.of(
            RawJson.parse(
                "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}]}"));
    TestHost host = new TestHost((tool, arguments) -> CompletableFuture.completedFuture(blocks));

    assertThat(
            run("local r = demo.echo():await() return r[1].text .. r.content[2].text .. #r", host)
                .value())
        .hasToString("\"ab2\"");
  }

  @Test
  void logsAreKeptAndParametersSeen() {
    Outcome outcome =
        fixture
            .engine
            .run(
                new Program(
                    "print('a', 1, nil) print(params.x) return params",
                    "lua",
                    Optional.of(RawJson.parse("{\"x\":[]}")),
                    false,
                    false),
                EngineFixture.LIMITS,
                TestHost.echo())
            .toCompletableFuture()
            .join();

    assertThat(outcome.value()).hasToString("{\"x\":[]}");
    assertThat(outcome.logs()).hasSize(2).first().isEqualTo("a\t1\tnil");
  }

  @Table(
      """
      demo.echo({a = 1}):await() | demo.echo{"a":1}
      local r = demo.echo():await() demo.echo({id = r.items[1].id, t = r.name .. '!'}):await() \
      | demo.echo{}, demo.echo{"id":"<demo.echo().items[0].id>","t":"<demo.echo().name>!"}
      for _, x in ipairs(demo.echo():await().list) do my_backend.web_search({x = x}):await() \
      end | demo.echo{}, my-backend.web-search{"x":"<demo.echo().list[0]>"}
      local r = demo.echo():await() for k, v in pairs(r) do if #v > 0 and v + 1 > 3 then \
      demo.other_tool({v = v}):await() end end | demo.echo{}, \
      demo.other-tool{"v":"<demo.echo()[0]>"}
      """)
  void aPlanReachesWhatTheProgramWouldCall(String code, String calls) {
    TestHost host = TestHost.echo();

    Outcome outcome =
        fixture
            .engine
            .run(
                new Program(code, "lua", Optional.empty(), false, true), EngineFixture.LIMITS, host)
            .toCompletableFuture()
            .join();

    assertThat(outcome.message()).isEmpty();
    assertThat(String.join(", ", host.calls)).isEqualTo(calls);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "repeat xpcall(function() while true do end end, function() while true do end end) until nil",
        "coroutine.wrap(function() while true do end end)()",
        "while true do coroutine.wrap(function() pcall(function() while true do end end) end)() end",
        "local function f() return f() end f()",
        "local function f() f() end while true do pcall(f) end",
        "setmetatable(_G, {__index = function(t, k) return t[k .. 'x'] end}) return nope",
        "string.find(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(40) .. 'b')",
        "string.find(('a'):rep(3000), ('.-'):rep(8) .. 'b')",
        "while true do ('x'):rep(1000000):gsub('x', 'y') end",
        "local t = {} for i = 1, 100000 do t[i] = i % 7 end while true do table.sort(t, function(a, b)"
            + " return a > b end) end",
        "table.sort({1, 2, 3, 4, 5, 6}, function() while true do end end)",
        "while true do tostring({}) end",
        "local s = 'x' while true do s = s .. s end",
        "return ('x'):rep(1e9)",
        "local t = {} while true do t[#t + 1] = {} end",
        "local t = {} for i = 1, math.huge do t[i] = i end",
        "local t = {} while true do t[{}] = function() return t end end",
        "local t = {} for i = 1, 1000 do t[i] = ('x'):rep(100000) end return table.concat(t)",
        "return ('x'):rep(1000000):gsub('x', ('y'):rep(1000))",
        "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
        "local t = {} while true do local c = coroutine.wrap(function() coroutine.yield() end) c()"
            + " t[#t + 1] = c end",
        "table.unpack({}, 1, 1e8)",
        "table.move({}, 1, 1e12, 2)",
        "return string.format('%99999d', 1)",
        "return ('x'):rep(1e8, ('y'):rep(1e8))",
        "local t = setmetatable({}, {__close = function() while true do end end}) local x <close> = t",
        "local t = setmetatable({}, {__gc = function() while true do end end}) t = nil collectgarbage()"
            + " while true do end",
        "while true do load('while true do end')() end",
        "while true do load('return 1', 'x', 't', {})() end",
        "local s = ('('):rep(100000) .. '1' .. (')'):rep(100000) return load('return ' .. s)",
        "local t = {} for i = 1, 300 do t[i] = 'local a' .. i .. ' = 1' end assert(load(table.concat(t,"
            + " ' ')))",
        "while true do json.encode(json.decode('[1,2,3]')) end",
        "local t = {} for i = 1, 1e5 do t = {t} end return t",
        "while true do demo.echo({}):await() end",
        "while true do pcall(demo.echo, {}) end",
        "while true do print('x') end",
        "for i = 1, 1e9 do utf8.char(i % 1000) end",
        "string.pack(('i16'):rep(100000), 1)",
        "while true do string.format('%q', ('x'):rep(100000)) end",
        "local a = {} setmetatable(a, {__eq = function(x, y) return x == y end}) return a =="
            + " setmetatable({}, getmetatable(a))",
        "local m = {} m.__index = m setmetatable(m, m) return m.x",
        "local m = setmetatable({}, {__concat = function(a, b) return a .. b end}) return m .. m",
        "local m = setmetatable({}, {__lt = function(a, b) return a < b end}) return m < m",
        "local m = setmetatable({}, {__call = function(f, ...) return f(...) end}) return m()",
        "local m = setmetatable({}, {__tostring = function(t) return tostring(t) end}) return"
            + " tostring(m)",
        "goto a ::a:: goto a",
        "for i = 1, 10 do local x <close> = setmetatable({}, {__close = error}) end",
        "for i = math.mininteger, math.maxinteger do end",
        "for i = 1, 2, 1e-300 do end",
        "local co co = coroutine.wrap(function() co() end) co()",
        "local function f(n) return coroutine.wrap(function() return f(n + 1) end)() end f(1)",
        "local t = {} t = setmetatable(t, {__newindex = function(t, k, v) t[k] = v end}) t.x = 1",
        "error(setmetatable({}, {__tostring = function() while true do end end}))",
        "return string.rep('abc', -1) .. string.rep('', 1e9)",
        "while true do os.date('%c', os.time()) end",
        "local t = {} for i = 1, 1e7 do t[i % 1000 + 1] = i .. '' end while true do end",
        "while true do select('#', table.unpack({}, 1, 200)) end",
        "string.gsub(('x'):rep(1e6), '', function() while true do end end)",
        "for w in string.gmatch(('x '):rep(1e6), '%w+') do while true do end end",
      })
  void everyAttackEndsInItsTimeAndMemory(String code) {
    Limits limits = Limits.of(SandboxConfig.defaults(), Duration.ofMillis(300));
    run("return 1", TestHost.echo()); // what a first program pays

    long start = System.nanoTime();
    Outcome outcome = run(code, TestHost.echo(), limits);
    long millis = (System.nanoTime() - start) / 1_000_000;

    // Far above the promise, so that a busy machine does not fail the build.
    assertThat(millis).as("%s: %s", outcome.status(), outcome.message()).isLessThan(10_000);
    assertThat(run("return 1", TestHost.echo()).value()).hasToString("1");
    await().until(() -> fixture.engine.load().running() == 0);
    assertThat(List.of(Status.values())).contains(outcome.status());
  }
}
