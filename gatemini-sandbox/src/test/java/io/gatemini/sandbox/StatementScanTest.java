package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementScanTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "const a = await b.t({}); return a",
        "// what for\n/* and\nwhy */ const a = 1",
        "a(); b()",
        "a()\nreturn 1",
        "let a = [1, 2].map(n => n * 2); return a",
        "const r = `x${`;${1}`}`; return r",
        "b.t({x: '\\';'}); c",
        "f(/[/;)]\\//g); return 1",
        "async function main() {\n  return 1;\n}\nreturn main()",
        "'use strict'; a",
        ";a",
      })
  void knowsStatements(String code) {
    assertThat(StatementScan.isNoExpression(code)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "await b.t({})",
        "b.t({if: 1, const: 2});",
        "b.t({}); // and; nothing; more",
        "b.t({});; /* ; */ \n",
        "a.return + a?.const",
        "a. /* of */ if",
        "(async () => {\nconst a = 1;\nreturn a;\n})()",
        "`;return ${`;${(() => {return 1;})()};`}; const`",
        "'; return'",
        "[/;/, /[/]; return/].map(r => r.test('x'))",
        "function () { return 1; }",
        "class { static x = 1; get() { return 2; } }",
        "{a: 1, b: 2}",
        "x <!-- ; return",
        "x\n--> ; return",
        "x /2; /y",
        "x\u00a0",
        "x;\u00a0",
        "returned + $const + const_ + \u00e9const",
      })
  void leavesToTheParserWhatMayBeAnExpression(String code) {
    assertThat(StatementScan.isNoExpression(code)).isFalse();
  }

  @Property
  void readsAnything(
      @ForAll @Chars({'a', '/', '*', '`', '$', '{', '}', '\'', '\\', ';', '(', ')', '\n', '-'})
          String code) {
    assertThatCode(() -> StatementScan.isNoExpression(code)).doesNotThrowAnyException();
  }
}
