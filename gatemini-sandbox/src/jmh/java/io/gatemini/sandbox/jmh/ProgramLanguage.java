package io.gatemini.sandbox.jmh;

import io.gatemini.ChainRequest;
import java.util.Locale;

/**
 * The same programs in two languages. Each has a {@code %d} where one text differs from the next.
 */
public enum ProgramLanguage {
  /** Lua. */
  LUA(
      "local answer = b.tool_1({text = \"call %d\"}):await() result(#answer.text)",
      """
      local last = {text = "call %d"}
      for i = 1, 10 do last = b.tool_1({text = last.text, i = i}):await() end
      result(last.count)""",
      """
      -- call %d
      local names = {}
      for _, row in ipairs(b.megabyte({}):await().rows) do
        if row.size == 998 then names[#names + 1] = row.name end
      end
      result(names)""",
      "local sum = %d for i = 0, 999999 do sum = sum + i %% 7 end result(sum)",
      """
      -- call %d
      local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
      result(fib(25))"""),

  /** JavaScript, which needs no transpiler. */
  TYPESCRIPT(
      Programs.ONE_CALL,
      Programs.TEN_CALLS,
      Programs.MEGABYTE,
      "let sum = %d; for (let i = 0; i < 1000000; i++) sum += i %% 7; return sum;",
      """
      // call %d
      const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2);
      return fib(25);""");

  final String oneCall;
  final String tenCalls;
  final String megabyte;
  final String turns;
  final String fibonacci;

  ProgramLanguage(
      String oneCall, String tenCalls, String megabyte, String turns, String fibonacci) {
    this.oneCall = oneCall;
    this.tenCalls = tenCalls;
    this.megabyte = megabyte;
    this.turns = turns;
    this.fibonacci = fibonacci;
  }

  /** One of these programs, as an agent sends it. */
  ChainRequest request(String program, long number) {
    return ChainRequest.of(program.formatted(number)).withLanguage(name().toLowerCase(Locale.ROOT));
  }
}
