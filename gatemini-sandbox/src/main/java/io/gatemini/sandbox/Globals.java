package io.gatemini.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.Source;

/**
 * What a program finds beside the language itself, in groups that are evaluated only where the text
 * of the program has one of the names, or could put one together at run time (it says {@code eval}
 * or {@code Function}, or has escapes). Each source is a function without parameters that puts the
 * names of its group on the global object; {@code timing} needs {@code setTimeout} to be there.
 * They are plain objects of the program's own context.
 */
final class Globals {
  private static final Map<String, Source> BY_NAME = new HashMap<>();

  /** In the order to evaluate them. */
  private static final List<Source> ALL =
      List.of(
          group("encoding", "TextEncoder", "TextDecoder", "btoa", "atob"),
          group("url", "URL", "URLSearchParams"),
          group("clone", "structuredClone"),
          group("timing", "queueMicrotask", "setInterval", "clearInterval"));

  private static final int LONGEST_NAME =
      BY_NAME.keySet().stream().mapToInt(String::length).max().orElse(0);

  private Globals() {}

  /** The sources of the groups that a program has a name of, in the order to evaluate them. */
  static List<Source> neededBy(String code) {
    Set<Source> needed = new HashSet<>();
    int from = -1;
    for (int i = 0; i <= code.length(); i++) {
      char c = i < code.length() ? code.charAt(i) : ' ';
      if (isWordPart(c)) {
        from = from < 0 ? i : from;
        continue;
      }
      if (from >= 0 && i - from <= LONGEST_NAME) {
        String word = code.substring(from, i);
        Source source = BY_NAME.get(word);
        if (source != null) {
          needed.add(source);
        } else if (word.equals("eval") || word.equals("Function")) {
          return ALL;
        }
      }
      from = -1;
      if (c == '\\' && (code.startsWith("u", i + 1) || code.startsWith("x", i + 1))) {
        return ALL;
      }
    }
    return needed.isEmpty() ? List.of() : ALL.stream().filter(needed::contains).toList();
  }

  private static boolean isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private static Source group(String name, String... names) {
    String resource = "globals/" + name + ".js";
    try (InputStream in = Globals.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Source source = Source.newBuilder("js", text, "gatemini-" + name).buildLiteral();
      for (String global : names) {
        BY_NAME.put(global, source);
      }
      return source;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
