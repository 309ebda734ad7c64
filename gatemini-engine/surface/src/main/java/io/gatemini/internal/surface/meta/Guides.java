package io.gatemini.internal.surface.meta;

import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.Role;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.ToolSet.Guide;
import io.gatemini.spi.ToolSet.NextSteps;
import java.util.List;
import java.util.Optional;

/**
 * The guides for agents, as Markdown. The names of tools in the examples are made up, and the texts
 * say so; blocks marked {@code json} and {@code js} run without a script engine.
 */
final class Guides {
  private static final String CALL_TOOL_CHAIN =
      """
      # call_tool_chain

      Runs tools of backends: one call, or a program over many. It is the only way to run them. \
      The names `files`, `tickets` and `my-server` below are made up; `search_tools` has those \
      that are there.

      ## What `code` can be

      A JSON call:

      ```json
      {"tool": "files.read", "arguments": {"path": "a.txt"}}
      ```

      {languages}

      ## Other parameters

      - `intent`: what you look for, in a few words; keeps the parts of a long answer that match.
      - `max_output_size` (bytes), `max_output_tokens`: how long the answer may be.
      - `timeout` (milliseconds): for all of the program. Open calls are cancelled then.
      - `mode`: `plan` shows what would be called and calls nothing; `read_only` refuses tools that \
      do not say that they only read.

      ## Recommended

      - One program for several calls: filter, count and join there, and return what you need.
      - `Promise.all` or `parallel` for independent calls.
      - A narrow `intent` where you do not know the form of an answer yet.
      - `try` around what may fail when the rest is of use without it.

      ## Avoid

      - One `call_tool_chain` for each item of a list.
      - Returning a whole answer when a few fields are needed.
      - Guessing names or parameters: `tool_info` has them.
      - Results in `console.log` instead of `return`.
      - Calling again to see what was cut: the result is kept.

      ## Quick rules

      1. Search, look, then run.
      2. `await` every call.
      3. `return` what you need.
      4. Full names, `backend.tool`.
      5. An error message says what to change; change that and run again.
      """;

  private static final String DISCOVERY =
      """
      # Finding tools

      Backend tools are not in the tool list of this server: there may be thousands. They are \
      found with seven small tools, from little to much. The names in the examples are made up.

      1. `search_tools` `{"task_description": "find late tickets"}`: what you want to do, in plain \
      words. Each row has an example call and a sentence. `"tag"` narrows it; `"limit"` and \
      `"brief": false` show more. An empty task gives an overview of the backends.
      2. `tool_info` `{"tool_name": "tickets.list"}` where the row is not enough: the parameters; \
      with `"detail": "full"` the schema, with `"typescript"` the declaration. Do not guess parameters.
      3. `call_tool_chain` to run what you found:

      ```json
      {"tool": "tickets.list", "arguments": {"state": "open"}}
      ```

      `gatemini://guide/call_tool_chain` has the rest: programs, results, errors.

      ## Names

      A tool is called `backend.tool`. Its bare name works too while only one backend has it. In a \
      program a character that no identifier can have becomes `_`; example calls are written that \
      way.

      ## Without searching

      - `gatemini://overview`: what there is, in a few lines.
      - `gatemini://tools`: all tools with a few words each.
      - `gatemini://backends`: all backends, also those that are not available, and why.
      - `gatemini://backend/{backend_name}/tools`: the tools of one backend.
      - `gatemini://tool/{tool_name}`: all there is to know of one tool.
      - `list_tools_meta`: names only, in pages.

      In an address, a name is percent-encoded as one segment: `a/b` is `a%2Fb`.

      ## Nothing found

      - Other words: what the tool does to what, rather than a product's name.
      - A backend may still be starting, or be down: `gatemini://backends` says so. Its tools come \
      back with it.
      """;

  private static final String REGISTRATION =
      """
      - `register_manual` adds a server at run time as far as the host allows it, and \
      `get_required_keys_for_tool` names the keys that one needs; `deregister_manual` removes it.
      """;

  private static final Resource RESOURCE =
      new Resource(
          "gatemini://call_tool_chain",
          MetaTools.WORDS.run(),
          "How to Run Tools",
          "JSON calls and programs: what they see, what comes back, what to avoid.",
          "text/markdown",
          ContentAnnotations.of(0.8, Role.ASSISTANT));

  private Guides() {}

  static List<Guide> of(SurfaceContext surface, NextSteps words) {
    List<ScriptLanguage> languages = surface.languages();
    StringBuilder programs = new StringBuilder(languages.get(0).guide(words).strip());
    for (ScriptLanguage other : languages.subList(1, languages.size())) {
      programs.append("\n\n## Programs in ").append(other.name());
      programs.append("\n\nWith `\"language\": \"").append(other.name()).append("\"`:\n\n");
      programs.append(other.guide(words).strip());
    }
    return List.of(
        new Guide(
            MetaTools.WORDS.run(),
            Optional.of(RESOURCE),
            CALL_TOOL_CHAIN.replace("{languages}", programs)),
        new Guide(
            "discovery",
            Optional.empty(),
            surface.allowsRegistration() ? DISCOVERY + REGISTRATION : DISCOVERY));
  }
}
