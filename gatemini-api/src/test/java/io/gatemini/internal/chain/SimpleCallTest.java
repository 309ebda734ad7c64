package io.gatemini.internal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Json;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimpleCallTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b({\"q\":1})",
        "await a.b({\"q\":1})",
        "return await a.b({\"q\":1});",
        "return a.b({\"q\":1})",
        "  await a.b( {\"q\" : 1} ) ; ",
        "await a.b({\n  \"q\": 1\n})",
        "const r = await a.b({\"q\":1}); return r",
        "let r = a.b({\"q\":1});\nreturn r;",
        "var r=await a.b({\"q\":1})\nreturn r",
      })
  void takesACallWhoseAnswerIsTheProgramsValue(String code) {
    SimpleCall call = Objects.requireNonNull(SimpleCall.read(code));

    assertThat(call.backend()).isEqualTo("a");
    assertThat(call.tool()).isEqualTo("b");
    assertThat(call.arguments().tree().path("q").asInt()).isEqualTo(1);
    assertThat(call.arguments().toString()).doesNotContain("\n");
  }

  @Test
  void takesACallWithoutArguments() {
    assertThat(Objects.requireNonNull(SimpleCall.read("await a.b()")).arguments().tree()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const r: any = await a.b({\"q\":1}); return r",
        "(await a.b({\"q\":1}))",
        "if (c) await a.b({\"q\":1})",
        "await a.b({\"q\":1}); return 1",
        "await a.b({\"q\":1}); return null",
        "await a.b({\"q\":1}); return other",
        "a.b(5)",
        "a.b(\"s\")",
        "a.b([1])",
        "\"a,b\".split(\",\")",
        "[1,2].includes(2)",
        "return Math.max(1)",
        "return JSON.stringify({\"a\":1})",
        "console.log(\"x\")",
        // JavaScript and JSON differ
        "a.b({\"__proto__\": {}})",
        "a.b({\"n\": 12345678901234567890})",
        "a.b({\"n\": 1e400})",
        "a.b({\"q\": 1, \"q\": 2})",
        // a line break ends the statement
        "return\nawait a.b({})",
        // the variable hides the backend, or is not what is returned
        "const a = await a.b({}); return a",
        "const r = await a.b({}); return s",
        "const r = await a.b({})",
        "const r = await a.b({}) return r",
        // more than a call
        "a.b({}).c",
        "a.b({}, 1)",
        "a.b({}); a.b({})",
        "a.b.c({})",
        "a.b({})}",
        "a.b({q: 1})",
        "// comment\na.b({})",
        "1a.b({})",
        "",
        "return",
        "await",
      })
  void leavesEverythingElseToTheEngine(String code) {
    assertThat(SimpleCall.read(code)).isNull();
  }

  @Test
  void readsAnIntrospection() {
    assertThat(SimpleCall.introspected("return __getToolInterface(\"a.b\");")).isEqualTo("a.b");
    assertThat(SimpleCall.introspected("await __getToolInterface( 'b' )")).isEqualTo("b");
    assertThat(SimpleCall.introspected("const x = __getToolInterface('b')")).isNull();
    assertThat(SimpleCall.introspected("__getToolInterface('a\\x')")).isNull();
    assertThat(SimpleCall.introspected("__getToolInterface('a' + 'b')")).isNull();
    assertThat(SimpleCall.introspected("__getToolInterface(")).isNull();
    assertThat(SimpleCall.introspected("__getToolInterface")).isNull();
  }

  @Property(tries = 2_000)
  void neverThrows(@ForAll String code) {
    assertThat(SimpleCall.read(code)).isNull();
    SimpleCall.introspected(code);
    JsonCall.read(code);
  }

  @Property(tries = 2_000)
  void neverThrowsOnWhatLooksLikeACall(@ForAll("fragments") String code) {
    SimpleCall call = SimpleCall.read(code);
    SimpleCall.introspected(code);
    JsonCall.read(code);

    if (call != null) {
      assertThat(call.arguments().tree().isObject()).isTrue();
    }
  }

  @Property
  void keepsTheArgumentsAsTheyAreWritten(@ForAll("objects") JsonNode arguments) {
    SimpleCall call =
        Objects.requireNonNull(SimpleCall.read("return await a.b(" + arguments + ")"));

    assertThat(call.arguments().tree()).isEqualTo(arguments);
  }

  @Provide
  Arbitrary<JsonNode> objects() {
    return Arbitraries.maps(
            Arbitraries.strings().alpha().ofMinLength(1),
            Arbitraries.oneOf(
                Arbitraries.integers().map(i -> (Object) i),
                Arbitraries.strings()
                    .ofMaxLength(20)
                    .filter(s -> s.chars().noneMatch(c -> Character.isSurrogate((char) c)))
                    .map(s -> (Object) s),
                Arbitraries.of(true, false).map(b -> (Object) b)))
        .map(Json.mapper()::valueToTree);
  }

  @Provide
  Arbitrary<String> fragments() {
    return Arbitraries.of(
            "return",
            "await",
            "const",
            " ",
            "\n",
            ";",
            "r",
            "=",
            "a",
            ".",
            "b",
            "(",
            ")",
            "{",
            "}",
            "\"q\"",
            ":",
            "1",
            ",",
            "[",
            "]",
            "\\",
            "\"",
            "'",
            "__getToolInterface",
            "\u0000",
            "\uD800",
            "é",
            "tool",
            "\"tool\"",
            "\"arguments\"",
            "null")
        .list()
        .ofMaxSize(14)
        .map(parts -> String.join("", parts));
  }
}
