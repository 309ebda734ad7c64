package io.gatemini.internal.argument;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of parameters that mean the same, as one server has the one and the next the other. */
final class SameMeaning {
  private static final List<Set<String>> GROUPS =
      List.of(
          Set.of("path", "file", "filename", "filepath", "directory", "dir", "folder", "location"),
          Set.of("query", "q", "search", "term", "keywords", "question", "text"),
          Set.of("url", "uri", "link", "address", "href"),
          Set.of("content", "contents", "text", "body", "data", "message", "value"),
          Set.of("name", "title", "label"),
          Set.of("command", "cmd", "script", "code"),
          Set.of("repo", "repository", "project"),
          Set.of("to", "recipient", "recipients", "receiver"),
          Set.of("limit", "count", "max", "size"));

  private static final Pattern BOUNDARY = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+");

  private SameMeaning() {}

  /** The one of the names that a name can mean; empty where there is none, or several. */
  static Optional<String> only(Collection<String> names, String name) {
    Set<String> words = words(name);
    List<String> meant = names.stream().filter(it -> isSame(words, words(it))).toList();
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }

  private static boolean isSame(Set<String> one, Set<String> other) {
    return one.containsAll(other)
        || other.containsAll(one)
        || GROUPS.stream().anyMatch(group -> group.containsAll(one) && group.containsAll(other));
  }

  private static Set<String> words(String name) {
    return Set.copyOf(
        List.of(
            BOUNDARY.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT).strip().split(" ")));
  }
}
