package io.gatemini.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.graalvm.polyglot.Source;

/**
 * What a program finds beside the language itself, in groups that are evaluated only where the text
 * of the program has one of the names. Each source is a function without parameters that puts the
 * names of its group on the global object; {@code timing} needs {@code setTimeout} to be there.
 * They are plain objects of the program's own context.
 */
final class Globals {
  private static final List<Group> GROUPS =
      List.of(
          group("encoding", "TextEncoder|TextDecoder|btoa|atob"),
          group("url", "URL|URLSearchParams"),
          group("clone", "structuredClone"),
          group("timing", "queueMicrotask|setInterval|clearInterval"));

  /** Names that are put together at run time are seen by none of the patterns. */
  private static final Pattern ESCAPED = Pattern.compile("\\\\[ux]|\\beval\\b|\\bFunction\\b");

  private record Group(Pattern names, Source source) {}

  private Globals() {}

  /** The sources of the groups that a program has a name of, in the order to evaluate them. */
  static List<Source> neededBy(String code) {
    boolean all = ESCAPED.matcher(code).find();
    return GROUPS.stream()
        .filter(group -> all || group.names().matcher(code).find())
        .map(Group::source)
        .toList();
  }

  private static Group group(String name, String names) {
    String resource = "globals/" + name + ".js";
    try (InputStream in = Globals.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new Group(
          Pattern.compile("\\b(?:" + names + ")\\b"),
          Source.newBuilder("js", text, "gatemini-" + name).buildLiteral());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
