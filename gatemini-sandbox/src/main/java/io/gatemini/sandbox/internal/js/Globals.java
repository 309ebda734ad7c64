package io.gatemini.sandbox.internal.js;

import static java.util.stream.Collectors.joining;

import io.gatemini.sandbox.internal.npm.NpmPackage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The globals of a program beside the language itself, in groups that are evaluated only where the
 * text of the program has one of the names, or could put one together at run time (it says {@code
 * eval} or {@code Function}, or has escapes). Each source is a function that puts the names of its
 * group on the global object; {@code timing} and {@code events} need {@code setTimeout} to be
 * there, {@code bytes} is given random bytes and digests of the host. They are plain objects of the
 * program's own context.
 */
public final class Globals {
  /** The script that is evaluated in each context before anything else. */
  public static final String PRELUDE = "prelude.js";

  private static final List<Group> GROUPS =
      List.of(
          // First: the others make its errors.
          group(
              "events",
              "DOMException EventTarget AbortSignal AbortController btoa atob crypto"
                  + " structuredClone"),
          group("bytes", "TextEncoder TextDecoder btoa atob crypto"),
          group("url", "URL URLSearchParams"),
          group("clone", "structuredClone"),
          group("content", "content"),
          group("timing", "queueMicrotask setInterval clearInterval setImmediate clearImmediate"));

  private static final Set<String> NAMES =
      GROUPS.stream()
          .flatMap(group -> group.names().stream())
          .collect(Collectors.toUnmodifiableSet());

  /** Modules of core-js, by group. */
  private static final Map<String, List<String>> CORE_JS =
      Map.of(
          "url",
          words(
              "modules/web.url modules/web.url.can-parse modules/web.url.parse"
                  + " modules/web.url.to-json modules/web.url-search-params"
                  + " modules/web.url-search-params.delete modules/web.url-search-params.has"
                  + " modules/web.url-search-params.size"),
          "clone",
          List.of("modules/web.structured-clone"));

  /** The decoding and mapping of a host, section 3.5 of the URL Standard, which core-js lacks. */
  private static final String HOST =
      """
      const hostOf = (input) => {
        try {
          const host = decodeURIComponent(input);
          return (/[^\\0-\\x7f]/.test(host) ? host.normalize('NFKC') : host).toLowerCase();
        } catch (e) {
          return ' ';
        }
      };
      """;

  /** With these a program can put a name together that its text does not have. */
  private static final List<String> MAKERS = List.of("eval", "Function", "\\u", "\\x");

  private record Group(List<String> names, String name) {}

  private Globals() {}

  /** Whether a name is that of a global, which no backend takes. */
  static boolean isOne(String name) {
    return NAMES.contains(name);
  }

  /** Puts the globals that a program has a name of into its context. */
  static void install(JsContext context, String code) {
    neededBy(code).forEach(context::install);
  }

  /** The groups that a program has a name of, in the order to evaluate them. */
  static List<String> neededBy(String code) {
    boolean all = MAKERS.stream().anyMatch(name -> hasWord(code, name));
    return GROUPS.stream()
        .filter(group -> group.names().stream().anyMatch(name -> all || hasWord(code, name)))
        .map(Group::name)
        .toList();
  }

  /** Whether a word stands alone somewhere; an escape always does. */
  private static boolean hasWord(String code, String word) {
    boolean isEscape = word.startsWith("\\");
    for (int at = code.indexOf(word); at >= 0; at = code.indexOf(word, at + 1)) {
      int end = at + word.length();
      if (isEscape
          || ((at == 0 || !isWordPart(code.charAt(at - 1)))
              && (end == code.length() || !isWordPart(code.charAt(end))))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWordPart(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }

  private static Group group(String name, String names) {
    return new Group(words(names), name);
  }

  private static List<String> words(String text) {
    return List.of(text.split(" ", -1));
  }

  /** The text of {@link #PRELUDE}. */
  public static String prelude() {
    return read(PRELUDE);
  }

  private static String read(String name) {
    try (InputStream in = Globals.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  /** The source of a group: a script of this module, or modules of core-js. */
  public static String source(String group) {
    List<String> modules = CORE_JS.get(group);
    if (modules == null) {
      return read("globals/" + group + ".js");
    }
    String loaded = modules.stream().map(name -> "load('" + name + "'); ").collect(joining());
    String loader =
        NpmPackage.CORE_JS
            .loader(modules)
            .replace("toLowerCase(input), regexSeparators", "hostOf(input), regexSeparators")
            .replace("encodeURIComponent(it)", "encodeURIComponent(it.toWellFormed())");
    return "(function () { "
        + HOST
        + "const load = "
        + loader
        + "({'internals/to-string': (it) => `${it}`.toWellFormed()}); "
        + loaded
        + "delete globalThis['__core-js_shared__']; })";
  }
}
