package io.gatemini.internal.program.code;

import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.text.Markdown;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.option.NearestKey;
import io.gatemini.text.EnglishAnalyzer;
import io.gatemini.text.FirstSentence;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs, the errors they end with, and texts of any kind: what reads them before they run. */
@Tag("long")
class HostileProgramsTest {
  @Test
  void looksForHintsInLinearTime() {
    Catalog catalog = new Catalog(Map.of());
    LinearTime.of(
        text -> {
          ScriptHints hints =
              new ScriptHints(failed(catalog, "const s = '" + text + "'; s.nothere()"));
          hints.on("TypeError: '" + text + "'.nothere is not a function");
          hints.on("TypeError: ".repeat(100) + text + " is not iterable");
          hints.on("ReferenceError: " + text + " is not defined");
        });
  }

  @Test
  void looksForOtherLanguagesInLinearTime() {
    Catalog catalog = new Catalog(Map.of());
    Outcome syntax = Outcome.failed(ScriptEngine.Status.SYNTAX, "unexpected end", List.of());
    LinearTime.of(text -> JavaScript.LANGUAGE.hint(syntax, failed(catalog, text)));
  }

  private static FailedProgram failed(Catalog catalog, String code) {
    return new FailedProgram(
        catalog.snapshot(),
        ScriptNames.of(catalog.snapshot()),
        name -> Optional.empty(),
        Map.of(),
        Set.of(),
        code,
        TimeBudget.of(Duration.ofDays(1)));
  }

  @Test
  void readsProgramsInLinearTime() {
    LinearTime.of(
        text -> {
          JsonCall.read(text);
          JsonCall.read("{\"tool\": \"a.b\", \"arguments\": {\"a\": \"" + text);
          SimpleCall.read("return await a.b({\"a\": \"" + text);
          SimpleCall.read("return await a.b(" + text + ")");
          SimpleCall.read(text + "a.b({})");
          SimpleCall.introspected("return tools.info(\"" + text);
        });
  }

  @Test
  void readsTextInLinearTime() {
    EnglishAnalyzer analyzer = new EnglishAnalyzer();
    LinearTime.of(
        text -> {
          analyzer.tokens(text);
          FirstSentence.of(text);
          VisibleText.of(text);
          VisibleText.line(text, 100);
          VisibleText.escaped(text);
          Markdown.fenced("", text);
          Markdown.line(text, 1_000_000);
          NearestKey.of(text, List.of("timeout", text));
        });
  }
}
