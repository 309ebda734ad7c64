package io.gatemini.examples.fuzz;

/** Programs. */
final class ProgramGrammar {
  private ProgramGrammar() {}

  static String program(Chance chance) {
    return chance.of(
        "return 1 + 1",
        "const r = await good.echo({text: 'x'}); return r.length",
        "while (true) {}",
        "return await parallel([1,2,3], async n => await good.echo({text: '' + n}))",
        "await sleep(10000)",
        "throw new TypeError('x')",
        "const s = 'A'.repeat(1000); return s.nothere()",
        "return tools.search('echo')",
        "let x: number = 1; interface A { b: string }; return x",
        "const f = () => f(); f()",
        "let a = 'x'; for (;;) a += a");
  }
}
