package io.gatemini.internal.program.code;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.catalog.JavaScriptNames;
import io.gatemini.internal.plugin.EngineChoice;
import io.gatemini.internal.presentation.CallExample;
import io.gatemini.spi.NameRules;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.Optional;
import java.util.regex.Pattern;

/** JavaScript with or without types, which the gateway knows without an engine for it. */
public final class JavaScript implements ScriptLanguage {
  /** The language of a program that states none. */
  public static final String NAME = EngineChoice.SCRIPT;

  public static final JavaScript LANGUAGE = new JavaScript();

  private static final String BRIEF =
      """
      TypeScript: \
      const r = await b.t({"q":"x"}); return r.items.length; \
      Chain, loop, filter, Promise.all many calls in one program; return only what you \
      need. Results need an explicit return (a lone expression returns its value); console \
      output is not the result.\
      """;

  private static final String GUIDE =
      """
      One call as JavaScript writes it. As long as its arguments are plain data, it needs no \
      script engine either, and is as fast:

      ```js
      await files.read({path: "a.txt"})
      ```

      A program, in TypeScript or JavaScript:

      ```ts
      const {tickets: open} = await tickets.list({state: "open"});
      const late = open.filter((ticket: {days: number}) => ticket.days > 30);
      return {open: open.length, late: late.map((ticket: {id: string}) => ticket.id)};
      ```

      ## What comes back

      - What the program returns, as JSON; a text as it is. An expression at its end is returned, too.
      - `null` where a program returns nothing. What it writes to `console` is returned beside the \
      value and is never the value.
      - A tool answers with its structured value, else the JSON of its one text, else that text, \
      else its content blocks. `{types}` shows the type.
      - Pictures of an answer are in its `images`. Blocks that a program returns, alone, in a \
      list or as `{content: [...]}`, reach the reader as they are; `content.image(data, mimeType)`, \
      `content.audio(data, mimeType)`, `content.text(text)` and `content.resource_link(uri, name)` \
      make some.
      - A long answer is cut to fit. Its first line then names `gatemini://result/{id}`, which has \
      the whole of it, also in part: `?search=`, `?lines=`, `?page=`, `?path=`. In a program: \
      `await results.get("id")`.

      ## In a program

      `await` and `return` stand at the top level. Each backend is an object, each tool an async \
      function that takes one object. A character that no identifier can have becomes `_`; the \
      original names are in `__backends`:

      ```ts
      const same = [
        await my_server.web_search({query: "x"}),
        await __backends["my-server"]["web-search"]({query: "x"}),
      ];
      return same;
      ```

      Calls that do not need each other's answers go at once:

      ```ts
      const [a, b] = await Promise.all([files.read({path: "a.txt"}), files.read({path: "b.txt"})]);
      return a.length + b.length;
      ```

      For a long list there is `parallel(list, fn, limit)`:

      ```ts
      const paths = ["a.txt", "b.txt", "c.txt"];
      const lengths = await parallel(paths, async (path: string) => (await files.read({path})).length, 2);
      return lengths;
      ```

      A tool whose name is only known in the program:

      ```ts
      const results: unknown[] = [];
      for (const [backend, tool] of [["files", "read"], ["my-server", "web-search"]]) {
        results.push(await __backends[backend][tool]({path: "a.txt", query: "x"}));
      }
      return results;
      ```

      A tool that fails throws a `ToolError` with `message`, `backend`, `tool` and `arguments`. \
      Not caught, it ends the program, and the answer says which calls had completed:

      ```ts
      try {
        return await files.read({path: "missing.txt"});
      } catch (error) {
        return {missing: error.message};
      }
      ```

      There are no files, no network and no modules: no `require`, no `import`. The gateway's own \
      seven tools cannot be called; `await tools.search("task")` and `await \
      tools.info("backend.tool")` do what two of them do. What backends have beside tools: `await \
      backend.$resources.list()`, `.read(uri)`, `backend.$prompts.list()`, `.get(name, args)`.
      """;

  private static final Pattern LUA =
      Pattern.compile(
          "(?<!\\w)local\\s+\\w|:await\\(\\)|(?<!\\w)then\\s|(?<!\\w)elseif\\b|(?m)^[ \\t]*+end\\s*$");

  private static final Pattern PYTHON =
      Pattern.compile(
          "(?m)^[ \\t]*+(?:(?:async )?def \\w+\\(|(?:for|if|while|with) [^({\\n]*:[ \\t]*$|import \\w+\\s*$"
              + "|from \\w+ import |print\\()|(?<!\\w)(?:elif|None|True|False)\\b");

  private JavaScript() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public NameRules names() {
    return JavaScriptNames.RULES;
  }

  @Override
  public Optional<LoneCall> loneCall(String code) {
    return Optional.ofNullable(SimpleCall.read(code));
  }

  @Override
  public boolean readsForeignCalls() {
    return true;
  }

  @Override
  public String call(String tool, JsonNode arguments) {
    return CallExample.call(tool, CallExample.written(arguments));
  }

  @Override
  public Optional<String> example(String tool, JsonNode inputSchema) {
    return Optional.of(CallExample.of(tool, inputSchema));
  }

  @Override
  public Optional<String> stored(String id) {
    return Optional.of("await results.get(\"" + id + "\")");
  }

  @Override
  public Optional<String> hint(Outcome outcome, HintContext program) {
    return switch (outcome.status()) {
      case ERROR -> new ScriptHints(program).on(outcome.message());
      case SYNTAX -> otherLanguage(program.code());
      default -> Optional.empty();
    };
  }

  private static Optional<String> otherLanguage(String code) {
    if (LUA.matcher(code).find()) {
      return Optional.of("for a program in Lua give the call \"language\": \"lua\"");
    }
    return PYTHON.matcher(code).find()
        ? Optional.of("programs are TypeScript, not Python: const r = await backend.tool({...})")
        : Optional.empty();
  }

  @Override
  public String title() {
    return "TypeScript";
  }

  @Override
  public String brief() {
    return BRIEF;
  }

  @Override
  public String guide(NextSteps steps) {
    return GUIDE.replace("{types}", steps.types());
  }
}
