package io.gatemini.sandbox.internal.lua;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.LuaError.VariableName;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.option.NearestKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Hints behind the errors of programs: a near name, and what to write instead. */
final class LuaHints {
  private static final int MOST_NAMES = 20;

  private static final Pattern JAVASCRIPT =
      Pattern.compile("(?<!\\w)(?:const|let|var|await|async)\\s+\\w|=>|(?<!\\w)return\\s+await\\b");

  private static final String NO_MODULES = "a program has no modules, no files and no network";
  private static final String TOOLS = "write server.tool({...}):await()";

  /** Replacements for globals that do not exist. */
  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          Map.entry("require", NO_MODULES + "; json, string, table and each server are globals"),
          Map.entry("package", NO_MODULES),
          Map.entry("io", NO_MODULES + "; tools of servers read files"),
          Map.entry("dofile", NO_MODULES),
          Map.entry("loadfile", NO_MODULES),
          Map.entry("debug", "errors have the line of the program"),
          Map.entry("await", TOOLS),
          Map.entry("call_tool", TOOLS),
          Map.entry("tools", TOOLS + ", or _gateway.search({query = \"...\"}):await()"),
          Map.entry("mcp", TOOLS),
          Map.entry("results", "write _gateway.get_result({id = \"...\"}):await()"),
          Map.entry("console", "write print(...)"),
          Map.entry("JSON", "write json.encode(...), json.decode(...)"));

  private static final Set<String> OF_TEXTS =
      Set.of("match", "gmatch", "gsub", "find", "sub", "lower", "upper", "split", "rep", "format");

  private static final String ANSWER =
      "an answer with fields is a table; use a field of it, such as r.content, or json.encode(r)";

  private final List<ScriptBackend> backends;

  private LuaHints(ScriptHost host) {
    backends = host.backends();
  }

  /** A name that a server has no tool for. */
  record Missed(String server, String tool) {}

  /** A hint for a program that is in another language, or names a server as Lua cannot. */
  static Optional<String> syntax(String code, ScriptHost host) {
    if (JAVASCRIPT.matcher(code).find()) {
      return Optional.of(
          "for a program in TypeScript give the call \"language\": \"typescript\"; in Lua write"
              + " local r = server.tool({...}):await()");
    }
    return host.backends().stream()
        .filter(backend -> !backend.name().equals(backend.identifier()))
        .filter(backend -> code.contains(backend.name() + "."))
        .findFirst()
        .map(backend -> "write " + called(backend, code) + " for " + backend.name());
  }

  /**
   * {@code my-server.tool(a=1)}, as Lua writes it; the server alone where its call is not clear.
   */
  private static String called(ScriptBackend backend, String code) {
    Matcher call =
        Pattern.compile(
                Pattern.quote(backend.name()) + "\\.(\\w{1,100})\\(\\{?([^(){}]{0,500})\\}?\\)")
            .matcher(code);
    return call.find()
        ? member(backend.identifier(), call.group(1)) + "({" + call.group(2) + "}):await()"
        : backend.identifier();
  }

  /** A tool of a server; words of the language stand in brackets. */
  static String member(String server, String tool) {
    return LuaLanguage.isWord(tool) ? server + "[\"" + tool + "\"]" : server + "." + tool;
  }

  /**
   * The message of an error that the program did not catch, and a hint where there is one.
   *
   * @param missed the tool that the program looked for last and did not find
   */
  static String message(LuaError error, ScriptHost host, @Nullable Missed missed) {
    return error.getMessage() + hint(error, host, missed).map(hint -> "\n" + hint).orElse("");
  }

  private static Optional<String> hint(LuaError error, ScriptHost host, @Nullable Missed missed) {
    VariableName culprit = error.culprit();
    if (culprit == null) {
      return Optional.ofNullable(error.getMessage())
          .filter(said -> said.contains("string expected, got table"))
          .map(said -> ANSWER);
    }
    String name = culprit.name();
    boolean isCall = error.kind() == LuaError.Kind.CALL;
    if (name.equals("result") && isCall) {
      return Optional.of("a variable of the program hides result(); give it another name");
    }
    if (!error.culpritIsNil()) {
      return Optional.empty();
    }
    LuaHints hints = new LuaHints(host);
    return switch (culprit.kind()) {
      case "global" -> Optional.of(hints.global(name));
      case "field", "method" ->
          !isCall
              ? Optional.empty()
              : Optional.of(
                  missed != null && missed.tool.equals(name)
                      ? hints.tool(missed)
                      : function(name, culprit.kind().equals("method")));
      default -> Optional.empty();
    };
  }

  private String global(String name) {
    String instead = INSTEAD.get(name);
    if (instead != null) {
      return "there is no \"" + name + "\"; " + instead;
    }
    List<String> servers = backends.stream().map(ScriptBackend::identifier).toList();
    Optional<String> near =
        near(name, servers)
            .or(() -> servers.stream().filter(one -> one.endsWith("_" + name)).findFirst());
    List<String> owners = owners(name);
    return near.isPresent()
        ? "there is no server \"" + name + "\"; did you mean \"" + near.get() + "\"?"
        : !owners.isEmpty()
            ? "\"" + name + "\" is a tool; write " + owners.get(0) + "({...})"
            : "there is no variable and no server \"" + name + "\"; servers: " + listed(servers);
  }

  private static String listed(List<String> names) {
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "")
        + ". A server that has failed has no table";
  }

  private String tool(Missed missed) {
    List<String> names =
        backends.stream()
            .filter(backend -> backend.identifier().equals(missed.server))
            .flatMap(backend -> backend.tools().stream())
            .map(ScriptTool::identifier)
            .toList();
    List<String> owners = owners(missed.tool);
    return missed.server
        + " has no tool \""
        + missed.tool
        + "\"; "
        + (owners.isEmpty()
            ? near(missed.tool, names)
                .map(near -> "did you mean \"" + near + "\"?")
                .orElse("list the tools of the server first")
            : "it is " + String.join(" or ", owners));
  }

  /** Of one letter or two, any name of that length is near. */
  private static Optional<String> near(String name, List<String> known) {
    return name.length() < 3 ? Optional.empty() : NearestKey.of(name, known);
  }

  /** The tools of a name, as programs write them. */
  private List<String> owners(String name) {
    return backends.stream()
        .filter(it -> it.tools().stream().anyMatch(tool -> tool.identifier().equals(name)))
        .map(it -> member(it.identifier(), name))
        .limit(3)
        .toList();
  }

  private static String function(String name, boolean isMethod) {
    return isMethod && OF_TEXTS.contains(name)
        ? "\"" + name + "\" is a function of texts; " + ANSWER
        : Set.of("execute", "getenv", "remove", "rename", "exit", "tmpname").contains(name)
            ? "os has time, date, clock and difftime alone"
            : "this table has no function \"" + name + "\"; for k, v in pairs(t) shows what it has";
  }
}
