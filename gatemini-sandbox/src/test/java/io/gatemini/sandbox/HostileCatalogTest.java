package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Backends whose names, tools and answers mean harm. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class HostileCatalogTest {
  private static final List<String> NAMES =
      List.of(
          ("__proto__¦constructor¦then¦toString¦valueOf¦toJSON¦hasOwnProperty¦length¦name¦"
                  + "¦a'b\"c`${d}¦a\nb\u2028c¦\ud83d\ude00¦\ud800¦*/ throw 1 /*")
              .split("¦", -1));

  @AutoClose private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(2);
  }

  /** Every backend has every name as a tool, under that very identifier. */
  private static final class Catalog extends TestHost {
    Catalog(RawJson answer) {
      super((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.of(answer)));
    }

    @Override
    public List<ScriptBackend> backends() {
      return NAMES.stream().map(Catalog::backendOf).toList();
    }

    private static ScriptBackend backendOf(String name) {
      return new ScriptBackend(
          name,
          name,
          NAMES.stream()
              .map(tool -> new ScriptTool(tool, TestHost.definition(name, tool)))
              .toList());
    }
  }

  private static RawJson text(String text) {
    return ToolResult.text(text).json();
  }

  private static RawJson structured(String json) {
    return RawJson.wrap(
        ("{\"content\":[],\"structuredContent\":" + json + "}").getBytes(StandardCharsets.UTF_8));
  }

  static List<String> names() {
    return NAMES.stream().filter(name -> !name.equals("\ud800")).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void namesAreNothingButNames(String name) {
    String quoted = RawJson.of(TextNode.valueOf(name)).toString();
    Catalog catalog = new Catalog(text("fine"));

    Outcome outcome =
        fixture.run(
            "const n = "
                + quoted
                + "; const b = __backends[n]; return [typeof b[n], await b[n]({a: 1}),"
                + " ({}).polluted === undefined, [1].concat([2]).length]",
            catalog);

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).hasToString("[\"function\",\"fine\",true,2]");
    assertThat(catalog.calls).containsExactly(name + "." + name + "{\"a\":1}");
  }

  @Table(
      """
      typeof globalThis.constructor | "function"
      typeof toString | "function"
      typeof globalThis.__proto__ | "object"
      typeof globalThis['then'] | "object"
      Object.keys(__backends).length > 10 | true
      String(Object.getPrototypeOf(__backends)) | "null"
      ({}).toString() | "[object Object]"
      typeof __interfaces.constructor | "object"
      """)
  void namesOfTheLanguageStay(String code, String json) {
    assertThat(fixture.run(code, new Catalog(text("fine"))).value()).isEqualTo(RawJson.parse(json));
  }

  @Values("return __backends.name | await __backends.name | return then")
  void aToolNamedThenHarmsNobodyElse(String code) {
    Outcome outcome =
        fixture.run(
            code, new Catalog(text("fine")), EngineFixture.limits(Duration.ofSeconds(20), 5, 2));

    assertThat(outcome.status()).isNotEqualTo(Status.TIMEOUT);
    assertThat(fixture.run("1 + 1").value()).hasToString("2");
  }

  static List<Arguments> answers() {
    String keys =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "\"k" + i + "\":" + i)
            .collect(Collectors.joining(",", "{", "}"));
    return List.of(
        Arguments.of(
            structured("{\"__proto__\":{\"polluted\":1},\"a\":1}"),
            "[Object.keys(r), r.polluted === undefined, ({}).polluted === undefined]",
            "[[\"__proto__\",\"a\"],true,true]"),
        Arguments.of(
            structured("{\"constructor\":{\"prototype\":{\"polluted\":1}}}"),
            "({}).polluted === undefined",
            "true"),
        Arguments.of(
            structured("{\"then\":1,\"toJSON\":2,\"valueOf\":3}"), "[r.then, r.toJSON]", "[1,2]"),
        Arguments.of(structured(keys), "Object.keys(r).length", "100000"),
        Arguments.of(structured("{\"s\":\"\\ud800\"}"), "r.s.length", "1"),
        Arguments.of(structured("{\"a\":1,\"a\":2}"), "r.a", "2"),
        Arguments.of(
            structured("{\"n\":1e999,\"m\":-1e999,\"k\":123456789012345678901234567890}"),
            "[String(r.n), String(r.m), r.k > 1e29]",
            "[\"Infinity\",\"-Infinity\",true]"),
        Arguments.of(structured("[".repeat(900) + "]".repeat(900)), "Array.isArray(r)", "true"),
        Arguments.of(text("NaN"), "r", "\"NaN\""),
        Arguments.of(text("nulls"), "r", "\"nulls\""),
        Arguments.of(text("[1,2"), "r", "\"[1,2\""),
        Arguments.of(text("{\"a\":1}}"), "r", "\"{\\\"a\\\":1}}\""),
        Arguments.of(text("\ufeff{}"), "r.length", "3"),
        Arguments.of(text("\u0000"), "r.length", "1"),
        Arguments.of(text(""), "r", "\"\""),
        Arguments.of(text("{\"__proto__\":null}"), "Object.keys(r)", "[\"__proto__\"]"),
        Arguments.of(text("[".repeat(10_000) + "]".repeat(10_000)), "typeof r", "\"object\""));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answersAreNothingButValues(RawJson answer, String code, String json) {
    Outcome outcome =
        fixture.run(
            "const r = await __backends.name.name({}); return " + code, new Catalog(answer));

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value()).isEqualTo(RawJson.parse(json));
  }
}
