package io.gatemini.sandbox.internal.lua;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.NameRules;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Lua 5.4 as the gateway knows it. */
final class LuaLanguage implements ScriptLanguage {
  public static final String NAME = "lua";

  public static final LuaLanguage LANGUAGE = new LuaLanguage();

  private static final Set<String> WORDS =
      words(
          "and break do else elseif end false for function goto if in local nil not or"
              + " repeat return then true until while");

  private static final Set<String> GLOBALS =
      words(
          "_G _VERSION _ENV _gateway assert collectgarbage content coroutine error getmetatable"
              + " ipairs json load math next os pairs params pcall print rawequal rawget rawlen"
              + " rawset result select setmetatable string table tonumber tostring type utf8"
              + " warn xpcall");

  private static final NameRules RULES =
      NameRules.of(Stream.of(WORDS, GLOBALS).flatMap(Set::stream).sorted().toArray(String[]::new));

  private static final String BRIEF =
      """
      Lua 5.4: local r = b.t({q = "x"}):await(); result(#r.items) \
      Chain, loop, filter many calls in one program; calls that are bound first and awaited later \
      run at once; give only what you need to result(...); print is not the result.\
      """;

  private static final String GUIDE =
      """
      A program, in Lua 5.4:

      ```lua
      local open = tickets.list({state = "open"}):await().tickets
      local late = {}
      for _, ticket in ipairs(open) do
        if ticket.days > 30 then late[#late + 1] = ticket.id end
      end
      result({open = #open, late = late})
      ```

      ## What comes back

      - What `result(...)` was given last, as JSON; without it what the program returns. What it \
      prints is returned beside the value and is never the value.
      - A tool answers with its structured value, else the JSON of its one text, else that text, \
      else its content blocks.
      - Pictures of an answer are in its `images`. Blocks given to `result`, alone, in a list or \
      as `{content = {...}}`, reach the reader as they are; `content.image(data, mimeType)`, \
      `content.audio(data, mimeType)`, `content.text(text)` and `content.resource_link(uri, name)` \
      make some.
      - A null is `nil`, and goes back to a tool as it came; `json.null` writes one, \
      `json.array({})` an empty list. A table whose keys are 1 to n is a list.
      - A long answer is cut to fit. Its first line then names `gatemini://result/{id}`, which has \
      the whole of it. In a program: `_gateway.get_result({id = "id"}):await()`.

      ## In a program

      Each backend is a table, each tool a function that takes one table and returns a promise; \
      the call begins at once, `:await()` waits. A character that no identifier can have becomes \
      `_`.

      ```lua
      local a, b = files.read({path = "a.txt"}), files.read({path = "b.txt"})
      result(#a:await() + #b:await())
      ```

      `_gateway.await_all({a, b})` gives all answers. A tool that fails raises an error, which \
      `pcall` catches:

      ```lua
      local ok, answer = pcall(function() return files.read({path = "missing.txt"}):await() end)
      result({ok = ok, answer = answer})
      ```

      There are no files, no network and no modules: no `io`, no `require`. \
      `_gateway.search({query = "task"})` and `_gateway.info({tool = "backend.tool"})` find tools; \
      `_gateway.list_resources()` and `_gateway.read_resource({uri = "..."})` reach resources; \
      `json.encode` and `json.decode` are there.
      """;

  private LuaLanguage() {}

  private static Set<String> words(String text) {
    return Set.of(text.split(" ", -1));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> stored(String id) {
    return Optional.of("_gateway.get_result({id = \"" + id + "\"}):await()");
  }

  @Override
  public String title() {
    return "Lua";
  }

  @Override
  public Optional<LoneCall> loneCall(String code) {
    return LuaLoneCall.read(code).filter(call -> !RULES.reserved().contains(call.backend()));
  }

  @Override
  public NameRules names() {
    return RULES;
  }

  @Override
  public String call(String tool, JsonNode arguments) {
    int dot = tool.indexOf('.');
    String function =
        dot < 0 ? tool : LuaHints.member(tool.substring(0, dot), tool.substring(dot + 1));
    return "result(" + function + "(" + written(arguments) + "):await())";
  }

  /** Whether a name is a word of the language, which cannot stand behind a dot. */
  static boolean isWord(String name) {
    return WORDS.contains(name);
  }

  @Override
  public String brief() {
    return BRIEF;
  }

  @Override
  public String guide(NextSteps steps) {
    return GUIDE;
  }

  /** A value as a program writes it. */
  private static String written(JsonNode value) {
    StringBuilder text = new StringBuilder();
    write(text, value);
    return text.toString();
  }

  private static void write(StringBuilder text, JsonNode value) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        text.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> field : value.properties()) {
          text.append(separator);
          name(text, field.getKey());
          text.append(" = ");
          write(text, field.getValue());
          separator = ", ";
        }
        text.append('}');
      }
      case ARRAY -> {
        text.append(value.isEmpty() ? "json.array({" : "{");
        String separator = "";
        for (JsonNode element : value) {
          text.append(separator);
          write(text, element);
          separator = ", ";
        }
        text.append(value.isEmpty() ? "})" : "}");
      }
      case STRING -> quote(text, value.textValue());
      case NULL, MISSING -> text.append("json.null");
      default -> text.append(value.asText());
    }
  }

  private static void name(StringBuilder text, String name) {
    if (RULES.isIdentifier(name) && !WORDS.contains(name)) {
      text.append(name);
    } else {
      text.append('[');
      quote(text, name);
      text.append(']');
    }
  }

  private static void quote(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\' -> text.append('\\').append(c);
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        default -> {
          if (c < ' ') {
            text.append("\\x").append(String.format("%02x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
