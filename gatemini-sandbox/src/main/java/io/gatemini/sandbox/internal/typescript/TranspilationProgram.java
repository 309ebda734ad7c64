package io.gatemini.sandbox.internal.typescript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** A text that another process only transpiles: to it, a program in a language of its own. */
public final class TranspilationProgram {
  private static final String LANGUAGE = "typescript-to-javascript ";

  private TranspilationProgram() {}

  public static Program of(String source, Form form) {
    return new Program(source, language(form), Optional.empty(), true, false);
  }

  private static String language(Form form) {
    return LANGUAGE + form.name().toLowerCase(Locale.ROOT);
  }

  /** The form of a text that is only to be transpiled; empty for any other program. */
  public static Optional<Form> form(Program program) {
    for (Form form : Form.values()) {
      if (program.language().equals(language(form))) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }

  /** Transpiles the text of such a program. */
  public static Outcome run(Transpilers transpilers, String source, Form form) {
    try {
      Transpiled made = transpilers.transpile(source, form);
      ObjectNode value = JsonNodeFactory.instance.objectNode().put("code", made.code());
      ArrayNode lines = value.putArray("lines");
      made.sourceLines().forEach(lines::add);
      return new Outcome(Status.OK, RawJson.of(value), "", OptionalInt.empty(), List.of());
    } catch (ScriptException e) {
      return Outcome.failed(Status.SYNTAX, String.valueOf(e.getMessage()), List.of());
    }
  }

  /** The result of such a program. */
  public static Transpiled transpiled(Outcome outcome) {
    JsonNode value = outcome.value().tree();
    List<Integer> lines = new ArrayList<>();
    value.path("lines").forEach(line -> lines.add(line.intValue()));
    return new Transpiled(value.path("code").textValue(), lines);
  }
}
