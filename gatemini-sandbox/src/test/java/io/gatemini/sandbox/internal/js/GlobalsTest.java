package io.gatemini.sandbox.internal.js;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.RawJson;
import io.gatemini.sandbox.PlainScript;
import io.gatemini.sandbox.PlainScript.Ending;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What programs have beside the language. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GlobalsTest {
  private final PlainScript script = new PlainScript();

  @AfterAll
  void close() {
    script.close();
  }

  private Ending run(String code) {
    try (Context context = script.newContext()) {
      // Timers of the program's own: those of the gateway are not part of these.
      context.eval(
          "js",
          "(() => { const due = []; globalThis.setTimeout = (f, d, ...a) => due.push(() => f(...a));"
              + " globalThis.clearTimeout = id => { due[id - 1] = () => {} };"
              + " globalThis.runTimers = () => { for (const f of due.splice(0)) f() } })()");
      for (Source source : Globals.neededBy(code)) {
        context.eval(source).execute();
      }
      return PlainScript.run(context, "'use strict';" + code);
    }
  }

  private void check(String code, String json) {
    Ending ending = run(code);
    assertThat(ending.error()).as(code).isEmpty();
    assertThat(RawJson.parse(ending.json())).as(code).isEqualTo(RawJson.parse(json));
  }

  /** The table of examples of the URL standard, section "URLs". */
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      nullValues = "-",
      value = {
        "https:example.org - https://example.org/",
        "https://////example.com/// - https://example.com///",
        "https://example.com/././foo - https://example.com/foo",
        "hello:world https://example.com hello:world",
        "https:example.org https://example.com https://example.com/example.org",
        "\\example\\..\\demo/.\\ https://example.com https://example.com/demo/",
        "example https://example.com/demo https://example.com/example",
        "file:///C|/demo - file:///C:/demo",
        ".. file:///C:/demo file:///C:/",
        "file://loc%61lhost/ - file:///",
        "https://user:password@example.org/ - https://user:password@example.org/",
        "https://example.org/foo%20bar - https://example.org/foo%20bar",
        "https://EXAMPLE.com/../x - https://example.com/x",
        "https://ex%20ample.org/ - -",
        "example - -",
        "https://example.com:demo - -",
        "http://[www.example.com]/ - -",
        "https://exa%23mple.org - -",
        "https://example.org// - https://example.org//",
        "https://0Xffffffff - https://255.255.255.255/",
        "https://1.2.3.08 - -",
        "http://[::1%eth0] - -",
        "http://[2001:db8:0:0:1:0:0:1]:80/ - http://[2001:db8::1:0:0:1]/",
        "https://faß.example/ - https://xn--fa-hia.example/",
        "https://\u65e5\u672c\u8a9e.jp/\u00e9?\u00e9#\u00e9 -"
            + " https://xn--wgv71a119e.jp/%C3%A9?%C3%A9#%C3%A9",
        "//h:443/a?b'c https://x https://h/a?b%27c",
        "non-special://h:80/a?b'c - non-special://h:80/a?b'c",
        "wss://h:443/ - wss://h/",
        "?q#f http://u:p@h:8/a/b http://u:p@h:8/a/b?q#f",
        "web+demo:/.//not-a-host/ - web+demo:/.//not-a-host/",
      })
  void readsUrlsAsTheStandardDoes(String input, @Nullable String base, @Nullable String href) {
    String arguments =
        TextNode.valueOf(input) + (base == null ? "" : ", " + TextNode.valueOf(base));

    check(
        "return URL.canParse(" + arguments + ") ? new URL(" + arguments + ").href : null",
        href == null ? "null" : TextNode.valueOf(href).toString());
  }

  @Test
  void hasThePartsOfAUrl() {
    check(
        "const u = new URL('https://us%65r:pw@h.example:8443/a/b?x=1&y=2#frag'); return [u.origin,"
            + " u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname,"
            + " u.search, u.hash, String(u), JSON.stringify(u), new URL('mailto:a@b').origin]",
        "[\"https://h.example:8443\",\"https:\",\"us%65r\",\"pw\",\"h.example:8443\",\"h.example\","
            + "\"8443\",\"/a/b\",\"?x=1&y=2\",\"#frag\","
            + "\"https://us%65r:pw@h.example:8443/a/b?x=1&y=2#frag\","
            + "\"\\\"https://us%65r:pw@h.example:8443/a/b?x=1&y=2#frag\\\"\",\"null\"]");
    check(
        "const u = new URL('http://h/p'); u.protocol = 'https'; u.host = 'x:81'; u.pathname = 'a b/?';"
            + " u.search = 'k=v'; u.hash = 'z'; u.username = 'me'; u.port = '443'; return u.href",
        "\"https://me@x/a%20b/%3F?k=v#z\"");
    assertThat(run("new URL('nope')").error()).contains("Invalid URL: nope");
    check("return URL.parse('nope')", "null");
  }

  @Test
  void keepsTheParametersOfAUrlInStep() {
    check(
        "const u = new URL('http://h/?a=1&b=2&a=3'); const p = u.searchParams; p.append('c', 'é &');"
            + " p.delete('b'); p.set('a', 9); const one = u.search; u.search = '?z=0'; return [one,"
            + " p.get('z'), p.get('a'), [...p], p.size, p === u.searchParams]",
        "[\"?a=9&c=%C3%A9+%26\",\"0\",null,[[\"z\",\"0\"]],1,true]");
    check(
        "const p = new URLSearchParams({b: 1, a: 'x y'}); p.sort(); const seen = []; p.forEach((v, k)"
            + " => seen.push(k + v)); return [String(p), seen, [...p.keys()], [...p.values()],"
            + " p.has('a', 'z'), p.getAll('b'), String(new URLSearchParams([['q', '1'], ['q', '2']])),"
            + " String(new URLSearchParams('?x=%ff&y'))]",
        "[\"a=x+y&b=1\",[\"ax y\",\"b1\"],[\"a\",\"b\"],[\"x y\",\"1\"],false,[\"1\"],\"q=1&q=2\","
            + "\"x=%EF%BF%BD&y=\"]");
  }

  @Test
  void encodesAndDecodesUtf8() {
    check(
        "return [[...new TextEncoder().encode('a\u00e9\u20ac\\u{1F600}\\ud800')],"
            + " new TextEncoder().encodeInto('a\u20acb', new Uint8Array(3))]",
        "[[97,195,169,226,130,172,240,159,152,128,239,191,189],{\"read\":1,\"written\":1}]");
    check(
        "const d = new TextDecoder(); const s = new TextDecoder(); return [d.decode(new"
            + " Uint8Array([0xef, 0xbb, 0xbf, 0x61])), new TextDecoder('UTF8 ', {ignoreBOM:"
            + " true}).decode(new Uint8Array([0xef, 0xbb, 0xbf])).length, d.decode(new"
            + " Uint8Array([0xe2, 0x82, 0x41, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80])), s.decode(new"
            + " Uint8Array([0xf0, 0x9f]), {stream: true}) + s.decode(new Uint8Array([0x98, 0x80])),"
            + " d.decode(new DataView(new Uint8Array([1, 65, 66]).buffer, 1, 1)), d.decode(),"
            + " d.decode(new TextEncoder().encode('x'.repeat(100000))).length]",
        "[\"a\",1,\"\ufffdA\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\",\"\ud83d\ude00\",\"A\",\"\",100000]");
    check(
        "const out = []; for (const f of [() => new TextDecoder('utf-16'), () => new"
            + " TextDecoder('utf-8', {fatal: true}).decode(new Uint8Array([0xff])), () => new"
            + " TextDecoder().decode('x')]) { try { f() } catch (e) { out.push(e.name) } } return out",
        "[\"RangeError\",\"TypeError\",\"TypeError\"]");
  }

  @Test
  void encodesAndDecodesBase64() {
    check(
        "return [btoa(''), btoa('f'), btoa('fo'), btoa('foo'), btoa('\\xff\\x00'), atob(' Zm 9v\\n'),"
            + " atob('Zg'), atob('Zg=='), atob(''), atob('/w==').charCodeAt(0)]",
        "[\"\",\"Zg==\",\"Zm8=\",\"Zm9v\",\"/wA=\",\"foo\",\"f\",\"f\",\"\",255]");
    check(
        "const out = []; for (const f of [() => btoa('\u20ac'), () => atob('Z'), () => atob('Zg='), ()"
            + " => atob('Z*=='), () => atob('====')]) { try { f(); out.push(0) } catch (e) {"
            + " out.push(e.name) } } return out",
        "[\"InvalidCharacterError\",\"InvalidCharacterError\",\"InvalidCharacterError\","
            + "\"InvalidCharacterError\",\"InvalidCharacterError\"]");
  }

  @Test
  void clonesValues() {
    check(
        "class P { constructor() { this.a = 1 } } const o = {d: new Date(5), r: /x/gi, m: new Map([['k',"
            + " new Set([1])]]), t: new Uint16Array([1, 2]), b: 10n, e: new TypeError('bad', {cause:"
            + " 7}), u: undefined, n: [1, , 3], p: new P(), s: Object(5)}; o.self = o; const c ="
            + " structuredClone(o); return [c !== o, c.self === c, c.d instanceof Date && +c.d,"
            + " String(c.r), [...c.m.get('k')], c.m !== o.m, c.t.constructor.name, [...c.t],"
            + " c.t.buffer !== o.t.buffer, String(c.b), c.e instanceof TypeError, c.e.message,"
            + " c.e.cause, 'u' in c, c.n.length, 1 in c.n, Object.getPrototypeOf(c.p) ==="
            + " Object.prototype, c.p.a, typeof c.s, c.s + 1]",
        "[true,true,5,\"/x/gi\",[1],true,\"Uint16Array\",[1,2],true,\"10\",true,\"bad\",7,true,3,"
            + "false,true,1,\"object\",6]");
    check(
        "const out = []; for (const v of [() => 1, Symbol('x'), {a: {f() {}}}, new WeakMap(),"
            + " Promise.resolve()]) { try { structuredClone(v); out.push(0) } catch (e) {"
            + " out.push(e.name) } } return out",
        "[\"DataCloneError\",\"DataCloneError\",\"DataCloneError\",\"DataCloneError\","
            + "\"DataCloneError\"]");
    check(
        "const b = new Uint8Array([1, 2, 3, 4]); const c = structuredClone([b.subarray(1, 3), b]);"
            + " return [[...c[0]], c[0].buffer === c[1].buffer, c[0].byteOffset]",
        "[[2,3],true,1]");
  }

  @Test
  void runsMicrotasksAndIntervals() {
    check(
        "const seen = []; queueMicrotask(() => seen.push('task')); seen.push('first'); await null;"
            + " await null; const id = setInterval(x => seen.push(x), 1, 'tick'); runTimers();"
            + " runTimers(); clearInterval(id); runTimers(); runTimers(); return seen",
        "[\"first\",\"task\",\"tick\",\"tick\"]");
    assertThat(run("queueMicrotask(1)").error()).contains("queueMicrotask needs a function");
  }

  @Test
  void worksAfterTheProgramHasOverwrittenTheLanguage() {
    check(
        "String.prototype.charCodeAt = Array.prototype.push = Object.prototype.toString ="
            + " Map.prototype.get = Function.prototype.call = Date.prototype.getTime = () => { throw"
            + " 1 }; return [new URL('http://\u00e9/x?y').href, btoa('f'), structuredClone(new"
            + " Date(5)).valueOf(), new TextEncoder().encode('\u00e9').length]",
        "[\"http://xn--9ca/x?y\",\"Zg==\",5,2]");
  }

  @Test
  void isThereOnlyWhereItIsMentioned() {
    assertThat(Globals.neededBy("return 1; // curly")).isEmpty();
    assertThat(Globals.neededBy("new URL(x)")).hasSize(1);
    assertThat(Globals.neededBy("setInterval(f, 1); structuredClone(a)")).hasSize(2);
    assertThat(Globals.neededBy("eval('bt' + 'oa(1)')")).hasSize(4);
    check("return [typeof btoa, Object.keys(globalThis).includes('btoa')]", "[\"function\",false]");
  }
}
