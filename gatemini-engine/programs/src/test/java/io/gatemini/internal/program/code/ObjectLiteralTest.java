package io.gatemini.internal.program.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.spi.Json;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectLiteralTest {
  /** The right column is what {@code JSON.stringify} gives for the left one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      value = {
        "{} → {}",
        "{ \"q\" : \"x\" } → {\"q\":\"x\"}",
        // names
        "{q: 1, _a$1: 2, $: 3} → {\"q\":1,\"_a$1\":2,\"$\":3}",
        "{default: 1, class: 2, get: 3, await: 4} → {\"default\":1,\"class\":2,\"get\":3,\"await\":4}",
        "{'a b': 1, \"\": 2, 'caf\\u00e9': 3} → {\"a b\":1,\"\":2,\"café\":3}",
        "{'1a': 1, '-1': 2, '1.5': 3} → {\"1a\":1,\"-1\":2,\"1.5\":3}",
        "{constructor: 1, toString: 2, __proto: 3} → {\"constructor\":1,\"toString\":2,\"__proto\":3}",
        // strings
        "{a: 'it\\'s \"so\"'} → {\"a\":\"it's \\\"so\\\"\"}",
        "{a: \"\\n\\t\\r\\b\\f\\v\\\\\\/\\0\"} → {\"a\":\"\\n\\t\\r\\b\\f\\u000b\\\\/\\u0000\"}",
        "{a: '\\x41\\u0042\\u{43}\\u{0001F600}\\q'} → {\"a\":\"ABC😀q\"}",
        "{a: '\\uD83D\\uDE00'} → {\"a\":\"😀\"}",
        "{a: '\\uD83Dx\\u{de00}'} → {\"a\":\"\\ud83dx\\ude00\"}",
        "{a: `b 'c' \"d\" $ {e} \\` \\${f} $`} → {\"a\":\"b 'c' \\\"d\\\" $ {e} ` ${f} $\"}",
        "{a: 'http://x/*y*/'} → {\"a\":\"http://x/*y*/\"}",
        // numbers
        "{a: 0, b: -0, c: 1, d: -17} → {\"a\":0,\"b\":0,\"c\":1,\"d\":-17}",
        "{a: .5, b: 5., c: -.25, d: 1.50, e: 0.0} → {\"a\":0.5,\"b\":5,\"c\":-0.25,\"d\":1.5,\"e\":0}",
        "{a: 1e3, b: 1.5E+2, c: 25e-1, d: 5.e0} → {\"a\":1000,\"b\":150,\"c\":2.5,\"d\":5}",
        "{a: 1e20, b: 0.000001} → {\"a\":100000000000000000000,\"b\":0.000001}",
        "{a: 999999999999999, b: 0.1234} → {\"a\":999999999999999,\"b\":0.1234}",
        "{a: 0e999} → {\"a\":0}",
        // nesting, commas, comments
        "{a: [1, 'x', [], {}, null,], b: {c: true, d: false,},} → {\"a\":[1,\"x\",[],{},null],\"b\":{\"c\":true,\"d\":false}}",
        "{/**/a/* : */:/***/1/*,*/,/*}*/} → {\"a\":1}",
      })
  void readsDataAsJavaScriptWritesIt(String literal, String json) {
    assertThat(read(literal)).hasToString(json);
  }

  @Test
  void readsLineEndsAsJavaScriptDoes() {
    assertThat(read("{\r\n  a: 1, // one }\n  b: 2 // two\r}")).hasToString("{\"a\":1,\"b\":2}");
    assertThat(read("{a: `1\r\n2\r3\n4`}")).hasToString("{\"a\":\"1\\n2\\n3\\n4\"}");
    assertThat(read("{a: '1\\\r\n2\\\n3\\\r4\\\u20285'}")).hasToString("{\"a\":\"12345\"}");
    assertThat(read("{a: '\u2028',\u2029b:\u00A0\uFEFF\u000B\f\u3000'\u2029'}"))
        .hasToString("{\"a\":\"\u2028\",\"b\":\"\u2029\"}");
    assertThat(read("{// c\u2028a: 1}")).hasToString("{\"a\":1}");
    assertThat(read("{a: '\uD83D', b: '\t\u007F'}"))
        .hasToString("{\"a\":\"\\ud83d\",\"b\":\"\\t\u007F\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // not data
        "{...x}",
        "{[a]: 1}",
        "{a}",
        "{a()  {}}",
        "{get a() {}}",
        "{get a: 1}",
        "{async: async}",
        "{a: undefined}",
        "{a: NaN}",
        "{a: -Infinity}",
        "{a: x.y}",
        "{a: truer}",
        "{a: trué}",
        "{a: 1 + 1}",
        "{a: 'x' + 'y'}",
        "{a: 'x'.y}",
        "{a: `${x}`}",
        "{a: `x` `y`}",
        "{a: /x/}",
        "{a: !0}",
        "{a: (1)}",
        "{a: 1 as any}",
        "{a = 1}",
        // means something else than it looks like
        "{__proto__: null}",
        "{'__proto__': 1}",
        "{a: {\"\\x5f_proto__\": 1}}",
        "{a: 1, 'a': 2}",
        "{a: 1, '\\x61': 2}",
        "{b: 1, 2: 1}",
        "{'b': 1, '2': 1}",
        "{1.5: 1}",
        // numbers that are no decimal a double surely holds
        "{a: +1}",
        "{a: - 1}",
        "{a: --1}",
        "{a: 01}",
        "{a: 00}",
        "{a: 08.5}",
        "{a: 0x10}",
        "{a: 0b1}",
        "{a: 0o7}",
        "{a: 1_000}",
        "{a: 1n}",
        "{a: .}",
        "{a: 1..}",
        "{a: -}",
        "{a: e1}",
        "{a: 1e}",
        "{a: 1e+}",
        "{a: 1e1000}",
        "{a: 1e21}",
        "{a: 1e-7}",
        "{a: 0.0000001}",
        "{a: 1234567890123456}",
        "{a: 0.1234567890123456}",
        "{a: 1a}",
        "{a: ٣}",
        // strings
        "{a: '\\1'}",
        "{a: '\\00'}",
        "{a: '\\08'}",
        "{a: '\\8'}",
        "{a: '\\x4'}",
        "{a: '\\xg0'}",
        "{a: '\\u12'}",
        "{a: '\\u{}'}",
        "{a: '\\u{110000}'}",
        "{a: '\\u{fffffffffff}'}",
        "{a: '\\u{41'}",
        "{a: 'x\ny'}",
        "{a: \"x\ry\"}",
        "{a: 'x}",
        "{a: `x}",
        "{a: 'x\\",
        // shape
        "{",
        "{a",
        "{a:",
        "{a: 1",
        "{a: 1,",
        "{,}",
        "{a: 1,,}",
        "{a: 1; b: 2}",
        "{a: }",
        "{a: [1,,2]}",
        "{a: [,]}",
        "{a: [1 2]}",
        "{a: [}",
        "{a: [1}",
        "{é: 1}",
        "{aé: 1}",
        "{\\u0061: 1}",
        "{`a`: 1}",
        "{/* a: 1}",
        "{a: 1 // }",
        "{a: 1 / 2}",
        "[]",
        "",
        "a",
      })
  void leavesEverythingElse(String literal) {
    assertThat(read(literal)).isNull();
  }

  @Test
  void leavesWhatIsNestedDeeply() {
    assertThat(read("{a: " + "[".repeat(99) + "]".repeat(99) + "}")).isNotNull();
    assertThat(read("{a: " + "[".repeat(100) + "]".repeat(100) + "}")).isNull();
    assertThat(read("{a:".repeat(1_000_000))).isNull();
  }

  @Test
  void standsBehindWhatItHasRead() {
    SourceCursor cursor = new SourceCursor("{a: '}'}) // more");

    ObjectLiteral.read(cursor);

    assertThat(cursor.next()).isEqualTo(')');
  }

  @Property(tries = 3_000)
  void neverThrows(@ForAll String text) {
    isJsonIfRead("{" + text);
    isJsonIfRead("{a:" + text + "}");
    isJsonIfRead("{a:'" + text + "'}");
    isJsonIfRead("{a:`" + text + "`}");
  }

  @Test
  void leavesNamesThatJsonCannotSayToTheEngine() {
    assertThat(read("{'\\uD800': 1}")).isNull();
    isJsonIfRead("{'\\uD83D\\uDE00': '\\uD800'}");
  }

  @Property(tries = 5_000)
  void writesJsonWhateverItReads(@ForAll("fragments") String text) {
    isJsonIfRead("{" + text + "}");
  }

  @Property(tries = 3_000)
  void writesDecimalsAsTheirDoubleIsWritten(@ForAll("decimals") String decimal) throws Exception {
    RawJson json = read("{n:" + decimal + "}");

    if (json != null) {
      assertThat(Json.mapper().readTree(json.toString()).path("n").doubleValue())
          .isEqualTo(Double.parseDouble(decimal) + 0.0);
    }
  }

  @Provide
  Arbitrary<String> decimals() {
    Arbitrary<String> digits = Arbitraries.strings().numeric().ofMaxLength(17);
    return Combinators.combine(
            Arbitraries.of("", "-"),
            Arbitraries.of("0", "1", "9", "120", "100000000"),
            Arbitraries.of("", ".").flatMap(dot -> digits.map(d -> dot + (dot.isEmpty() ? "" : d))),
            Arbitraries.of("", "e0", "e1", "E-3", "e+5", "e15", "e-10"))
        .as((sign, whole, fraction, exponent) -> sign + whole + fraction + exponent);
  }

  @Provide
  Arbitrary<String> fragments() {
    return Arbitraries.of(
            ("a¦b¦:¦:¦:¦,¦,¦{¦}¦[¦]¦1¦-¦.¦0¦e¦'¦'x'¦\"¦\"y\"¦`¦`z`¦\\¦\\u{¦\\uD800¦\n¦\r¦ "
                    + "¦/*¦*/¦//¦true¦null¦$¦${¦\u2028¦😀¦\uDC00¦é¦__proto__¦\u0000¦\uFFFF")
                .split("¦", -1))
        .list()
        .ofMaxSize(16)
        .map(parts -> String.join("", parts));
  }

  private static void isJsonIfRead(String literal) {
    RawJson json = read(literal);

    if (json != null) {
      assertThat(json.toString()).doesNotContain("\n", "\r");
      assertThat(json.tree().isObject()).isTrue();
    }
  }

  private static @Nullable RawJson read(String literal) {
    return ObjectLiteral.read(new SourceCursor(literal));
  }
}
