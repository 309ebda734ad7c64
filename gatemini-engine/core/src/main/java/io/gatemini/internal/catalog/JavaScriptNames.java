package io.gatemini.internal.catalog;

import io.gatemini.spi.NameRules;
import java.util.Set;

/** The identifiers of JavaScript, which the catalog knows tools by as well. */
public final class JavaScriptNames {
  public static final NameRules RULES =
      new NameRules(
          Set.of(
              ("abstract arguments as async await boolean break byte case catch char class const continue"
                      + " debugger default delete do double else enum eval export extends false final"
                      + " finally float for from function get goto if implements import in instanceof"
                      + " int interface let long namespace native new null of package private protected"
                      + " public return set short static super switch synchronized this throw throws"
                      + " transient true try type typeof undefined var void volatile while with yield"
                      + " AggregateError Array ArrayBuffer AsyncFunction AsyncIterator Atomics BigInt"
                      + " BigInt64Array BigUint64Array Boolean Buffer DataView Date Error EvalError"
                      + " FinalizationRegistry Float16Array Float32Array Float64Array Function Graal"
                      + " Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Java Map Math NaN"
                      + " Number Object Packages Polyglot Promise Proxy RangeError ReferenceError"
                      + " Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError Temporal"
                      + " TextDecoder TextEncoder TypeError URIError URL URLSearchParams Uint16Array"
                      + " Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly"
                      + " AbortController AbortSignal DOMException EventTarget atob btoa clearImmediate"
                      + " clearInterval clearTimeout console content crypto decodeURI"
                      + " decodeURIComponent encodeURI encodeURIComponent escape exports fetch global"
                      + " globalThis isFinite isNaN load module parseFloat parseInt performance print"
                      + " parallel params process queueMicrotask quit require results self setImmediate setInterval setTimeout"
                      + " sleep structuredClone ToolError tools unescape window __backends __getToolInterface __interfaces"
                      + " __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__"
                      + " constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString"
                      + " toString valueOf")
                  .split(" ")),
          "$");

  private JavaScriptNames() {}
}
