package io.gatemini.internal.catalog;

import io.gatemini.ToolDefinition;
import io.gatemini.spi.CatalogSnapshot;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the tools of a snapshot are written in a program: {@code backend.tool}, each part an
 * identifier. Two names that sanitise alike get suffixes, in the order of the original names, so
 * that they stay the same as long as the catalog does; a backend that is called like a word or a
 * global of the language gets one as well. Immutable.
 */
public final class ScriptNames {
  /**
   * What a backend must not be called in a program: words of the language, its globals, and what
   * programs are given beside the backends.
   */
  private static final Set<String> RESERVED =
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
                  + " atob btoa clearInterval clearTimeout console crypto decodeURI"
                  + " decodeURIComponent encodeURI encodeURIComponent escape exports fetch global"
                  + " globalThis isFinite isNaN load module parseFloat parseInt performance print"
                  + " process queueMicrotask quit require self setImmediate setInterval setTimeout"
                  + " structuredClone unescape window __backends __getToolInterface __interfaces"
                  + " __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__"
                  + " constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString"
                  + " toString valueOf")
              .split(" "));

  private final List<ScriptBackend> backends;
  private final Map<String, Map<String, ToolDefinition>> tools;
  private final Map<String, String> expressions;

  private ScriptNames(
      List<ScriptBackend> backends,
      Map<String, Map<String, ToolDefinition>> tools,
      Map<String, String> expressions) {
    this.backends = List.copyOf(backends);
    this.tools = tools;
    this.expressions = expressions;
  }

  /** The names of a snapshot. */
  public static ScriptNames of(CatalogSnapshot snapshot) {
    List<ScriptBackend> backends = new ArrayList<>();
    Map<String, Map<String, ToolDefinition>> byBackend = new HashMap<>();
    Map<String, String> expressions = new HashMap<>();
    Set<String> taken = new HashSet<>(RESERVED);
    for (String name : snapshot.backends()) {
      List<ToolDefinition> definitions = snapshot.tools(name);
      if (definitions.isEmpty()) {
        continue;
      }
      String namespace = definitions.get(0).namespace();
      String identifier = unique(identifier(namespace), taken);
      Map<String, ToolDefinition> byName = new HashMap<>();
      List<ScriptTool> scriptTools = new ArrayList<>();
      Set<String> takenTools = new HashSet<>();
      for (ToolDefinition tool : definitions) {
        String toolIdentifier = unique(identifier(tool.originalName()), takenTools);
        scriptTools.add(new ScriptTool(toolIdentifier, tool));
        byName.put(toolIdentifier, tool);
        expressions.put(tool.name(), identifier + "." + toolIdentifier);
      }
      // Original names come second: one that equals another tool's identifier does not win.
      definitions.forEach(tool -> byName.putIfAbsent(tool.originalName(), tool));
      backends.add(new ScriptBackend(identifier, name, List.copyOf(scriptTools)));
      byBackend.put(identifier, byName);
    }
    for (ScriptBackend backend : backends) {
      Map<String, ToolDefinition> byName = byBackend.get(backend.identifier());
      if (byName != null) {
        byBackend.putIfAbsent(backend.tools().get(0).tool().namespace(), byName);
        byBackend.putIfAbsent(backend.name(), byName);
      }
    }
    return new ScriptNames(backends, byBackend, expressions);
  }

  /**
   * A name as a JavaScript identifier: every character outside {@code [A-Za-z0-9_$]} becomes {@code
   * _}, a leading digit gets one in front.
   */
  public static String identifier(String name) {
    if (name.isEmpty()) {
      return "_unnamed";
    }
    StringBuilder identifier = new StringBuilder(name.length() + 1);
    if (name.charAt(0) >= '0' && name.charAt(0) <= '9') {
      identifier.append('_');
    }
    name.codePoints().forEach(c -> identifier.append(isIdentifierPart(c) ? (char) c : '_'));
    return identifier.toString();
  }

  private static boolean isIdentifierPart(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$';
  }

  private static String unique(String identifier, Set<String> taken) {
    String candidate = identifier;
    for (int i = 2; !taken.add(candidate); i++) {
      candidate = identifier + "_" + i;
    }
    return candidate;
  }

  /** Whether a name means something else in a program than a backend. */
  public static boolean isReserved(String identifier) {
    return RESERVED.contains(identifier);
  }

  /** The backends, by name. */
  public List<ScriptBackend> backends() {
    return backends;
  }

  /** The tool behind two names of a program, each sanitised or original. */
  public Optional<ToolDefinition> resolve(String backend, String tool) {
    return Optional.ofNullable(tools.getOrDefault(backend, Map.of()).get(tool));
  }

  /** How a tool of the snapshot is written in a program, such as {@code exa.web_search}. */
  public String expression(ToolDefinition tool) {
    String known = expressions.get(tool.name());
    return known != null
        ? known
        : identifier(tool.namespace()) + "." + identifier(tool.originalName());
  }
}
