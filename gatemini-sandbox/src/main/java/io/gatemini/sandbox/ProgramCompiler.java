package io.gatemini.sandbox;

import io.gatemini.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/**
 * Makes an async function of a program's text. The text becomes the function's body through the
 * language's own constructor for that, which parses it alone: there is no wrapper that a program
 * could close.
 *
 * <p>A text that is one expression returns its value; whether it is one is decided by parsing it
 * between two kinds of brackets, since no text closes both.
 */
final class ProgramCompiler {
  /** Lines that the constructor puts before the body. */
  private static final int HEADER_LINES = 2;

  private static final Pattern PARSER_MESSAGE =
      Pattern.compile("SyntaxError: <function>:(\\d+):\\d+ ([^\n]*).*", Pattern.DOTALL);

  private final Value constructor;
  private final Supplier<Optional<TypeScriptTranspiler>> transpiler;

  /**
   * A program that can be run.
   *
   * @param main an async function without parameters
   * @param linesBefore how many lines stand before the program's first; absent when its lines are
   *     not those of the author
   */
  record Compiled(Value main, OptionalInt linesBefore) {}

  /**
   * @param constructor that of async functions
   * @param transpiler asked when a program is not JavaScript
   */
  ProgramCompiler(Value constructor, Supplier<Optional<TypeScriptTranspiler>> transpiler) {
    this.constructor = constructor;
    this.transpiler = transpiler;
  }

  Compiled compile(String code) throws SyntaxFailure {
    try {
      return javascript(code);
    } catch (PolyglotException e) {
      SyntaxFailure failure = failure(e);
      if (isModuleSyntax(failure)) {
        throw explained(failure);
      }
      return transpiled(code, failure);
    }
  }

  private Compiled transpiled(String code, SyntaxFailure asJavaScript) throws SyntaxFailure {
    TypeScriptTranspiler best = transpiler.get().orElse(null);
    if (best == null) {
      throw asJavaScript;
    }
    String body;
    try {
      body = best.transpile(code, TypeScriptTranspiler.Form.BODY).code();
    } catch (ScriptException e) {
      throw new SyntaxFailure(
          asJavaScript.getMessage() + "; as TypeScript: " + e.getMessage(), asJavaScript.line());
    }
    try {
      return new Compiled(javascript(body).main, OptionalInt.empty());
    } catch (PolyglotException e) {
      throw asJavaScript;
    }
  }

  private Compiled javascript(String code) {
    Optional<Compiled> expression = expression(code);
    return expression.isPresent()
        ? expression.get()
        : new Compiled(constructor.execute(code), OptionalInt.of(HEADER_LINES));
  }

  private Optional<Compiled> expression(String code) {
    // Errors are placed where the statement begins: that is to be the line the author begins in.
    String candidate = code.stripLeading();
    int stripped =
        (int) code.chars().limit(code.length() - candidate.length()).filter(c -> c == '\n').count();
    candidate = candidate.stripTrailing();
    if (candidate.endsWith(";")) {
      candidate = candidate.substring(0, candidate.length() - 1);
    }
    try {
      Value main = constructor.execute("return (" + candidate + "\n)");
      constructor.execute("return [" + candidate + "\n]");
      return Optional.of(new Compiled(main, OptionalInt.of(HEADER_LINES - stripped)));
    } catch (PolyglotException e) {
      if (e.isSyntaxError()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static SyntaxFailure failure(PolyglotException e) {
    if (!e.isSyntaxError()) {
      throw e;
    }
    Matcher matcher = PARSER_MESSAGE.matcher(String.valueOf(e.getMessage()));
    return matcher.matches()
        ? new SyntaxFailure(matcher.group(2), OptionalInt.of(Integer.parseInt(matcher.group(1))))
        : new SyntaxFailure(
            String.valueOf(e.getMessage()).lines().findFirst().orElse(""), OptionalInt.empty());
  }

  private static boolean isModuleSyntax(SyntaxFailure failure) {
    String message = String.valueOf(failure.getMessage());
    return message.endsWith("found import") || message.endsWith("found export");
  }

  private static SyntaxFailure explained(SyntaxFailure failure) {
    return isModuleSyntax(failure)
        ? new SyntaxFailure(
            "import and export are not available: a program has no modules. Backends are there"
                + " already, await backend.tool({...}); the program's own return is its answer",
            failure.line())
        : failure;
  }
}
