package io.gatemini.search.internal.lexical;

import io.gatemini.ToolDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of tools without case and separators, to find those that a task names outright: "List
 * Issues?", "use github.listIssues", "list_issues on GitHub". Immutable.
 */
public final class ToolNames {
  /** A longer task says more than a name. */
  private static final int MOST_WORDS = 12;

  private static final int TEXT_LIMIT = 1_000;

  private static final Pattern CALL = Pattern.compile("(?<=[\\p{L}\\p{N}])\\(.*", Pattern.DOTALL);
  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  /** A word that no language has: a name in the middle of a sentence. */
  private static final Pattern IDENTIFIER =
      Pattern.compile(
          "(?<![A-Za-z0-9_])(?=[A-Za-z0-9.-]*+_|[a-z0-9.-]++[A-Z])[A-Za-z0-9]++(?:[_.-]++[A-Za-z0-9]++)*+");

  private static final Set<String> BEFORE =
      words(
          """
          a an and await api by call can command could default do execute function functions i invoke just let lets
          like mcp me method need now open please run start the tool tools try us use using want to we with would you""");

  private static final Set<String> AFTER =
      words("api call command endpoint for function mcp me method now please tool tools us");

  private static final Set<String> WHERE = words("at by from in of on the to using via with");

  /** The hash of a name in the upper half, its slot in the lower; ascending. */
  private final long[] names;

  private final ToolNumbers slots;

  private ToolNames(long[] names, ToolNumbers slots) {
    this.names = names;
    this.slots = slots;
  }

  private static Set<String> words(String words) {
    return Set.of(words.split("\\s+"));
  }

  static ToolNames of(ToolNumbers slots, @Nullable ToolTerms[] documents) {
    long[] names =
        IntStream.range(0, documents.length)
            .filter(slot -> documents[slot] != null)
            .mapToLong(slot -> entry(Objects.requireNonNull(documents[slot]).name, slot))
            .sorted()
            .toArray();
    return new ToolNames(names, slots);
  }

  private static long entry(int hash, int slot) {
    return ((long) hash << Integer.SIZE) | slot;
  }

  static String bare(String name) {
    return SEPARATORS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
  }

  /**
   * The slots of the tools that a task names, in its order: by all that it says, or else by
   * identifiers in it.
   *
   * @param scores by slot; of tools of one name the better is first
   */
  List<Integer> in(String task, float[] scores) {
    String text = task.length() <= TEXT_LIMIT ? task : task.substring(0, TEXT_LIMIT);
    List<Integer> all = wholly(CALL.matcher(text).replaceFirst(""));
    Stream<List<Integer>> named =
        all.isEmpty()
            ? IDENTIFIER.matcher(text).results().map(it -> named(parts(it.group())))
            : Stream.of(all);
    Comparator<Integer> best = Comparator.comparing(slot -> -scores[slot]);
    return named.flatMap(same -> same.stream().sorted(best)).distinct().toList();
  }

  private static List<String> parts(String text) {
    return Arrays.stream(SEPARATORS.split(text.toLowerCase(Locale.ROOT)))
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /** The longest part of a task that is a name, where the rest only asks for it. */
  private List<Integer> wholly(String text) {
    List<String> words = parts(text);
    if (words.size() > MOST_WORDS) {
      return List.of();
    }
    int before = 0;
    while (before < words.size() && BEFORE.contains(words.get(before))) {
      before++;
    }
    int after = words.size();
    while (after > 0 && AFTER.contains(words.get(after - 1))) {
      after--;
    }
    for (int length = words.size(); length > 0; length--) {
      for (int from = 0; from <= before && from + length <= words.size(); from++) {
        if (from + length >= after) {
          List<Integer> named = named(words.subList(from, from + length));
          if (!named.isEmpty()) {
            return named;
          }
        }
      }
    }
    return List.of();
  }

  /** The tools of this name, or of one with that of their server before or behind. */
  private List<Integer> named(List<String> words) {
    List<Integer> named = named(words, Optional.empty());
    for (int at = 1; named.isEmpty() && at < words.size(); at++) {
      List<String> head = words.subList(0, at);
      List<String> tail = words.subList(at, words.size());
      named = named(tail, Optional.of(String.join("", head)));
      for (int end = at; named.isEmpty() && end > 0; end--) {
        named = named(head.subList(0, end), Optional.of(String.join("", tail)));
        if (!WHERE.contains(head.get(end - 1))) {
          break;
        }
      }
    }
    return named;
  }

  private List<Integer> named(List<String> words, Optional<String> server) {
    String name = String.join("", words);
    int at = Arrays.binarySearch(names, entry(name.hashCode(), 0));
    List<Integer> named = new ArrayList<>();
    for (int i = at < 0 ? -at - 1 : at; i < names.length; i++) {
      if (names[i] >> Integer.SIZE != name.hashCode()) {
        break;
      }
      ToolDescriptor tool = slots.tool((int) names[i]);
      if (tool != null
          && bare(tool.originalName()).equals(name)
          && server.map(it -> bare(tool.namespace()).equals(it)).orElse(true)) {
        named.add((int) names[i]);
      }
    }
    return named;
  }
}
