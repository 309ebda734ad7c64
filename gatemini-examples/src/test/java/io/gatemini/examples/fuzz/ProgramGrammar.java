package io.gatemini.examples.fuzz;

/**
 * Programs of JavaScript and TypeScript by a grammar of statements and expressions, with the
 * objects of the prelude and of the host among them. Some run, some fail, some loop, some are no
 * programs.
 */
final class ProgramGrammar {
  private static final String RULES =
      """
      program = 4× ‹runaway› ¦ 2× ‹raw› ¦ 2× return ‹nested› ¦ 2× ‹cut› ¦ 36× ‹block›‹nl›return ‹e›
        2× const s = '‹long›'; return s‹member› ¦ 2× const ‹start›‹long›‹n› = 1; return 1
      member = .nothere() ¦ .length ¦ [0].b.c
      start = v ¦ 名
      n = 0 ¦ 1 ¦ 2 ¦ 3 ¦ 4 ¦ 5 ¦ 6 ¦ 7 ¦ 8 ¦ 9
      block = ‹s›‹end› ¦ ‹s›‹end›‹s›‹end› ¦ ‹s›‹end›‹s›‹end›‹s›‹end› ¦ ‹s›‹end›‹s›‹end›‹s›‹end›‹s›‹end›
      end = ;‹nl› ¦ ‹nl› ¦ ;
      inner = ¦ ‹block›
      s = 3× ‹e› ¦ 2× var ‹name› = ‹e› ¦ let ‹name›‹n› = ‹e› ¦ let ‹name›: number‹n› = ‹e›
        const {a, ...rest‹n›‹n›} = Object(‹e›) ¦ if (‹e›) {‹inner›} else {‹e›}
        for (let i = 0; i < ‹count›; i++) {‹inner›} ¦ for (const k in Object(‹e›)) {‹inner›}
        for (const k of ‹e›) {‹inner›} ¦ for await (const k of [‹e›]) {‹inner›}
        L: do { ‹inner› continue L } while (‹while›)
        outer: for (;;) { ‹inner›; break outer }
        try { ‹inner› throw ‹e› } catch (e) { console.log(e) } finally { ‹?‹e›› }
        switch (‹e›) { case ‹e›: ‹inner› break; default: ‹e› }
        async function f‹n›(p = ‹default›, ...q) { ‹inner› return p } ¦ function f‹n›(p = ‹default›) { return p }
        class C‹n›‹n› extends ‹super› { static #x = 1; get y() { return 1 } }
        interface I‹n› { a: string; b?: I‹n›<number>[] }
        type T‹n›<X> = X extends string ? {[K in keyof X]: X[K]} : never
        enum E‹n›‹n› { A, B = 'b' } ¦ namespace N‹n› { export const n = 1 }
        throw ‹e› ¦ return ‹e› ¦ ‹name› = ‹e›
        Object.prototype.‹polluted› = ‹e› ¦ Array.prototype.‹replaced› = ‹e›
      count = 3 ¦ 10 ¦ 1000 ¦ 1e6
      while = false ¦ 0 ¦ Math.random() < 0.5
      default = 1 ¦ {}
      super = Object ¦ Array ¦ Error ¦ Promise ¦ null
      polluted = polluted ¦ then ¦ toJSON ¦ length
      replaced = map ¦ push ¦ toString
      e = 3× ‹atom› ¦ ‹name› ¦ 2× ‹host› ¦ 4× ‹compound›
      name = a ¦ b ¦ c ¦ x1 ¦ данные ¦ 名 ¦ $ ¦ _ ¦ \\u0061b ¦ o ¦ f ¦ params ¦ globalThis ¦ this
      atom = 0 ¦ 1 ¦ -1 ¦ NaN ¦ Infinity ¦ 1e308 ¦ 2**53 ¦ 10n**40n ¦ '' ¦ 'text' ¦ null ¦ undefined ¦ true
        [] ¦ {} ¦ [1,,3] ¦ ({a: 1, get b() { return this.a }, ['c' + 1]: 2}) ¦ Symbol.iterator
        /(a+)+$/ ¦ /\\p{L}+/gu ¦ new Map([[1, 2]]) ¦ new Set('abc') ¦ new Date(0) ¦ new Uint8Array(16)
        new Float64Array([1, 2]) ¦ new ArrayBuffer(8) ¦ () => {} ¦ async () => 1
        function* () { yield 1 } ¦ class { #p = 1; static s = 2 }
        new Proxy({}, {get: (t, k) => k, has: () => true, ownKeys: () => ['z']})
        new Error('e', {cause: 1}) ¦ '😀'.repeat(50) ¦ Array.from({length: 100}, (_, i) => i)
        new URL('https://a.b/c?d=1#e') ¦ `t${1 + 1}` ¦ 'x'.repeat(20000)
      host = await good.echo({text: String(‹e›)}) ¦ await good.size({text: `${‹e›}`}) ¦ await good.json(‹e›)
        good.echo(‹e›) ¦ await good.sleep({ms: 20}) ¦ await good.sleep({ms: 2000}) ¦ await nobody.x(‹e›)
        await good.nothere(‹e›) ¦ await good['echo']({text: 'x'}) ¦ await tools.search(‹e›)
        await tools.search('echo a text', {limit: ‹e›}) ¦ await tools.info(‹e›)
        await tools.info('good.echo') ¦ await tools.call('good.echo', ‹e›) ¦ await results.get(‹e›)
        await results.get('abcdefghij') ¦ await parallel(‹e›, ‹e›)
        await parallel([‹e›, 2, 3], async n => await good.echo({text: '' + n}))
        await Promise.all([good.echo({text: 'a'}), good.fail({}), ‹e›])
        await Promise.race([sleep(5), good.sleep({ms: 50})])
        await Promise.allSettled([good.fail({}), ‹e›]) ¦ await sleep(‹e›) ¦ await sleep(10)
        setTimeout(() => ‹e›, 1) ¦ setInterval(() => ‹e›, 1) ¦ clearTimeout(‹e›) ¦ queueMicrotask(() => ‹e›)
        console.log(‹e›, ‹e›) ¦ console.error(‹e›) ¦ console.table(‹e›) ¦ structuredClone(‹e›)
        new URL(‹e›) ¦ new URLSearchParams(‹e›).toString() ¦ new TextEncoder().encode(‹e›)
        atob(‹e›) ¦ btoa(‹e›) ¦ JSON.stringify(‹e›) ¦ JSON.parse(‹e›) ¦ JSON.parse('[' + '['.repeat(3000))
        Object.keys(good) ¦ String(good.echo) ¦ typeof Java ¦ Polyglot ¦ require(‹e›) ¦ process.exit(1)
        import('fs') ¦ eval(‹e›) ¦ Function(‹e›) ¦ globalThis[‹e›] ¦ good.echo = ‹e› ¦ Object.freeze(tools)
        delete globalThis.good ¦ tools.__proto__.x = ‹e›
      compound = (‹e› + ‹e›) ¦ (‹e› === ‹e›) ¦ (‹e› ?? ‹e›) ¦ (‹e› ? ‹e› : ‹e›) ¦ [‹e›, ...[‹e›]]
        ({a: ‹e›, ...‹e›}) ¦ (‹e›)?.a?.[‹e›] ¦ Object.entries(‹e›) ¦ Array.from(‹e›)
        [...(function* () { yield ‹e›; yield* [‹e›] })()] ¦ (() => ‹e›)() ¦ await (async () => ‹e›)()
        await Promise.resolve(‹e›) ¦ await {then: (r) => r(‹e›)} ¦ String(‹e›) ¦ Number(‹e›) ¦ BigInt(‹e›)
        (‹e›).toString() ¦ (‹e›).nothere() ¦ (‹e›).length ¦ [‹e›, ‹e›].sort() ¦ [1, 2, 3].map(() => ‹e›)
        [3, 1].reduce((p, q) => ‹e›) ¦ 'aaaaaaaaaaaaaaaaaaaaaaaa!'.match(‹e›)
        'abc'.replace(/./g, () => ‹e›) ¦ 'a-b'.split(‹e›) ¦ Reflect.ownKeys(Object(‹e›))
        new (class extends Array { constructor() { super(‹e›) } })()
        Object.defineProperty({}, 'p', {get: () => ‹e›}) ¦ new Proxy(Object(‹e›), {get: () => ‹e›})
        new Array(‹e›) ¦ new Uint8Array(‹e›) ¦ structuredClone({a: ‹e›}) ¦ new WeakRef(Object(‹e›))
        (‹e› , ‹e›) ¦ void ‹e› ¦ typeof ‹e› ¦ !‹e› ¦ -‹e› ¦ ~‹e› ¦ ({toJSON: () => ‹e›}) ¦ `a${‹e›}b${‹e›}`
        ({toString: () => ‹e›, valueOf: () => ‹e›}) + '' ¦ (function r(n) { return n ? r(n - 1) : ‹e› })(50)
        new Date(‹e›).toISOString() ¦ Math.max(...[‹e›, ‹e›]) ¦ 'b'.repeat(‹e›) ¦ 'x'.padEnd(‹e›) ¦ Symbol(‹e›)
        new Intl.NumberFormat(‹e›) ¦ (‹e›).toLocaleString() ¦ '\\ud800' + ‹e› ¦ (‹e› as any) ¦ <any>‹e› ¦ (‹e›)!
      runaway = while (true) {} ¦ for (;;) await null ¦ const f = () => f(); f()
        let s = 'x'; for (;;) s += s ¦ const a = []; for (;;) a.push(new Array(1000).fill(0))
        await new Promise(() => {}) ¦ const g = async () => { await null; return g() }; await g()
        for (;;) console.log('x'.repeat(1000)) ¦ for (let i = 0; ; i++) good.echo({text: '' + i})
        /(a+)+$/.test('a'.repeat(40) + '!') ¦ const m = new Map(); for (let i = 0; ; i++) m.set(i, {})
        setInterval(() => {}, 0); await sleep(100000) ¦ let o = {}; for (;;) o = {o}
        return (function* () { for (;;) yield 1 })().map?.(x => x) ?? [...(function* () { for (;;) yield 1 })()]
        for (let i = 0; ; i++) globalThis['p' + i] = i ¦ for (let i = 0; ; i++) Symbol.for('s' + i)
        return 10n ** 100000n ** 3n ¦ try { for (;;) {} } finally { for (;;) {} }
        const o = {get a() { return this.a }}; return o.a ¦ let x = []; x[0] = x; return x
        return JSON.stringify(new Proxy([], {get: (t, k) => k === 'length' ? 1e6 : {}}))
        return {then: (r) => { for (;;); }} ¦ throw {get message() { for (;;); }}
        return {toJSON() { for (;;); }} ¦ queueMicrotask(function m() { queueMicrotask(m) })
      burning = 59× ‹program› ¦ ‹endless›
      endless = return Array.prototype.indexOf.call({length: 2 ** 53 - 1, 0: 0}, 1)
        return Array.prototype.join.call({length: 2 ** 32}) ¦ return new Array(2 ** 32 - 1).join('')
        return Array.prototype.lastIndexOf.call({length: 2 ** 53 - 1}, 1)
        return Array.prototype.includes.call({length: 2 ** 53 - 1}, 1)
        return Array.prototype.reverse.call({length: 2 ** 53 - 1})
        let x: any = ‹open_casts›; return x""";

  private static final Grammar GRAMMAR = grammar();

  private ProgramGrammar() {}

  private static Grammar grammar() {
    Grammar grammar = new Grammar(RULES);
    return grammar
        .with("nl", chance -> "\n")
        .with("raw", HostileText::small)
        .with("nested", ProgramGrammar::nested)
        .with("cut", chance -> cut(grammar.text("block", chance), chance))
        .with("long", chance -> "x".repeat(chance.of(3, 10, 300, 1_000, 30_000)))
        .with("open_casts", chance -> "<a>(".repeat(40) + "1" + ")".repeat(40));
  }

  /** A program that can be stopped wherever it runs. */
  static String program(Chance chance) {
    return GRAMMAR.text("program", chance);
  }

  /**
   * Any program, for where it can be ended from outside. The host's process cannot stop builtins
   * that loop over a length that is claimed, nor brackets that the native transpiler never gets to
   * the end of: they burn a core for ever.
   */
  static String burning(Chance chance) {
    return GRAMMAR.text("burning", chance);
  }

  private static String cut(String text, Chance chance) {
    return text.substring(0, chance.below(text.length() + 1));
  }

  private static String nested(Chance chance) {
    String[] pair = chance.of("[ ]", "( )", "{a: }", "(()=> )()", "! ", "1+( )").split(" ", -1);
    int levels = chance.of(10, 100, 500, 3_000);
    return pair[0].repeat(levels) + "1" + pair[1].repeat(levels);
  }
}
