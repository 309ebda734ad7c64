package io.gatemini.sandbox;

import io.gatemini.testing.Words;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/**
 * Programs of one call, as people and models write them, and stranger ones: most are meant for the
 * fast path, some differ from that in one place.
 */
final class SimplePrograms extends DomainContextBase {
  private static final int MAX_DEPTH = 3;

  /** A head, and what its value needs behind it. */
  private record Frame(String before, String after) {
    /** Whether the program is TypeScript. */
    boolean isTyped() {
      return before.contains(": ");
    }
  }

  @Provide
  Arbitrary<String> programs() {
    return Combinators.combine(frames(), calls(), blanks(), blanks())
        .as(
            (frame, call, before, after) -> {
              String program = before + frame.before() + call + frame.after() + after;
              return frame.isTyped() ? wellFormed(program) : program;
            });
  }

  /** A transpiler may read UTF-8, which has no form for half a surrogate pair. */
  private static String wellFormed(String program) {
    return new String(program.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static Arbitrary<Frame> frames() {
    Arbitrary<Frame> usual =
        Arbitraries.of(
            new Frame("", ""),
            new Frame("", ";"),
            new Frame("await ", ""),
            new Frame("await ", ";"),
            new Frame("return ", ""),
            new Frame("return await ", ";"),
            new Frame("(await ", ")"),
            new Frame("return (await ", ");"),
            new Frame("return(await(", "));"),
            new Frame("await await ", ""),
            new Frame("const r = await ", "; return r"),
            new Frame("const r = await ", ";\nreturn r;"),
            new Frame("let result = ", "\nreturn result"),
            new Frame("var r=await ", "\r\nreturn await r;"),
            new Frame("const results = (await ", "); return results"),
            new Frame("const type = await ", "; return type"));
    Arbitrary<Frame> typed =
        Arbitraries.of(
            new Frame("const r: any = await ", "; return r"),
            new Frame("let r : Answer = ", "\nreturn r;"));
    Arbitrary<Frame> commented =
        Combinators.combine(blanks(), blanks(), blanks(), blanks())
            .as(
                (a, b, c, d) ->
                    new Frame(
                        "const " + a + "r" + b + "=" + c + "await ",
                        d + ";" + a + "return " + b + "r" + c + ";"));
    Arbitrary<Frame> returning =
        Combinators.combine(blanks(), blanks(), blanks())
            .as((a, b, c) -> new Frame("return " + a + "await " + b, c + ";"));
    Arbitrary<Frame> other =
        Arbitraries.of(
            new Frame("return\n", ""),
            new Frame(";", ""),
            new Frame("", ";;"),
            new Frame("", "; // end"),
            new Frame("", "\n(1)"),
            new Frame("", ".a"),
            new Frame("!", ""),
            new Frame("const demo = await ", "; return demo"),
            new Frame("const r = await ", ""),
            new Frame("const r = await ", " return r"),
            new Frame("const r = await ", "; return 1"),
            new Frame("const r = await ", "; return null"),
            new Frame("const r = await ", ";\nreturn\nr"),
            new Frame("const r = await ", "\n(1)\nreturn r"),
            new Frame("const enum = await ", "; return enum"),
            new Frame("", "; return 1"));
    return Arbitraries.frequencyOf(
        Tuple.of(8, usual),
        Tuple.of(1, typed),
        Tuple.of(4, commented),
        Tuple.of(3, returning),
        Tuple.of(2, other));
  }

  private static Arbitrary<String> calls() {
    Arbitrary<String> callees =
        Arbitraries.frequencyOf(
            Tuple.of(10, Arbitraries.of("demo.echo", "my_demo.echo", "JSON_2.echo")),
            Tuple.of(
                4,
                Arbitraries.of(
                    ("my_demo_2.echo¦demo.a_b¦demo.a_b_2¦my_demo.a_b_2¦demo.constructor¦demo . echo "
                            + "¦demo\n.echo¦demo/**/./**/echo//\n")
                        .split("¦", -1))),
            Tuple.of(
                1,
                Arbitraries.of(
                    "JSON.stringify", "demo.none", "demo?.echo", "x.y", "my-demo.echo")));
    Arbitrary<String> arguments =
        Combinators.combine(blanks(), objects(MAX_DEPTH), blanks(), Arbitraries.of("", "", "", ","))
            .as((before, object, after, comma) -> "(" + before + object + after + comma + ")");
    Arbitrary<String> called =
        Combinators.combine(
                callees,
                Arbitraries.frequencyOf(
                    Tuple.of(12, arguments),
                    Tuple.of(1, Arbitraries.of("()", "( )", "(5)", "(null)", "({}, {})"))))
            .as(String::concat);
    Arbitrary<String> introspected =
        Arbitraries.oneOf(
            strings().map(name -> "__getToolInterface(" + name + ")"),
            Arbitraries.of(
                "__getToolInterface('demo.echo')", "__getToolInterface( `my-demo.a-b` /* x */ )"));
    return Arbitraries.frequencyOf(Tuple.of(12, called), Tuple.of(1, introspected));
  }

  private static Arbitrary<String> blanks() {
    return Arbitraries.frequency(
        Tuple.of(12, ""),
        Tuple.of(4, " "),
        Tuple.of(2, "\n  "),
        Tuple.of(1, "\r\n"),
        Tuple.of(1, "\t"),
        Tuple.of(1, "/* note */"),
        Tuple.of(1, "/* }); ' \n */"),
        Tuple.of(1, "// it's; {(\n"),
        Tuple.of(1, "//\u2028"),
        Tuple.of(1, "\u2029\u00A0\uFEFF\f\u000B"));
  }

  private static Arbitrary<String> objects(int depth) {
    Arbitrary<String> members =
        Combinators.combine(blanks(), names(), blanks(), values(depth), blanks())
            .as((a, name, b, value, c) -> a + name + b + ":" + a + value + c);
    return listed(members).map(list -> "{" + list + "}");
  }

  private static Arbitrary<String> values(int depth) {
    Arbitrary<String> scalars =
        Arbitraries.frequencyOf(
            Tuple.of(4, strings()),
            Tuple.of(3, numbers()),
            Tuple.of(1, Arbitraries.of("true", "false", "null")));
    return depth == 0
        ? scalars
        : Arbitraries.frequencyOf(
            Tuple.of(6, scalars),
            Tuple.of(1, Arbitraries.lazy(() -> objects(depth - 1))),
            Tuple.of(
                1,
                Arbitraries.lazy(() -> listed(values(depth - 1)).map(list -> "[" + list + "]"))));
  }

  private static Arbitrary<String> listed(Arbitrary<String> parts) {
    return Combinators.combine(parts.list().ofMaxSize(3), Arbitraries.of("", "", ",", ", "))
        .as((list, end) -> String.join(",", list) + (list.isEmpty() ? "" : end));
  }

  private static Arbitrary<String> names() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            12,
            Arbitraries.of(
                Words.of(
                    """
                    a | b | c | q | _x | $ | default | if | get | async | toString | then
                    """))),
        Tuple.of(6, Arbitraries.of("'a b'", "\"d\"", "'\\x65'", "''", "\"é\"", "'-1'", "'1.5'")),
        Tuple.of(
            1,
            Arbitraries.of(
                "__proto__", "'__proto__'", "1", "'7'", "'01'", "[a]", "`a`", "é", "\\u0061")));
  }

  private static Arbitrary<String> numbers() {
    Arbitrary<String> given =
        Arbitraries.of(
            Words.of(
                """
                0 | -0 | 0.0 | -0.0e5 | .5 | -.5 | 5. | 1e3 | 1E-3 | 1.50 | 5.e2 | 1e21 | 1e20
                1e-6 | 1e-7 | 123456789012345 | 1234567890123456 | 0.1 | 0.3e-5 | 010 | 0x10 | 1_000
                1n | - 1 | +1 | 1e400 | 0e400 | 9007199254740993 | 4.35 | 0.000001 | 0.0000001
                999999999999999e6 | NaN
                """));
    Arbitrary<String> made =
        Combinators.combine(
                Arbitraries.of("", "-"),
                Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(9),
                Arbitraries.strings().numeric().ofMaxLength(7),
                Arbitraries.integers().between(-12, 16))
            .as(
                (sign, whole, fraction, exponent) ->
                    sign
                        + (whole.length() > 1 ? whole.replaceFirst("^0+(?=.)", "") : whole)
                        + (fraction.isEmpty() ? "" : "." + fraction)
                        + (exponent % 3 == 0 ? "e" + exponent : ""));
    return Arbitraries.oneOf(given, made);
  }

  private static Arbitrary<String> strings() {
    Arbitrary<String> pieces =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.strings().ascii().ofMaxLength(4)),
            Tuple.of(
                6,
                Arbitraries.of(
                    ("\\n¦\\t¦\\'¦\\\"¦\\`¦\\\\¦\\/¦\\b¦\\f¦\\v¦\\r¦\\0¦\\x41¦\\xe9¦\\u00e9¦\\u2028"
                            + "¦\\u{1F600}¦\\u{0}¦\\a¦\\$¦\\\n¦\\\r\n¦\\\u2029¦\\\r")
                        .split("¦", -1))),
            Tuple.of(
                3,
                Arbitraries.of(
                    ("é¦😀¦\uD83D¦\uDE00¦\\uD83D¦\\uDE00¦\\u{d83d}¦\u2028¦\u0000¦\u007F¦\uFFFF¦\uFEFF"
                            + "¦$¦{¦}¦//¦/*¦*/¦'¦\"¦`¦\r\n¦\r¦\n")
                        .split("¦", -1))),
            Tuple.of(1, Arbitraries.of("\\1", "\\08", "\\8", "\\x4", "\\u{110000}", "${1}", "\\")));
    Arbitrary<String> plain =
        Arbitraries.of("", "x", "it", "a b", "2024-01-01", "http://x/y", "[1]", "ok: true");
    return Combinators.combine(
            Arbitraries.of("'", "\"", "`"),
            Arbitraries.oneOf(plain, pieces.list().ofMaxSize(4).map(list -> String.join("", list))))
        .as((quote, text) -> quote + text + quote);
  }
}
