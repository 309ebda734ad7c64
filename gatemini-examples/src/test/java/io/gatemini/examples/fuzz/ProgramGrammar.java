package io.gatemini.examples.fuzz;

/**
 * Programs of JavaScript and TypeScript by a grammar of statements and expressions, with the
 * objects of the prelude and of the host among them. Most run; some loop, some are no programs.
 */
final class ProgramGrammar {
  /** Names that programs use, declared or not. */
  private static final String[] NAMES = {
    "a",
    "b",
    "c",
    "x1",
    "данные",
    "名",
    "$",
    "_",
    "\\u0061b",
    "o",
    "f",
    "params",
    "globalThis",
    "this"
  };

  private static final String[] ATOMS = {
    "0",
    "1",
    "-1",
    "NaN",
    "Infinity",
    "1e308",
    "2**53",
    "10n**40n",
    "''",
    "'text'",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "[1,,3]",
    "({a: 1, get b() { return this.a }, ['c' + 1]: 2})",
    "Symbol.iterator",
    "/(a+)+$/",
    "/\\p{L}+/gu",
    "new Map([[1, 2]])",
    "new Set('abc')",
    "new Date(0)",
    "new Uint8Array(16)",
    "new Float64Array([1, 2])",
    "new ArrayBuffer(8)",
    "() => {}",
    "async () => 1",
    "function* () { yield 1 }",
    "class { #p = 1; static s = 2 }",
    "new Proxy({}, {get: (t, k) => k, has: () => true, ownKeys: () => ['z']})",
    "new Error('e', {cause: 1})",
    "'😀'.repeat(50)",
    "Array.from({length: 100}, (_, i) => i)",
    "new URL('https://a.b/c?d=1#e')",
    "`t${1 + 1}`",
    "'x'.repeat(20000)"
  };

  /** What the prelude and the host bring. */
  private static final String[] HOST = {
    "await good.echo({text: String(#)})",
    "await good.size({text: `${#}`})",
    "await good.json(#)",
    "good.echo(#)",
    "await good.sleep({ms: 20})",
    "await good.sleep({ms: 2000})",
    "await good.nothere(#)",
    "await nobody.x(#)",
    "await good['echo']({text: 'x'})",
    "await tools.search(#)",
    "await tools.search('echo a text', {limit: #})",
    "await tools.info(#)",
    "await tools.info('good.echo')",
    "await tools.call('good.echo', #)",
    "await results.get(#)",
    "await results.get('abcdefghij')",
    "await parallel([#, 2, 3], async n => await good.echo({text: '' + n}))",
    "await parallel(#, #)",
    "await Promise.all([good.echo({text: 'a'}), good.fail({}), #])",
    "await Promise.race([sleep(5), good.sleep({ms: 50})])",
    "await Promise.allSettled([good.fail({}), #])",
    "await sleep(#)",
    "await sleep(10)",
    "setTimeout(() => #, 1)",
    "setInterval(() => #, 1)",
    "clearTimeout(#)",
    "queueMicrotask(() => #)",
    "console.log(#, #)",
    "console.error(#)",
    "console.table(#)",
    "structuredClone(#)",
    "new URL(#)",
    "new URLSearchParams(#).toString()",
    "new TextEncoder().encode(#)",
    "atob(#)",
    "btoa(#)",
    "JSON.stringify(#)",
    "JSON.parse(#)",
    "JSON.parse('[' + '['.repeat(3000))",
    "Object.keys(good)",
    "String(good.echo)",
    "typeof Java",
    "Polyglot",
    "require(#)",
    "process.exit(1)",
    "import('fs')",
    "eval(#)",
    "Function(#)",
    "globalThis[#]",
    "good.echo = #",
    "Object.freeze(tools)",
    "delete globalThis.good",
    "tools.__proto__.x = #"
  };

  private static final String[] COMPOUND = {
    "(# + #)",
    "(# === #)",
    "(# ?? #)",
    "(# ? # : #)",
    "[#, ...[#]]",
    "({a: #, ...#})",
    "(#)?.a?.[#]",
    "Object.entries(#)",
    "Array.from(#)",
    "[...(function* () { yield #; yield* [#] })()]",
    "(() => #)()",
    "await (async () => #)()",
    "await Promise.resolve(#)",
    "await {then: (r) => r(#)}",
    "String(#)",
    "Number(#)",
    "BigInt(#)",
    "(#).toString()",
    "(#).nothere()",
    "(#).length",
    "[#, #].sort()",
    "[1, 2, 3].map(() => #)",
    "[3, 1].reduce((p, q) => #)",
    "'aaaaaaaaaaaaaaaaaaaaaaaa!'.match(#)",
    "'abc'.replace(/./g, () => #)",
    "'a-b'.split(#)",
    "new (class extends Array { constructor() { super(#) } })()",
    "Reflect.ownKeys(Object(#))",
    "Object.defineProperty({}, 'p', {get: () => #})",
    "new Proxy(Object(#), {get: () => #})",
    "new Array(#)",
    "new Uint8Array(#)",
    "structuredClone({a: #})",
    "new WeakRef(Object(#))",
    "(# , #)",
    "void #",
    "typeof #",
    "!#",
    "-#",
    "~#",
    "({toString: () => #, valueOf: () => #}) + ''",
    "({toJSON: () => #})",
    "(function r(n) { return n ? r(n - 1) : # })(50)",
    "`a${#}b${#}`",
    "new Date(#).toISOString()",
    "Math.max(...[#, #])",
    "'b'.repeat(#)",
    "'x'.padEnd(#)",
    "Symbol(#)",
    "new Intl.NumberFormat(#)",
    "(#).toLocaleString()",
    "'\\ud800' + #",
    "(# as any)",
    "<any>#",
    "(#)!"
  };

  /** Whole programs that should be stopped by a bound. */
  private static final String[] RUNAWAYS = {
    "while (true) {}",
    "for (;;) await null",
    "const f = () => f(); f()",
    "let s = 'x'; for (;;) s += s",
    "const a = []; for (;;) a.push(new Array(1000).fill(0))",
    "await new Promise(() => {})",
    "const g = async () => { await null; return g() }; await g()",
    "for (;;) console.log('x'.repeat(1000))",
    "for (let i = 0; ; i++) good.echo({text: '' + i})",
    "/(a+)+$/.test('a'.repeat(40) + '!')",
    "const m = new Map(); for (let i = 0; ; i++) m.set(i, {})",
    "setInterval(() => {}, 0); await sleep(100000)",
    "let o = {}; for (;;) o = {o}",
    "return (function* () { for (;;) yield 1 })().map?.(x => x) ?? [...(function* () { for (;;) yield 1 })()]",
    "for (let i = 0; ; i++) globalThis['p' + i] = i",
    "for (let i = 0; ; i++) Symbol.for('s' + i)",
    "return 10n ** 100000n ** 3n",
    "try { for (;;) {} } finally { for (;;) {} }",
    "const o = {get a() { return this.a }}; return o.a",
    "let x = []; x[0] = x; return x",
    "return JSON.stringify(new Proxy([], {get: (t, k) => k === 'length' ? 1e6 : {}}))",
    "return {then: (r) => { for (;;); }}",
    "throw {get message() { for (;;); }}",
    "return {toJSON() { for (;;); }}",
    "queueMicrotask(function m() { queueMicrotask(m) })"
  };

  /**
   * What cannot be stopped inside the host's process and burns a core for ever: builtins that loop
   * over a length that is claimed, and brackets that the native transpiler never gets to the end
   * of. These run in worker processes only, which can be ended.
   */
  private static final String[] BURNING = {
    "return Array.prototype.indexOf.call({length: 2 ** 53 - 1, 0: 0}, 1)",
    "return Array.prototype.join.call({length: 2 ** 32})",
    "return new Array(2 ** 32 - 1).join('')",
    "return Array.prototype.lastIndexOf.call({length: 2 ** 53 - 1}, 1)",
    "return Array.prototype.includes.call({length: 2 ** 53 - 1}, 1)",
    "return Array.prototype.reverse.call({length: 2 ** 53 - 1})",
    "let x: any = " + "<a>(".repeat(40) + "1" + ")".repeat(40) + "; return x"
  };

  private ProgramGrammar() {}

  /** A program that can be stopped wherever it runs. */
  static String program(Chance chance) {
    return switch (chance.below(24)) {
      case 0, 1 -> chance.of(RUNAWAYS);
      case 2 -> HostileText.small(chance);
      case 3 -> "return " + nested(chance);
      case 4 -> {
        String whole = block(chance, 3);
        yield whole.substring(0, chance.below(whole.length() + 1));
      }
      case 5 ->
          "const s = '"
              + "A".repeat(chance.of(10, 1_000, 50_000))
              + "'; return s"
              + chance.of(".nothere()", ".length", "[0].b.c");
      case 6 ->
          "const "
              + chance.of("v", "名")
              + "x".repeat(chance.of(3, 300, 30_000))
              + chance.below(1_000_000)
              + " = 1; return 1";
      default -> block(chance, 3) + "\nreturn " + expression(chance, 2);
    };
  }

  /** Any program, for where it can be ended from outside. */
  static String burning(Chance chance) {
    return chance.oneIn(60) ? chance.of(BURNING) : program(chance);
  }

  private static String nested(Chance chance) {
    int levels = chance.of(10, 100, 500, 3_000);
    String[] pair =
        chance.of(
            new String[] {"[", "]"},
            new String[] {"(", ")"},
            new String[] {"{a:", "}"},
            new String[] {"(()=>", ")()"},
            new String[] {"!", ""},
            new String[] {"1+(", ")"});
    return pair[0].repeat(levels) + "1" + pair[1].repeat(levels);
  }

  private static String block(Chance chance, int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = chance.between(1, 4); i > 0; i--) {
      text.append(statement(chance, depth)).append(chance.of(";\n", "\n", "; "));
    }
    return text.toString();
  }

  private static String statement(Chance chance, int depth) {
    String inner = depth > 0 && chance.oneIn(2) ? block(chance, depth - 1) : "";
    String value = expression(chance, 2);
    String name = chance.of(NAMES);
    return switch (chance.below(26)) {
      case 0, 1 -> "var " + name + " = " + value;
      case 2 ->
          "let " + name + (chance.oneIn(3) ? ": number" : "") + chance.below(9) + " = " + value;
      case 3 -> "const {a, ...rest" + chance.below(99) + "} = Object(" + value + ")";
      case 4 -> "if (" + value + ") {" + inner + "} else {" + value + "}";
      case 5 ->
          "for (let i = 0; i < " + chance.of("3", "10", "1000", "1e6") + "; i++) {" + inner + "}";
      case 6 -> "for (const k in Object(" + value + ")) {" + inner + "}";
      case 7 -> "for (const k of " + value + ") {" + inner + "}";
      case 8 -> "for await (const k of [" + value + "]) {" + inner + "}";
      case 9 ->
          "L"
              + depth
              + ": do { "
              + inner
              + " continue L"
              + depth
              + " } while ("
              + chance.of("false", "0", "Math.random() < 0.5")
              + ")";
      case 10 -> "outer: for (;;) { " + inner + "; break outer }";
      case 11 ->
          "try { "
              + inner
              + " throw "
              + value
              + " } catch (e) { console.log(e) } finally { "
              + chance.of("", value)
              + " }";
      case 12 ->
          "switch ("
              + value
              + ") { case "
              + value
              + ": "
              + inner
              + " break; default: "
              + value
              + " }";
      case 13 ->
          "function f"
              + chance.below(9)
              + "(p = "
              + chance.of("1", "{}")
              + ", ...q) { "
              + inner.replace("await ", "")
              + " return p }";
      case 14 ->
          "class C"
              + chance.below(999)
              + " extends "
              + chance.of("Object", "Array", "Error", "Promise", "null")
              + " { static #x = 1; get y() { return 1 } }";
      case 15 ->
          "interface I"
              + chance.below(9)
              + " { a: string; b?: I"
              + chance.below(9)
              + "<number>[] }";
      case 16 ->
          "type T" + chance.below(9) + "<X> = X extends string ? {[K in keyof X]: X[K]} : never";
      case 17 -> "enum E" + chance.below(99) + " { A, B = 'b' }";
      case 18 -> "namespace N" + chance.below(9) + " { export const n = 1 }";
      case 19 -> "throw " + value;
      case 20 -> "return " + value;
      case 21 -> name + " = " + value;
      case 22 ->
          "Object.prototype." + chance.of("polluted", "then", "toJSON", "length") + " = " + value;
      case 23 -> "Array.prototype." + chance.of("map", "push", "toString") + " = " + value;
      default -> value;
    };
  }

  private static String expression(Chance chance, int depth) {
    if (depth == 0 || chance.oneIn(5)) {
      return chance.oneIn(4) ? chance.of(NAMES) : chance.of(ATOMS);
    }
    String shape = chance.oneIn(3) ? chance.of(HOST) : chance.of(COMPOUND);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < shape.length(); i++) {
      if (shape.charAt(i) == '#' && !(i + 1 < shape.length() && shape.charAt(i + 1) == 'p')) {
        text.append(expression(chance, depth - 1));
      } else {
        text.append(shape.charAt(i));
      }
    }
    return text.toString();
  }
}
