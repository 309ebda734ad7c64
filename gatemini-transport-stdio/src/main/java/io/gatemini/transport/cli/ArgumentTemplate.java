package io.gatemini.transport.cli;

import io.gatemini.transport.cli.Part.Hole;
import io.gatemini.transport.cli.Part.Literal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A command line that no shell sees. It is split into words before values are known, so a value is
 * always text inside one argument: it cannot become an option of its own, a second command, or a
 * hole.
 *
 * <ul>
 *   <li>A word with an absent parameter is left out.
 *   <li>Words from one that begins with <code>[</code> to one that ends with <code>]</code> are
 *       left out together when a parameter of any of them is absent: <code>[--limit {{limit}}]
 *       </code>.
 *   <li>A word that is nothing but a parameter of type array becomes one argument an element.
 * </ul>
 */
final class ArgumentTemplate implements CommandTemplate {
  private final List<Group> groups;
  private final Set<String> parameters = new LinkedHashSet<>();
  private final Set<String> optional = new LinkedHashSet<>();

  /**
   * One argument, if all its parameters are there.
   *
   * @param opens whether it begins with a bracket that is not quoted
   * @param closes whether it ends with one
   */
  record Word(List<Part> parts, boolean opens, boolean closes) {
    Word {
      parts = List.copyOf(parts);
    }

    boolean hasHole() {
      return parts.stream().anyMatch(Hole.class::isInstance);
    }

    String literal() {
      StringBuilder text = new StringBuilder();
      for (Part part : parts) {
        if (part instanceof Literal literal) {
          text.append(literal.text());
        }
      }
      return text.toString();
    }
  }

  /** Words that are there or absent together. */
  private record Group(List<Word> words, boolean optional) {
    Group {
      words = List.copyOf(words);
    }
  }

  private ArgumentTemplate(List<Group> groups) {
    this.groups = List.copyOf(groups);
    Set<String> needed = new LinkedHashSet<>();
    for (Group group : groups) {
      for (Word word : group.words) {
        for (Part part : word.parts) {
          if (part instanceof Hole hole) {
            parameters.add(hole.name());
            (group.optional ? optional : needed).add(hole.name());
          }
        }
      }
    }
    optional.removeAll(needed);
  }

  /**
   * Reads a template.
   *
   * @throws TemplateException saying what to change
   */
  static ArgumentTemplate parse(String template) {
    List<Word> words = ShellWords.split(template);
    if (words.isEmpty() || (!words.get(0).hasHole() && words.get(0).literal().isBlank())) {
      throw new TemplateException("the command is empty; begin it with the program to run");
    }
    if (words.get(0).hasHole()) {
      throw new TemplateException(
          "the program itself is a parameter; write the program, and parameters after it");
    }
    return new ArgumentTemplate(grouped(words));
  }

  private static List<Group> grouped(List<Word> words) {
    Brackets brackets = new Brackets(words);
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      int last = i == 0 ? i : brackets.lastOfGroup(i);
      groups.add(
          last == i
              ? new Group(List.of(words.get(i)), false)
              : new Group(withoutBrackets(words.subList(i, last + 1)), true));
      i = last;
    }
    return groups;
  }

  /** Where the brackets of a template close, and where its holes are; found in one pass. */
  private static final class Brackets {
    private final List<Word> words;

    /** The first word from each on that closes a bracket; the number of words where none does. */
    private final int[] closing;

    /** How many words have holes from each on. */
    private final int[] holes;

    Brackets(List<Word> words) {
      this.words = words;
      int size = words.size();
      closing = new int[size + 1];
      holes = new int[size + 1];
      closing[size] = size;
      for (int i = size - 1; i >= 0; i--) {
        closing[i] = words.get(i).closes ? i : closing[i + 1];
        holes[i] = holes[i + 1] + (words.get(i).hasHole() ? 1 : 0);
      }
    }

    /** The last word of a group that begins here; the same one where none does. */
    int lastOfGroup(int first) {
      Word opening = words.get(first);
      int last = closing[first];
      if (!opening.opens
          || (!opening.hasHole() && opening.literal().equals("["))
          || !hasHole(first, last)) {
        return first;
      }
      for (int i = first + 1; i <= last; i++) {
        if (words.get(i).opens && hasHole(i, last)) {
          throw new TemplateException(
              "optional groups in [ ] cannot be nested; quote a bracket that is meant literally");
        }
      }
      return last;
    }

    /** Whether there is a hole up to the word that closes the bracket. */
    private boolean hasHole(int from, int closing) {
      return closing < words.size() && holes[from] > holes[closing + 1];
    }
  }

  private static List<Word> withoutBrackets(List<Word> words) {
    List<Word> inner = new ArrayList<>(words);
    List<Part> first = new ArrayList<>(inner.get(0).parts);
    first.set(0, new Literal(((Literal) first.get(0)).text().substring(1)));
    inner.set(0, new Word(first, false, false));
    int end = inner.size() - 1;
    List<Part> last = new ArrayList<>(inner.get(end).parts);
    String text = ((Literal) last.get(last.size() - 1)).text();
    last.set(last.size() - 1, new Literal(text.substring(0, text.length() - 1)));
    inner.set(end, new Word(last, false, false));
    return inner;
  }

  @Override
  public List<String> commandLine(CallValues values) {
    List<String> line = new ArrayList<>();
    for (Group group : groups) {
      if (!group.optional || group.words.stream().allMatch(word -> isPresent(word, values))) {
        group.words.forEach(word -> add(word, values, line));
      }
    }
    return line;
  }

  private static boolean isPresent(Word word, CallValues values) {
    return word.parts.stream()
        .allMatch(part -> !(part instanceof Hole hole) || values.text(hole.name()).isPresent());
  }

  private static void add(Word word, CallValues values, List<String> line) {
    Optional<Hole> alone = onlyHole(word);
    if (alone.isPresent()) {
      line.addAll(values.arguments(alone.get().name()));
      return;
    }
    StringBuilder argument = new StringBuilder();
    for (Part part : word.parts) {
      if (part instanceof Hole hole) {
        Optional<String> value = values.argument(hole.name());
        if (value.isEmpty()) {
          return;
        }
        argument.append(value.get());
      } else if (part instanceof Literal literal) {
        argument.append(literal.text());
      }
    }
    line.add(argument.toString());
  }

  /** The hole of a word that has nothing else; an empty pair of quotes beside it says nothing. */
  private static Optional<Hole> onlyHole(Word word) {
    @Nullable Hole only = null;
    for (Part part : word.parts) {
      if (part instanceof Hole hole) {
        if (only != null) {
          return Optional.empty();
        }
        only = hole;
      } else if (part instanceof Literal literal && !literal.text().isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.ofNullable(only);
  }

  @Override
  public String program() {
    return groups.get(0).words.get(0).literal();
  }

  @Override
  public Set<String> parameters() {
    return parameters;
  }

  @Override
  public Set<String> optionalParameters() {
    return optional;
  }
}
