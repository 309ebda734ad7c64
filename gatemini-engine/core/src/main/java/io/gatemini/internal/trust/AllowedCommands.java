package io.gatemini.internal.trust;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Commands that an operator has named: a program, then with any arguments, or a program with its
 * first arguments. An entry is split at spaces. Immutable.
 */
public final class AllowedCommands {
  private static final Pattern SPACES = Pattern.compile("[ \\t]+");

  /** The entries, longest first. */
  private final List<List<String>> entries;

  public AllowedCommands(Collection<String> entries) {
    this.entries =
        entries.stream()
            .map(AllowedCommands::words)
            .filter(words -> !words.isEmpty())
            .sorted(Comparator.comparingInt((List<String> words) -> -words.size()))
            .toList();
  }

  /** The longest entry that a command line begins with. */
  public Optional<List<String>> match(List<String> commandLine) {
    return entries.stream()
        .filter(
            entry ->
                entry.size() <= commandLine.size()
                    && entry.equals(commandLine.subList(0, entry.size())))
        .findFirst();
  }

  /**
   * The same for a command line in one text. Quotes say nothing here: an entry matches what is
   * written without.
   */
  public Optional<List<String>> match(String commandLine) {
    return match(words(commandLine));
  }

  private static List<String> words(String text) {
    return SPACES.splitAsStream(text.strip()).filter(word -> !word.isEmpty()).toList();
  }
}
