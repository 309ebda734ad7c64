package io.gatemini.sandbox.internal.js;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.LuaProvider;
import io.gatemini.sandbox.TestHost;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The globals of programs beside the language. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GlobalsTest {
  @AutoClose private final EngineFixture fixture = new EngineFixture(4);

  private Outcome run(String code) {
    return fixture.run("'use strict';" + code);
  }

  private void check(String code, String json) {
    Outcome outcome = run(code);
    assertThat(outcome.message()).as(code).isEmpty();
    assertThat(outcome.value()).as(code).isEqualTo(RawJson.parse(json));
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
        "http://[::1%eth0] - -",
        "http://[2001:db8:0:0:1:0:0:1]:80/ - http://[2001:db8::1:0:0:1]/",
        "https://faß.example/ - https://xn--fa-hia.example/",
        "https://\u65e5\u672c\u8a9e.jp/\u00e9?\u00e9#\u00e9 -"
            + " https://xn--wgv71a119e.jp/%C3%A9?%C3%A9#%C3%A9",
        "//h:443/a?b'c https://x https://h/a?b%27c",
        "non-special://h:80/a?b'c - non-special://h:80/a?b'c",
        "wss://h:443/ - wss://h/",
        "?q#f http://u:p@h:8/a/b http://u:p@h:8/a/b?q#f",
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
    assertThat(run("new URL('nope')").message()).contains("Invalid scheme");
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
  void clonesExceptionsOfTheDom() {
    check(
        "const out = []; try { structuredClone(() => 1) } catch (e) { out.push(e instanceof"
            + " DOMException, e.name, e.code) } const e = structuredClone({e: new DOMException('m',"
            + " 'AbortError')}).e; return [...out, e instanceof DOMException, e.name, e.message,"
            + " e.code]",
        "[true,\"DataCloneError\",25,true,\"AbortError\",\"m\",20]");
    check(
        "const e = new DOMException('m', {name: 'QuotaExceededError', cause: 7}); return [e instanceof"
            + " Error, String(e), e.code, e.cause, DOMException.TIMEOUT_ERR,"
            + " DOMException.NO_MODIFICATION_ALLOWED_ERR, DOMException.URL_MISMATCH_ERR,"
            + " new DOMException().name, Object.prototype.toString.call(e)]",
        "[true,\"QuotaExceededError: m\",22,7,23,7,21,\"Error\",\"[object DOMException]\"]");
    check("try { atob('*') } catch (e) { return [e instanceof DOMException, e.code] }", "[true,5]");
  }

  @Test
  void makesRandomValues() {
    check(
        "const ids = new Set(); for (let i = 0; i < 100; i++) ids.add(crypto.randomUUID()); return"
            + " [ids.size, [...ids].every(id =>"
            + " /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))]",
        "[100,true]");
    check(
        "const a = new Uint32Array(1000); const same = crypto.getRandomValues(a.subarray(10)); return"
            + " [same.length, new Set(a).size > 900, a.slice(0, 10).every(x => x === 0),"
            + " crypto.getRandomValues(new BigInt64Array(2)).length,"
            + " crypto.getRandomValues(new Uint8Array(65536)).some(x => x > 200)]",
        "[990,true,true,2,true]");
    check(
        "const out = []; for (const v of [new Float64Array(1), [1], new DataView(new ArrayBuffer(1)),"
            + " new Uint8Array(65537)]) { try { crypto.getRandomValues(v); out.push(0) } catch (e) {"
            + " out.push(e.name + e.code) } } return out",
        "[\"TypeMismatchError17\",\"TypeMismatchError17\",\"TypeMismatchError17\",\"QuotaExceededError22\"]");
  }

  /** The examples of FIPS 180-4, by the values of its test vectors for "abc" and for nothing. */
  @ParameterizedTest
  @CsvSource({
    "SHA-1, abc, a9993e364706816aba3e25717850c26c9cd0d89d",
    "sha-256, abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "SHA-256, '', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "SHA-384, abc, cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358"
        + "baeca134c825a7",
    "SHA-512, abc, ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836"
        + "ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
  })
  void digests(String algorithm, String text, String hex) {
    String check =
        "const d = await crypto.subtle.digest(%s, new TextEncoder().encode('%s')); return"
            + " [...new Uint8Array(d)].map(b => b.toString(16).padStart(2, '0')).join('')";
    check(check.formatted("'" + algorithm + "'", text), "\"" + hex + "\"");
    check(check.formatted("{name: '" + algorithm + "'}", text), "\"" + hex + "\"");
  }

  @Test
  void digestsWhatIsThereAndNothingElse() {
    check(
        "const b = new Uint8Array(100001).fill(97); const one = await crypto.subtle.digest('SHA-1',"
            + " b.subarray(1)); const two = await crypto.subtle.digest('SHA-1', b.buffer.slice(1));"
            + " return [one instanceof ArrayBuffer, one.byteLength, String(new Uint8Array(one)) ==="
            + " String(new Uint8Array(two))]",
        "[true,20,true]");
    check(
        "const out = []; for (const [a, d] of [['MD5', new Uint8Array(1)], ['SHA-1', 'text']]) { await"
            + " crypto.subtle.digest(a, d).catch(e => out.push(e.name)) } return out",
        "[\"NotSupportedError\",\"TypeError\"]");
  }

  @Test
  void abortsWhatListens() {
    check(
        "const c = new AbortController(); const s = c.signal; const seen = []; s.onabort = e =>"
            + " seen.push(e.type, e.target === s); s.addEventListener('abort', () => seen.push('once'),"
            + " {once: true}); const gone = () => seen.push('gone'); s.addEventListener('abort', gone);"
            + " s.removeEventListener('abort', gone); const any = AbortSignal.any([new"
            + " AbortController().signal, s]); const before = s.aborted; c.abort(); c.abort('again');"
            + " try { s.throwIfAborted() } catch (e) { seen.push(e.name, e instanceof DOMException) }"
            + " return [before, s.aborted, any.aborted, any.reason === s.reason, seen,"
            + " AbortSignal.abort('why').reason, AbortSignal.any([AbortSignal.abort(7)]).reason]",
        "[false,true,true,true,[\"abort\",true,\"once\",\"AbortError\",true],\"why\",7]");
    check(
        "const s = AbortSignal.timeout(5); await new Promise(r => s.addEventListener('abort', r)); return [s.aborted, s.reason.name,"
            + " s.reason.code]",
        "[true,\"TimeoutError\",23]");
    assertThat(run("new AbortSignal()").message()).contains("AbortController");
  }

  @Test
  void tellsEventsToListeners() {
    check(
        "class T extends EventTarget {} const t = new T(); const seen = []; const c = new"
            + " AbortController(); t.addEventListener('a', e => { seen.push(1); e.preventDefault();"
            + " e.stopImmediatePropagation() }); t.addEventListener('a', {handleEvent() {"
            + " seen.push(2) }}); t.addEventListener('b', () => seen.push(3), {signal: c.signal});"
            + " const kept = t.dispatchEvent(new Event('a', {cancelable: true})); t.dispatchEvent(new"
            + " Event('b')); c.abort(); return [kept, t.dispatchEvent(new Event('b')), seen]",
        "[false,true,[1,3]]");
  }

  @Test
  void runsImmediates() {
    check(
        "const seen = []; setImmediate((a, b) => seen.push(a + b), 1, 2); clearImmediate(setImmediate("
            + " () => seen.push('never'))); await sleep(1); return seen",
        "[3]");
  }

  @Test
  void runsMicrotasksAndIntervals() {
    check(
        "const seen = []; queueMicrotask(() => seen.push('task')); seen.push('first'); await null;"
            + " await null; await new Promise(done => { const id = setInterval(x => { seen.push(x); if"
            + " (seen.length === 4) { clearInterval(id); setTimeout(done, 5) } }, 1, 'tick') });"
            + " return seen",
        "[\"first\",\"task\",\"tick\",\"tick\"]");
    assertThat(run("queueMicrotask(1)").message()).contains("queueMicrotask needs a function");
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

  /** Every name that a program may say is that of a backend, too. */
  private static final class BackendsOfAllNames extends TestHost {
    BackendsOfAllNames() {
      super(
          (tool, arguments) -> CompletableFuture.completedFuture(ToolResult.text("of a backend")));
    }

    @Override
    public Optional<ScriptBackend> backend(String name) {
      return Optional.of(new ScriptBackend(name + "_2", name, List.of()));
    }

    @Override
    public Optional<ToolDescriptor> resolve(String backend, String tool) {
      return Optional.of(definition(backend, tool));
    }
  }

  @Test
  void winsOverBackendsOfItsName() {
    Outcome outcome =
        fixture.run(
            "const c = 'URLSearch' + 'Params'; return [new URL('https://a.example/b').host,"
                + " crypto.randomUUID().length, structuredClone(1), btoa('f'), typeof"
                + " AbortController, typeof setInterval, typeof Promise, typeof console.log,"
                + " content.text('x').type, typeof globalThis[c], await"
                + " __backends.URL.host(), await crypt.randomUUID()]",
            new BackendsOfAllNames());

    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.value())
        .hasToString(
            "[\"a.example\",36,1,\"Zg==\",\"function\",\"function\",\"function\",\"function\","
                + "\"text\",\"function\",\"of a backend\",\"of a backend\"]");
  }

  @Test
  void winsOverBackendsOfItsNameInLua() {
    try (EngineFixture lua = new EngineFixture(SandboxConfig.defaults(), new LuaProvider())) {
      Outcome outcome =
          lua.engine
              .run(
                  Program.of(
                      "return {content.text('x').type, type(string.rep), type(json.encode),"
                          + " contents.text():await()}",
                      "lua"),
                  EngineFixture.limits(Duration.ofSeconds(40), 50, 4),
                  new BackendsOfAllNames())
              .toCompletableFuture()
              .join();

      assertThat(outcome.message()).isEmpty();
      assertThat(outcome.value())
          .hasToString("[\"text\",\"function\",\"function\",\"of a backend\"]");
    }
  }

  @Test
  void isThereOnlyWhereItIsMentioned() {
    assertThat(Globals.neededBy("return 1; // curly")).isEmpty();
    assertThat(Globals.neededBy("new URL(x)")).hasSize(1);
    assertThat(Globals.neededBy("setInterval(f, 1); structuredClone(a)")).hasSize(3);
    assertThat(Globals.neededBy("eval('bt' + 'oa(1)')")).hasSize(6);
    assertThat(Globals.neededBy("crypto.randomUUID()")).hasSize(2);
    check("return [typeof btoa, Object.keys(globalThis).includes('btoa')]", "[\"function\",false]");
  }
}
