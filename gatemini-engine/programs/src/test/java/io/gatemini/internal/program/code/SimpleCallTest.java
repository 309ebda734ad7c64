package io.gatemini.internal.program.code;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import io.gatemini.spi.ScriptLanguage.LoneCall;
import io.gatemini.testing.Values;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
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
        // as a person or a model writes it
        "await a.b({q: 1})",
        "await a.b({\n  q: 1, // one\n},)",
        "// call it\nreturn await a.b({q: 1}); // done",
        "await a.b({q: 1}) // done",
        "await a.b({q: 1}); // done",
        "/* call it */ await a . b ( {q: 1} ) /* done */ ;",
        "await\na\n.b\n({q: 1})",
        "(await a.b({q: 1}))",
        "return (\n  await a.b({q: 1})\n);",
        "return(await(a.b({q: 1})))",
        "const results = await a.b({q: 1});\nreturn results;",
        "const r: any = await a.b({q: 1}); return r",
        "let r : Listing = await a.b({q: 1}); return await r;",
        "const/**/r = await a.b({q: 1}) /*\n*/ return r // r",
        "const r = await a.b({q: 1}) // one\n\n// two\nreturn/**/r",
        "var\tr = (a.b({q: 1}))\u2028return r",
      })
  void takesACallWhoseAnswerIsTheProgramsValue(String code) {
    LoneCall call = Objects.requireNonNull(SimpleCall.read(code));

    assertThat(call.backend()).isEqualTo("a");
    assertThat(call.tool()).isEqualTo("b");
    assertThat(call.arguments()).hasToString("{\"q\":1}");
  }

  @Values("await a.b() | a.b( /* none */ ) | return a.b({})")
  void takesACallWithoutArguments(String code) {
    assertThat(Objects.requireNonNull(SimpleCall.read(code)).arguments()).hasToString("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (c) await a.b({\"q\":1})",
        "await a.b({\"q\":1}); return 1",
        "await a.b({\"q\":1}); return null",
        "await a.b({\"q\":1}); return other",
        "a.b(5)",
        "a.b(\"s\")",
        "a.b([1])",
        "a.b(undefined)",
        "a.b(,)",
        "a.b({},,)",
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
        "a.b({\"x\": 1, \"1\": 2})",
        // a line break ends the statement
        "return\nawait a.b({})",
        "return /*\n*/ await a.b({})",
        "return // now\nawait a.b({})",
        "const r = await a.b({}); return\nr",
        // and here it does not
        "await a.b({})\n(1)",
        "await a.b({})\n[0]",
        "await a.b({})\n`x`",
        "const r = await a.b({})\n(1)\nreturn r",
        "const r = await a.b({})\n.c\nreturn r",
        // the variable hides the backend, or is not what is returned
        "const a = await a.b({}); return a",
        "const r = await a.b({}); return s",
        "const r = await a.b({}); return rr",
        "const r = await a.b({}); return r.c",
        "const r = await a.b({}); return (r, 1)",
        "const r = await a.b({})",
        "const r = await a.b({}) return r",
        "const r = await a.b({}); r",
        "const r = await a.b({}), s = 1; return r",
        "const {r} = await a.b({}); return r",
        "const class = await a.b({}); return class",
        "const await = a.b({}); return await",
        "constr = await a.b({}); return r",
        "const r; return r",
        "const r: keyof = await a.b({}); return r",
        "const r: any[] = await a.b({}); return r",
        "const r: {} = await a.b({}); return r",
        "const r == await a.b({}); return r",
        "r = await a.b({}); return r",
        // a statement has no value, and an engine takes this for one
        "await a.b({});;",
        ";await a.b({})",
        // more than a call
        "a.b({}).c",
        "a.b({}, 1)",
        "a.b({}); a.b({})",
        "a.b.c({})",
        "a.b({})}",
        "a.b({}) /* open",
        "a?.b({})",
        "a.b?.({})",
        "new a.b({})",
        "!a.b({})",
        "(a).b({})",
        "(a.b)({})",
        "(await a.b)({})",
        "(a.b({})",
        "a.b({}))",
        "a\\u0062.b({})",
        "aé.b({})",
        "éa.b({})",
        "a.bé({})",
        "returné a.b({})",
        "1a.b({})",
        "\"use strict\"; return a.b({})",
        "",
        "return",
        "await",
        "const",
      })
  void leavesEverythingElseToTheEngine(String code) {
    assertThat(SimpleCall.read(code)).isNull();
  }

  @Test
  void leavesWhatIsInManyBrackets() {
    assertThat(SimpleCall.read("(".repeat(8) + "a.b()" + ")".repeat(8))).isNotNull();
    assertThat(SimpleCall.read("(".repeat(9) + "a.b()" + ")".repeat(9))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__getToolInterface(\"a.b\")",
        "return __getToolInterface('a.b');",
        "await __getToolInterface( `a.b` )",
        "const i = __getToolInterface(\"a.b\");\nreturn i;",
        "// what is it?\nreturn (await __getToolInterface /* of */ ('a\\x2eb'))",
      })
  void readsAnIntrospection(String code) {
    assertThat(SimpleCall.introspected(code)).isEqualTo("a.b");
    assertThat(SimpleCall.read(code)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const x = __getToolInterface('b')",
        "const __getToolInterface = __getToolInterface('b'); return __getToolInterface",
        "__getToolInterface('a\\1')",
        "__getToolInterface('a' + 'b')",
        "__getToolInterface(`${a}`)",
        "__getToolInterface('a', 'b')",
        "__getToolInterface('a').name",
        "__getToolInterface(a)",
        "__getToolInterface()",
        "__getToolInterface(",
        "__getToolInterface",
        "x__getToolInterface('a')",
        "return\n__getToolInterface('a')",
      })
  void leavesWhatIsNoIntrospection(String code) {
    assertThat(SimpleCall.introspected(code)).isNull();
  }

  @Property(tries = 2_000)
  void neverThrows(@ForAll String code) {
    assertThat(SimpleCall.read(code)).isNull();
    SimpleCall.introspected(code);
    JsonCall.read(code);
  }

  @Property(tries = 2_000)
  void neverThrowsOnWhatLooksLikeACall(@ForAll("fragments") String code) {
    LoneCall call = SimpleCall.read(code);
    SimpleCall.introspected(code);
    JsonCall.read(code);

    if (call != null) {
      assertThat(call.arguments().tree().isObject()).isTrue();
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void keepsTheArgumentsAsTheyAreWritten(@ForAll("objects") JsonNode arguments) {
    LoneCall call = Objects.requireNonNull(SimpleCall.read("return await a.b(" + arguments + ")"));

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
            ("return¦await¦const¦let¦q:¦//¦/*¦*/¦`¦any¦ ¦\n¦;¦r¦=¦a¦.¦b¦(¦)¦{¦}¦\"q\"¦:¦1¦,"
                    + "¦[¦]¦\\¦\"¦'¦__getToolInterface¦\u0000¦\uD800¦é¦tool¦\"tool\"¦\"arguments\""
                    + "¦null")
                .split("¦", -1))
        .list()
        .ofMaxSize(14)
        .map(parts -> String.join("", parts));
  }
}
