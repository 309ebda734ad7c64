package io.gatemini.internal.program.code;

import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.presentation.AnswerForm;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.ScriptLanguage.HintContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hints for the mistakes that programs over tools are full of: a name that is nearly right, a
 * variable that hides a backend, a meta-tool that is called from inside.
 *
 * <p>Messages and programs are foreign text of any length: each is gone through once, as far as its
 * bound, and within the time that was given. Immutable.
 */
final class ScriptHints {
  /** Methods of text and lists: a call of one on an object mistakes the form of an answer. */
  private static final Set<String> OF_TEXT_AND_LISTS =
      Set.of(
          ("at concat endsWith entries every filter find findIndex flat flatMap forEach includes"
                  + " indexOf join keys map match matchAll pop push reduce replace replaceAll"
                  + " reverse slice some sort splice split startsWith substring toLowerCase"
                  + " toUpperCase trim values")
              .split(" "));

  private static final Pattern QUOTED = Pattern.compile("[\"'`]([^\"'`\\s]{1,200})[\"'`]");

  /** {@code tools.files.read({...})}: what programs have under that name are no backends. */
  private static final Pattern UNDER_TOOLS =
      Pattern.compile("(?<!\\w)tools\\.([\\w$]{1,100}\\.[\\w$]{1,100})");

  private static final Set<String> PROMISED = Set.of("results.get", "tools.search", "tools.info");

  /** The end of what stands before a call that is not awaited, nor one of several in a list. */
  private static final Pattern UNAWAITED = Pattern.compile("(?:[^=!<>]=|(?<!\\w)return)\\s*\\z");

  /** The number of tools whose answer forms are shown. */
  private static final int MAX_FORMS = 3;

  private static final int MAX_MEMBERS_LENGTH = 200;

  /** How much of a program is looked at: more than any that somebody wrote. */
  private static final int MAX_CODE = 200_000;

  private final HintContext program;
  private final String code;

  ScriptHints(HintContext program) {
    this.program = program;
    this.code = TextCut.head(program.code(), MAX_CODE);
  }

  /**
   * A sentence for the message of an uncaught error, where there is one that helps and time for it.
   */
  Optional<String> on(String message) {
    try {
      return hint(ErrorWords.of(message));
    } catch (TimeBudget.Exceeded e) {
      return Optional.empty();
    }
  }

  private void check() {
    if (program.isOver()) {
      throw new TimeBudget.Exceeded();
    }
  }

  private Optional<String> hint(ErrorWords error) {
    check();
    String name = error.name();
    return switch (error.kind()) {
      case NOT_DEFINED -> Optional.of(undefined(name));
      case NO_FUNCTION ->
          missingTool(name)
              .or(
                  () ->
                      OF_TEXT_AND_LISTS.contains(name)
                          ? notAwaited().or(this::formsOfAnswers)
                          : program.catalog().resolve(name).map(this::written));
      case NOT_ITERABLE -> notAwaited().or(this::formsOfAnswers);
      case NO_OBJECT -> firstTool(UNDER_TOOLS).or(this::notAwaited).or(this::formsOfAnswers);
      case NO_MODULE ->
          Optional.of(
              "a program has no modules to import; backends are there already: await"
                  + " backend.tool({...})");
      case OTHER -> Optional.empty();
    };
  }

  private String undefined(String name) {
    if (program.isOutside(name)) {
      return "the gateway's own tools are outside of programs; inside, there are await"
          + " tools.search(\"task\") and await tools.info(\"backend.tool\")";
    }
    Optional<String> meant =
        program.catalog().resolve(name).map(this::written).or(() -> foreignCall(name));
    if (meant.isPresent()) {
      return meant.get();
    }
    if (program.backend(name).isPresent()) {
      return "a variable of the program hides the backend "
          + name
          + "; give the variable another name, such as "
          + name
          + "Result";
    }
    return program
        .down(name)
        .or(() -> hyphenated(name))
        .or(() -> nearBackend(name))
        .orElse(
            "if it is a tool, call it as backend."
                + name
                + "({...}); await tools.search(\""
                + name
                + "\") finds it");
  }

  private String written(ToolDescriptor tool) {
    return "a program calls this tool as await " + program.expression(tool) + "({...})";
  }

  /** {@code callTool("files.read", {...})}: the first text of the program that names a tool. */
  private Optional<String> foreignCall(String name) {
    return NearCall.isCaller(name) ? firstTool(QUOTED) : Optional.empty();
  }

  private Optional<String> firstTool(Pattern naming) {
    Matcher named = naming.matcher(code);
    while (named.find()) {
      check();
      Optional<ToolDescriptor> tool = program.catalog().resolve(named.group(1));
      if (tool.isPresent()) {
        return tool.map(this::written);
      }
    }
    return Optional.empty();
  }

  /** {@code my-backend.tool} is a subtraction. */
  private Optional<String> hyphenated(String name) {
    return program.backends().stream()
        .filter(it -> it.name().startsWith(name + "-") && code.contains(it.name() + "."))
        .findFirst()
        .map(
            it ->
                firstTool(Pattern.compile("(\\Q" + it.name() + "\\E\\.[\\w$-]{1,100})"))
                    .orElse(
                        "a program writes the backend " + it.name() + " as " + it.identifier()));
  }

  private Optional<String> nearBackend(String name) {
    List<String> known = program.backends().stream().map(ScriptBackend::identifier).toList();
    return known.stream()
        .filter(backend -> folded(backend).equals(folded(name)))
        .findFirst()
        .or(() -> NearMatches.near(known, name).stream().findFirst())
        .map(backend -> "did you mean the backend " + backend + "?");
  }

  private Optional<String> missingTool(String tool) {
    MemberNames members = new MemberNames(code);
    while (members.next()) {
      check();
      if (members.member().equals(tool)) {
        Optional<String> missing = missing(members.object(), tool);
        if (missing.isPresent()) {
          return missing;
        }
      }
    }
    Matcher quoted = Pattern.compile("([\\w$]{1,100})\\[['\"]" + Pattern.quote(tool)).matcher(code);
    return quoted.find() ? missing(quoted.group(1), tool) : Optional.empty();
  }

  private Optional<String> missing(String object, String tool) {
    return program
        .backend(object)
        .filter(backend -> program.resolve(object, tool).isEmpty())
        .map(backend -> missing(backend, tool));
  }

  private String missing(ScriptBackend backend, String tool) {
    String name = backend.identifier();
    List<String> near =
        NearMatches.near(backend.tools().stream().map(ScriptTool::identifier).toList(), tool);
    if (!near.isEmpty()) {
      return "did you mean " + name + "." + near.get(0) + "?";
    }
    List<ToolDescriptor> named =
        program.catalog().withOriginalName(tool).stream().limit(3).toList();
    return named.stream().anyMatch(it -> it.backend().equals(backend.name()))
        ? "the tool has come since; await sleep(500) before the call, or run the program again"
        : named.isEmpty()
            ? "the backend %s has no such tool; Object.keys(%<s) lists those it has".formatted(name)
            : "the backend has no such tool; there is "
                + String.join(", ", named.stream().map(ToolDescriptor::key).toList());
  }

  /** {@code const r = files.read({...}); r.split(...)}: a promise, which is no text and no list. */
  private Optional<String> notAwaited() {
    MemberNames calls = new MemberNames(code);
    while (calls.next()) {
      check();
      String name = calls.object() + "." + calls.member();
      boolean gives =
          PROMISED.contains(name) || program.resolve(calls.object(), calls.member()).isPresent();
      if (gives && calls.isCalled() && UNAWAITED.matcher(calls.before()).find()) {
        return Optional.of(name + "(...) is a promise; write await " + name + "(...)");
      }
    }
    return Optional.empty();
  }

  /** Which of the tools that the program calls answer with what. */
  private Optional<String> formsOfAnswers() {
    Set<String> forms = new LinkedHashSet<>();
    MemberNames calls = new MemberNames(code);
    while (forms.size() < MAX_FORMS && calls.next()) {
      check();
      if (calls.isCalled()) {
        String object = calls.object();
        String member = calls.member();
        program
            .resolve(object, member)
            .flatMap(
                tool ->
                    program
                        .answer(tool)
                        .or(
                            () ->
                                AnswerForm.declared(tool, MAX_MEMBERS_LENGTH)
                                    .map(members -> "an object " + members)))
            .ifPresent(form -> forms.add(object + "." + member + " answers with " + form));
      }
    }
    return forms.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", forms));
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }
}
