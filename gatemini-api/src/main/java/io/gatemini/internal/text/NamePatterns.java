package io.gatemini.internal.text;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names as a configuration writes them, where {@code *} stands for any characters, or none. */
public final class NamePatterns {
  private NamePatterns() {}

  /** Whether one of the patterns matches a whole name; none does where there is none. */
  public static Predicate<String> anyOf(Collection<String> patterns) {
    return patterns.isEmpty()
        ? name -> false
        : Pattern.compile(
                patterns.stream().map(NamePatterns::expression).collect(Collectors.joining("|")),
                Pattern.DOTALL)
            .asMatchPredicate();
  }

  /** The patterns of both lists that the other list covers as well. */
  public static List<String> inBoth(List<String> one, List<String> other) {
    Predicate<String> both = anyOf(one).and(anyOf(other));
    return Stream.concat(one.stream(), other.stream()).filter(both).distinct().toList();
  }

  private static String expression(String pattern) {
    return Arrays.stream(pattern.split("\\*", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }
}
