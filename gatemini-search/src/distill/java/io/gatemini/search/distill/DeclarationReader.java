package io.gatemini.search.distill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads documented names out of the TypeScript declarations of client libraries. */
final class DeclarationReader {
  static final String MEMBER = "client-member";

  private static final Pattern DECLARED =
      Pattern.compile(
          "\\s*(?:(?:export|declare|default|abstract|readonly|static|async|public|class"
              + "|interface|function|const|type)\\s+)*([A-Za-z_$][\\w$]{2,60})");

  private static final Pattern MARGIN = Pattern.compile("(?m)^\\s*\\*? ?");
  private static final Pattern BLOCK_TAG = Pattern.compile("(?m)^\\s*@(?!link)\\w");
  private static final String OPEN = "/**";
  private static final String CLOSE = "*/";
  private static final int SHORTEST = 20;

  private DeclarationReader() {}

  static void read(Path directory, Consumer<Entry> sink) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> sorted =
          files
              .filter(file -> file.toString().endsWith(".d.ts"))
              .filter(file -> !file.toString().contains("ts3.4"))
              .sorted()
              .toList();
      for (Path file : sorted) {
        readFile(Files.readString(file), sink);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void readFile(String source, Consumer<Entry> sink) {
    Matcher declared = DECLARED.matcher(source);
    int from = source.indexOf(OPEN);
    while (from >= 0) {
      int to = source.indexOf(CLOSE, from);
      if (to < 0) {
        return;
      }
      declared.region(to + CLOSE.length(), source.length());
      if (to > from + OPEN.length() && declared.lookingAt()) {
        String prose = prose(source.substring(from + OPEN.length(), to));
        if (prose.length() >= SHORTEST) {
          sink.accept(new Entry(MEMBER, name(declared.group(1)), prose));
        }
      }
      from = source.indexOf(OPEN, to);
    }
  }

  private static String prose(String comment) {
    String text = MARGIN.matcher(comment).replaceAll("");
    Matcher tag = BLOCK_TAG.matcher(text);
    return Prose.clean(tag.find() ? text.substring(0, tag.start()) : text);
  }

  private static String name(String identifier) {
    String bare = identifier.substring(identifier.lastIndexOf('$') + 1);
    return bare.endsWith("Command") ? bare.substring(0, bare.length() - 7) : bare;
  }
}
