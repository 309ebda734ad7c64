package io.gatemini.sandbox.internal.js;

import io.gatemini.GatewayException;
import io.gatemini.sandbox.internal.intl.LocaleServices;
import io.gatemini.sandbox.internal.run.ProgramText;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes an async function of a program's text. The text becomes the function's body through the
 * language's own constructor for that, which parses it alone: there is no wrapper that a program
 * could close.
 *
 * <p>A text that is one expression returns its value; whether it is one is decided by parsing it
 * between two kinds of brackets, since no text closes both. A text with exports returns what it
 * exports, to be called.
 */
final class ProgramCompiler {
  /** Lines that the constructor of functions puts before the body, where errors count them. */
  private static final int HEADER_LINES = 2;

  private static final int MAX_EXPORTS = 100;

  /** The words that a complaint can be about, and their context. */
  private static final int LONGEST_WORD = 7;

  /** The longest name or number of a program, in characters. An engine keeps every one it reads. */
  private static final int MAX_WORD = 10_000;

  /** A longer word, be it in a string or a comment. */
  private static final Pattern LONG_WORD =
      Pattern.compile(
          "(?<!PART)PART{%s,}+"
              .formatted(MAX_WORD + 1)
              .replace("PART", "\\p{javaJavaIdentifierPart}"));

  /**
   * The part that is left of a long word: more than the rest of an escape sequence that it may
   * begin in.
   */
  private static final int KEPT_CHARACTERS = 20;

  /** Stands in strings, templates, comments and regular expressions, and nowhere else. */
  private static final String NO_NAME = "\u0001";

  /** Code that begins like this is a statement, and is not tried as an expression. */
  private static final Pattern STATEMENT =
      Pattern.compile(
          "\\s*+(?:(?:const|let|var|do|try|throw|return|export)\\b(?!\\s*+[=.(])"
              + "|(?:if|for|while|switch)\\s*+\\()");

  /** A semicolon, and nothing but white space and comments behind it. */
  private static final Pattern END =
      Pattern.compile(
          ";(?:[\\s\\p{Zs}\\uFEFF\\u2028\\u2029]|//[^\\n\\r\\u2028\\u2029]*+"
              + "|/\\*(?:[^*]++|\\*(?!/))*+\\*/)*+\\z");

  private static final int MAX_ENDS = 3;

  /** The beginning of a value that is not the rest of the line before. */
  private static final Pattern VALUE =
      Pattern.compile("\\s*+(?!(?:async\\s+)?function\\b|class\\b|in\\b|instanceof\\b)[\\w$]");

  /** A value behind a semicolon, where it is no rest of anything. */
  private static final Pattern VALUE_BEHIND_END = Pattern.compile("\\s*+[(\\[\"'`!+-]");

  /** The longest value at the end, in lines. */
  private static final int MAX_LAST_LINES = 200;

  /** A declaration of the function that programs elsewhere begin with. */
  private static final Pattern MAIN =
      Pattern.compile("(?m)^(?:(?:async\\s+)?function|const|let|var)\\s+main\\b");

  /** A word that the transpiler leaves where it is. */
  private static final Pattern ACCESSOR = Pattern.compile("(?<!\\w)accessor\\s+[\\w$#]+\\s*[:=;]");

  private static final Pattern COMMON_JS =
      Pattern.compile("(?m)^[ \\t]*+(?:module\\.)?exports(?:\\.\\w++)?[ \\t]*+=(?!=)");

  /** Where the end is looked for: unclosed comments make the search for it quadratic. */
  private static final int END_CHARACTERS = 10_000;

  /** The most regular expressions whose property escapes are replaced. */
  private static final int MAX_EXPRESSIONS = 100;

  private static final Pattern REGULAR_EXPRESSION =
      Pattern.compile("/((?:[^/\\\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*+\\])++)/([a-z]*+)");

  /** No line is read twice, however many empty ones there are. */
  private static final Pattern EXPORT = Pattern.compile("(?m)^[\\s&&[^\n\r]]*+export\\b");

  private final JsContext context;
  private final Optional<Transpiler> transpiler;

  /** Makes JavaScript of TypeScript; throws a {@link ScriptException} when the text is none. */
  @FunctionalInterface
  interface Transpiler {
    Transpiled transpile(String source, Form form);
  }

  /**
   * A program that can be run.
   *
   * @param main an async function without parameters
   * @param isModule whether what it returns is the export that is to be called
   * @param authorLine the line that its author wrote, for one in the stack of an error
   */
  record Compiled(int main, boolean isModule, IntUnaryOperator authorLine) {}

  /** The parser's complaint about a text. */
  private static final class Complaint extends Exception {
    private static final long serialVersionUID = 1L;
    private final int line;
    private final int column;
    private final String about;

    /**
     * @param about the text from there on, as much as a word takes
     */
    Complaint(String message, int line, int column, String about) {
      super(message, null, false, false);
      this.about = about;
      this.line = line;
      this.column = column;
    }

    boolean isAbout(String word) {
      // import.meta is no import.
      return about.startsWith(word) && !about.startsWith(".", word.length());
    }

    SyntaxFailure toFailure() {
      return new SyntaxFailure(
          String.valueOf(getMessage()), line > 0 ? OptionalInt.of(line) : OptionalInt.empty());
    }
  }

  /**
   * @param context where the program is to run
   * @param transpiler asked when a program is not JavaScript
   */
  ProgramCompiler(JsContext context, Optional<Transpiler> transpiler) {
    this.context = context;
    this.transpiler = transpiler;
  }

  Compiled compile(String code) throws SyntaxFailure {
    if (LONG_WORD.matcher(code).find()) {
      refuseLongNames(code);
    }
    try {
      return compiled(code);
    } catch (SyntaxFailure e) {
      String inside = ProgramText.inside(code);
      if (inside.equals(code)) {
        throw e;
      }
      return compiled(inside);
    }
  }

  /**
   * In a string or a comment a long word is harmless. Only a parser can decide; and it is given a
   * text in which a character that no name contains stands for the long name, so that it keeps
   * nothing.
   */
  private void refuseLongNames(String code) throws SyntaxFailure {
    try {
      compiled(withoutLongWords(code, NO_NAME));
    } catch (SyntaxFailure e) {
      // Another mistake is reported as such.
      compiled(withoutLongWords(code, ""));
      throw new SyntaxFailure(
          "a name or a number of the program is longer than "
              + MAX_WORD
              + " characters; write long text as a string",
          OptionalInt.empty());
    }
  }

  /** The text with a mark in place of the most of each long word. */
  private static String withoutLongWords(String code, String mark) {
    return LONG_WORD
        .matcher(code)
        .replaceAll(
            word -> Matcher.quoteReplacement(word.group().substring(0, KEPT_CHARACTERS) + mark));
  }

  private Compiled compiled(String code) throws SyntaxFailure {
    Transpiled asIs = new Transpiled(code, List.of());
    try {
      return javascript(asIs);
    } catch (Complaint e) {
      if (e.isAbout("import") && transpiler.isEmpty()) {
        throw noModules(e);
      }
      return transpiled(code, e);
    }
  }

  private Compiled transpiled(String code, Complaint asJavaScript) throws SyntaxFailure {
    if (transpiler.isEmpty()) {
      throw asJavaScript.toFailure();
    }
    Transpiled javascript;
    try {
      Form form = EXPORT.matcher(code).find() ? Form.MODULE : Form.BODY;
      javascript = transpiler.get().transpile(code, form);
    } catch (ScriptException e) {
      String message = String.valueOf(e.getMessage());
      OptionalInt line = Transpilers.lineOf(message);
      throw new SyntaxFailure(
          asJavaScript.getMessage() + "; as TypeScript: " + message,
          line.isPresent() ? line : asJavaScript.toFailure().line());
    }
    try {
      return javascript(javascript);
    } catch (Complaint e) {
      Complaint inSource =
          new Complaint(
              String.valueOf(e.getMessage()), javascript.sourceLine(e.line), e.column, e.about);
      if (ACCESSOR.matcher(code).find()) {
        throw new SyntaxFailure(
            "accessor is not supported; write the field without this word",
            inSource.toFailure().line());
      }
      throw e.isAbout("import") ? noModules(inSource) : inSource.toFailure();
    }
  }

  private Compiled javascript(Transpiled program) throws Complaint, SyntaxFailure {
    String code = program.code();
    boolean isCommonJs = COMMON_JS.matcher(code).find();
    if (!isCommonJs && !STATEMENT.matcher(code).lookingAt()) {
      Optional<Compiled> expression = expression(program);
      if (expression.isPresent()) {
        return expression.get();
      }
    }
    try {
      if (isCommonJs) {
        return compiled(
            function(
                "const module = {exports: {}}; let exports = module.exports; "
                    + code
                    + "\nreturn module.exports.default ?? module.exports.main ?? module.exports"),
            true,
            program,
            HEADER_LINES);
      }
      Matcher main = MAIN.matcher(code);
      if (main.find() && code.lastIndexOf("main") < main.end()) {
        return compiled(function(code + "\nreturn main"), true, program, HEADER_LINES);
      }
      return compiled(function(withLastValue(code)), false, program, HEADER_LINES);
    } catch (Complaint e) {
      if (e.isAbout("export")) {
        return module(program, e);
      }
      throw e;
    }
  }

  private Compiled module(Transpiled program, Complaint first) throws Complaint, SyntaxFailure {
    ModuleExports exports = new ModuleExports(program.code());
    Complaint complaint = first;
    for (int i = 0; i < MAX_EXPORTS; i++) {
      if (!complaint.isAbout("export")) {
        throw complaint;
      }
      if (!exports.remove(complaint.line, complaint.column)) {
        throw noModules(complaint);
      }
      try {
        function(exports.text());
      } catch (Complaint next) {
        complaint = next;
        continue;
      }
      String entry = exports.entry();
      if (exports.isBeside()) {
        return compiled(function(withLastValue(exports.text())), false, program, HEADER_LINES);
      }
      if (entry == null) {
        throw new SyntaxFailure(
            "the program exports nothing that can be run; write export default async function"
                + " main() {...}, or no export at all",
            OptionalInt.empty());
      }
      return compiled(
          function(exports.text() + "\nreturn " + entry + ";"), true, program, HEADER_LINES);
    }
    throw new SyntaxFailure("the program has too many exports", OptionalInt.empty());
  }

  private Optional<Compiled> expression(Transpiled program) {
    String code = program.code();
    // Errors are placed where the statement begins: that is to be the line the author begins in.
    String begun = code.stripLeading();
    int stripped =
        (int) code.chars().limit(code.length() - begun.length()).filter(c -> c == '\n').count();
    String candidate = begun.stripTrailing();
    Optional<Integer> main = expression(candidate);
    Matcher end =
        END.matcher(candidate)
            .region(Math.max(0, candidate.length() - END_CHARACTERS), candidate.length());
    for (int i = 0; i < MAX_ENDS && main.isEmpty() && end.find(); i++) {
      // A semicolon that is part of a string leaves half a string before it: no expression.
      main = expression(candidate.substring(0, end.start()));
      end.region(end.start() + 1, candidate.length());
    }
    return main.map(value -> compiled(value, false, program, HEADER_LINES - stripped));
  }

  /**
   * A body that returns the value of its last statement, where that is an expression which begins a
   * line or stands behind a semicolon: {@code main();} at the end of a program is meant to be
   * waited for. The text before it must be a body by itself: it is no part of a block then.
   */
  private String withLastValue(String code) {
    Matcher end =
        END.matcher(code).region(Math.max(0, code.length() - END_CHARACTERS), code.length());
    String text = end.find() ? code.substring(0, end.start()) : code.stripTrailing();
    int from = text.length();
    for (int i = 0; i < MAX_LAST_LINES && from > 0; i++) {
      from = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf(';', from - 1));
      String last = text.substring(from + 1);
      boolean isBalanced = isBalanced(last);
      if (isBalanced && STATEMENT.matcher(last).lookingAt()) {
        return code;
      }
      if (from > 0
          && isBalanced
          && (VALUE.matcher(last).lookingAt()
              || (text.substring(0, from + 1).stripTrailing().endsWith(";")
                  && VALUE_BEHIND_END.matcher(last).lookingAt()))
          && expression(last).isPresent()
          && isBody(text.substring(0, from + 1))) {
        return text.substring(0, from + 1) + "return (" + last + "\n)";
      }
    }
    return code;
  }

  /** Saves the parser what is the end of a longer statement. */
  private static boolean isBalanced(String code) {
    return code.chars().map(c -> "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0).sum()
        == 0;
  }

  private boolean isBody(String code) {
    try {
      function(code);
      return true;
    } catch (Complaint e) {
      return false;
    }
  }

  private Optional<Integer> expression(String candidate) {
    try {
      int main = function("return (" + candidate + "\n)");
      function("return [" + candidate + "\n]");
      return Optional.of(main);
    } catch (Complaint e) {
      return Optional.empty();
    }
  }

  private static Compiled compiled(
      int main, boolean isModule, Transpiled program, int linesBefore) {
    return new Compiled(main, isModule, line -> program.sourceLine(line - linesBefore));
  }

  private int function(String body) throws Complaint {
    return function(body, MAX_EXPRESSIONS);
  }

  private int function(String body, int expressions) throws Complaint {
    try {
      return context.compile(body);
    } catch (JsFailure e) {
      if (e.kind() != JsFailure.Kind.SYNTAX) {
        throw e;
      }
      int at = e.line() == 0 ? -1 : ModuleExports.offset(body, e.line(), e.column());
      if (expressions > 0 && String.valueOf(e.getMessage()).contains("Invalid property name")) {
        String expanded = withoutProperties(body, Math.max(at, 0), e);
        if (!expanded.equals(body)) {
          return function(expanded, expressions - 1);
        }
      }
      String about =
          at < 0 || at > body.length()
              ? ""
              : body.substring(at, Math.min(body.length(), at + LONGEST_WORD));
      throw new Complaint(String.valueOf(e.getMessage()), e.line(), e.column(), about);
    }
  }

  /** The body without the property escapes of its next regular expression. */
  private static String withoutProperties(String body, int from, JsFailure e) throws Complaint {
    Matcher expression = REGULAR_EXPRESSION.matcher(body);
    if (!expression.find(from)) {
      return body;
    }
    try {
      return body.substring(0, expression.start(1))
          + LocaleServices.withoutProperties(expression.group(1), expression.group(2))
          + body.substring(expression.end(1));
    } catch (GatewayException problem) {
      throw new Complaint(String.valueOf(problem.getMessage()), e.line(), e.column(), "");
    }
  }

  private static SyntaxFailure noModules(Complaint complaint) {
    return new SyntaxFailure(
        "import is not available, nor is export from another module: a program has no modules."
            + " Backends are there already, await backend.tool({...})",
        complaint.toFailure().line());
  }
}
