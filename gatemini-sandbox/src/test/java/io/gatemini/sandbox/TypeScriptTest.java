package io.gatemini.sandbox;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.sandbox.PlainScript.Ending;
import io.gatemini.sandbox.internal.typescript.SucraseTranspiler;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sucrase's output for TypeScript, run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeScriptTest {
  private static final String HEAD = "//// ";

  private final TypeScriptTranspiler transpiler = new SucraseTranspiler();
  @AutoClose private final PlainScript script = new PlainScript();

  /** One program of snippets.txt; a value, or the failure that is expected. */
  private record Snippet(String name, String expected, String code) {}

  private static List<Snippet> snippets() {
    try (InputStream in = TypeScriptTest.class.getResourceAsStream("snippets.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<Snippet> snippets = new ArrayList<>();
      for (String part : text.substring(HEAD.length()).split("\n" + HEAD, -1)) {
        int end = part.indexOf('\n');
        int arrow = part.indexOf(" => ");
        snippets.add(
            new Snippet(
                part.substring(0, arrow), part.substring(arrow + 4, end), part.substring(end + 1)));
      }
      return snippets;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> everySnippet() {
    return snippets().stream().map(snippet -> Arguments.of(snippet.name, snippet));
  }

  @Test
  void hasTheSnippetsItPromises() {
    assertThat(snippets()).hasSizeGreaterThanOrEqualTo(60);
    assertThat(transpiler.isAvailable()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everySnippet")
  void meansTheSameInJavaScript(String name, Snippet snippet) {
    String[] expected = snippet.expected.split(" \\| ", 2);
    if (expected[0].startsWith("sucrase: ")) {
      assertThrown(ScriptException.class, () -> transpiler.transpile(snippet.code, Form.BODY))
          .hasMessageContaining(expected[0].substring("sucrase: ".length()));
      return;
    }

    Transpiled transpiled = transpiler.transpile(snippet.code, Form.BODY);
    Ending ending = script.run(transpiled.code());

    String value = expected[expected.length - 1];
    if (value.equals("fails")) {
      assertThat(ending.error()).contains("SyntaxError");
    } else {
      assertThat(ending.error()).as(transpiled.code()).isEmpty();
      assertThat(RawJson.parse(ending.json())).isEqualTo(RawJson.parse(value));
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everySnippet")
  void knowsTheLineOfEveryLine(String name, Snippet snippet) {
    if (snippet.expected.contains(": ")) {
      return;
    }
    int lines = (int) snippet.code.lines().count();

    Transpiled transpiled = transpiler.transpile(snippet.code, Form.BODY);

    if (transpiled.sourceLines().isEmpty()) {
      assertThat(transpiled.code().lines().count()).isEqualTo(lines);
    } else {
      // The end of the function is behind the end of the program.
      assertThat(transpiled.sourceLines())
          .allSatisfy(line -> assertThat(line).isBetween(0, lines + 2));
    }
  }

  @Test
  void keepsTheExportsOfAModule() {
    String module =
        """
        import type { Missing } from "missing";
        interface Row { id: number }
        export type Rows = Row[];
        export interface Other { a: string }
        enum Kind { A = 4 }
        export const seven: number = 7;
        export default async function main(rows: Rows = [{ id: 1 }]): Promise<number> {
          return rows[0]!.id + seven + Kind.A;
        }
        """;

    Transpiled transpiled = transpiler.transpile(module, Form.MODULE);

    assertThat(transpiled.code()).contains("export default async function main(");
    assertThat(script.runModule(transpiled.code())).isEqualTo(new Ending("12", "", 0));
  }

  @Test
  void placesAFailureInAModule() {
    String module =
        "interface A {\n  a: 1\n}\n\nexport default async function main() {\n  const x: number ="
            + " 1;\n\n  throw new Error('here');\n}\n";

    Transpiled transpiled = transpiler.transpile(module, Form.MODULE);

    assertThat(transpiled.sourceLine(script.runModule(transpiled.code()).line())).isEqualTo(8);
  }

  @Test
  void placesAFailureInTheSource() {
    String before =
        """
        // a comment
        interface A {
          a: number; /* with
          a comment */
        }

        type Long =
          | { a: 1 }
          | { b: 2 };
        enum E { A = 1,

          B = 2 }
        const text: string = `over
        lines ${E.A as number}`;
        class C {
          private x!: number;
          declare y: string;

          constructor(
            public z: number,
            private w?: string,
          ) {}
          method(this: C, a?: number): void;
          method(a?: any): void {
            FAILURE
          }
        }
        function over(a: string): void;
        function over(a: any) {
          return a;
        }
        const list = [1, 2]
          .map((n: number): number => n + 1);


        new C(1).method(); FAILURE2
        """;

    int inMethod = failingLine(before.replace("FAILURE2", "").replace("FAILURE", "null.x"));
    int atTop = failingLine(before.replace("FAILURE2", "null.x").replace("FAILURE", ""));

    assertThat(inMethod).isEqualTo(25);
    assertThat(atTop).isEqualTo(36);
  }

  private int failingLine(String code) {
    Transpiled transpiled = transpiler.transpile(code, Form.BODY);
    Ending ending = script.run(transpiled.code());
    assertThat(ending.error()).contains("Cannot read property 'x' of null");
    return transpiled.sourceLine(ending.line());
  }

  @Test
  void placesASyntaxError() {
    assertThat(lineOfRefusal("const a: number = ;")).isEqualTo(1);
    assertThat(lineOfRefusal("interface A {\n a: 1\n}\n\nconst a: number = = 2\n")).isEqualTo(5);
    assertThat(lineOfRefusal("enum E { A }\nconst x: any = {\n  a: 1\n  b: 2\n}")).isEqualTo(4);
    assertThat(lineOfRefusal("let x: number = 1;\nif (x) {\n  x++;\n")).isBetween(2, 4);
    assertThat(lineOfRefusal("let x: number = 1; \u00e9\u20ac\ud83d\ude00'\n")).isEqualTo(1);
  }

  private int lineOfRefusal(String code) {
    try {
      throw new AssertionError(transpiler.transpile(code, Form.BODY));
    } catch (ScriptException e) {
      return Transpilers.lineOf(String.valueOf(e.getMessage())).orElse(0);
    }
  }

  @Test
  void makesNoBodyOfWhatClosesTheFunction() {
    for (String code :
        List.of(
            "let x: any } globalThis.escaped = 1; {",
            "const x: number = 1 } globalThis.escaped = 1; async function y() {",
            "}; globalThis.escaped = 1; (function () {",
            "} async function __main() {",
            "/* } */ let x: any } globalThis.escaped = 1 /* {",
            "let x: any } globalThis.escaped = 1; //")) {
      String body;
      try {
        body = transpiler.transpile(code, Form.BODY).code();
      } catch (ScriptException e) {
        continue;
      }
      assertThat(script.run(body).error()).as(code).contains("SyntaxError");
    }
  }
}
