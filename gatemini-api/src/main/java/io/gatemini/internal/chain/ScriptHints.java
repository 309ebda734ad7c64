package io.gatemini.internal.chain;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ToolDefinition;
import io.gatemini.internal.catalog.NearMatches;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What helps an agent over the mistakes that programs over tools are full of: a name that is nearly
 * right, a variable that hides a backend, a meta-tool that is called from inside. Immutable.
 */
final class ScriptHints {
  private static final Pattern NOT_DEFINED =
      Pattern.compile("ReferenceError: ([\\w$]+) is not defined");
  private static final Pattern NO_FUNCTION =
      Pattern.compile("TypeError: .*?\\.([\\w$]+) is not a function");
  private static final Pattern NOT_ITERABLE = Pattern.compile("TypeError: .*is not iterable");
  private static final Pattern CALL = Pattern.compile("([\\w$]+)\\s*\\.\\s*([\\w$]+)\\s*\\(");
  private static final Pattern NO_MODULE = Pattern.compile("Operation is not allowed for: (.*)");

  /** What is outside of programs, though agents know it. */
  private static final Set<String> META_TOOLS =
      Set.of(
          "gatemini",
          "search_tools",
          "list_tools_meta",
          "tool_info",
          "get_required_keys_for_tool",
          "call_tool_chain",
          "register_manual",
          "deregister_manual");

  /** What text and lists can do: who calls it on an object has mistaken the form of an answer. */
  private static final Set<String> OF_TEXT_AND_LISTS =
      Set.of(
          ("at concat endsWith entries every filter find findIndex flat flatMap forEach includes"
                  + " indexOf join keys map match matchAll pop push reduce replace replaceAll"
                  + " reverse slice some sort splice split startsWith substring toLowerCase"
                  + " toUpperCase trim values")
              .split(" "));

  /** Of how many tools the form of their answers is told. */
  private static final int MAX_FORMS = 3;

  private static final int MAX_MEMBERS_LENGTH = 200;

  private final CatalogSnapshot catalog;
  private final ScriptNames names;
  private final Function<String, Optional<String>> down;
  private final String code;

  /**
   * @param catalog the tools
   * @param names how they are written
   * @param down why a backend that has no tools is not available
   * @param code the program
   */
  ScriptHints(
      CatalogSnapshot catalog,
      ScriptNames names,
      Function<String, Optional<String>> down,
      String code) {
    this.catalog = catalog;
    this.names = names;
    this.down = down;
    this.code = code;
  }

  /** A sentence for the message of an uncaught error, where there is one that helps. */
  Optional<String> on(String message) {
    Matcher notDefined = NOT_DEFINED.matcher(message);
    if (notDefined.find()) {
      return Optional.of(undefined(notDefined.group(1)));
    }
    Matcher noFunction = NO_FUNCTION.matcher(message);
    if (noFunction.find()) {
      String function = noFunction.group(1);
      return missingTool(function)
          .or(() -> OF_TEXT_AND_LISTS.contains(function) ? formsOfAnswers() : Optional.empty());
    }
    if (NOT_ITERABLE.matcher(message).find()) {
      return formsOfAnswers();
    }
    return NO_MODULE.matcher(message).find()
        ? Optional.of(
            "a program has no modules to import; backends are there already: await"
                + " backend.tool({...})")
        : Optional.empty();
  }

  private String undefined(String name) {
    if (META_TOOLS.contains(name)) {
      return "the gateway's own tools are outside of programs; inside, there are await"
          + " tools.search(\"task\") and await tools.info(\"backend.tool\")";
    }
    if (names.backend(name).isPresent()) {
      return "a variable of the program hides the backend "
          + name
          + "; give the variable another name, such as "
          + name
          + "Result";
    }
    return down.apply(name)
        .or(() -> hyphenated(name))
        .or(() -> nearBackend(name))
        .or(() -> owner(name))
        .orElse(
            "if it is a tool, call it as backend."
                + name
                + "({...}); await tools.search(\""
                + name
                + "\") finds it");
  }

  /** {@code my-backend.tool} is a subtraction. */
  private Optional<String> hyphenated(String name) {
    return names.backends().stream()
        .filter(backend -> backend.name().startsWith(name) && !backend.name().equals(name))
        .filter(backend -> !backend.name().equals(backend.identifier()))
        .filter(backend -> code.contains(backend.name()))
        .findFirst()
        .map(
            backend ->
                "a program writes the backend " + backend.name() + " as " + backend.identifier());
  }

  private Optional<String> nearBackend(String name) {
    List<String> known = names.backends().stream().map(ScriptBackend::identifier).toList();
    return known.stream()
        .filter(backend -> folded(backend).equals(folded(name)))
        .findFirst()
        .or(() -> NearMatches.near(known, name).stream().findFirst())
        .map(backend -> "did you mean the backend " + backend + "?");
  }

  private Optional<String> owner(String name) {
    return names.backends().stream()
        .filter(backend -> names.resolve(backend.identifier(), name).isPresent())
        .findFirst()
        .map(
            backend -> "it is a tool; call it as " + backend.identifier() + "." + name + "({...})");
  }

  private Optional<String> missingTool(String tool) {
    Matcher callee = Pattern.compile("([\\w$]+)\\s*\\.\\s*" + Pattern.quote(tool)).matcher(code);
    while (callee.find()) {
      Optional<ScriptBackend> backend = names.backend(callee.group(1));
      if (backend.isPresent() && names.resolve(callee.group(1), tool).isEmpty()) {
        return Optional.of(missing(backend.get(), tool));
      }
    }
    return Optional.empty();
  }

  private String missing(ScriptBackend backend, String tool) {
    List<String> near =
        NearMatches.near(backend.tools().stream().map(ScriptTool::identifier).toList(), tool);
    if (!near.isEmpty()) {
      return "did you mean " + backend.identifier() + "." + near.get(0) + "?";
    }
    List<String> elsewhere =
        catalog.withOriginalName(tool).stream().map(ToolDefinition::name).limit(3).toList();
    return elsewhere.isEmpty()
        ? "the backend "
            + backend.identifier()
            + " has no such tool; Object.keys("
            + backend.identifier()
            + ") lists those it has"
        : "the backend has no such tool; there is " + String.join(", ", elsewhere);
  }

  /** Which of the tools that the program calls answer with an object, and of what. */
  private Optional<String> formsOfAnswers() {
    Set<String> forms = new LinkedHashSet<>();
    Matcher call = CALL.matcher(code);
    while (call.find() && forms.size() < MAX_FORMS) {
      String callee = call.group(1) + "." + call.group(2);
      names
          .resolve(call.group(1), call.group(2))
          .flatMap(ToolDefinition::outputSchema)
          .map(ScriptHints::members)
          .filter(members -> !members.isEmpty())
          .ifPresent(members -> forms.add(callee + " answers with an object " + members));
    }
    return forms.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", forms));
  }

  private static String members(JsonNode schema) {
    StringJoiner members = new StringJoiner(", ", "{", "}").setEmptyValue("");
    schema.path("properties").fieldNames().forEachRemaining(members::add);
    return members.length() <= MAX_MEMBERS_LENGTH
        ? members.toString()
        : members.toString().substring(0, MAX_MEMBERS_LENGTH) + "...";
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }
}
