package io.gatemini.internal.presentation;

import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.text.FirstSentence;
import io.gatemini.text.WordAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A few words on what is connected: each backend with the number of its tools and what it is about,
 * for agents that do not search for what they do not know to be there.
 */
public final class CatalogDigest {
  /**
   * The bound where nothing else is said, in UTF-8 bytes; also of its JSON form, for nothing in it
   * needs an escape.
   */
  public static final int MAX_BYTES = 600;

  private static final String START = "Backends (tools): ";

  /** How many characters each backend gets; the first that lets all backends in is taken. */
  private static final int[] WORD_BUDGETS = {60, 48, 36, 28, 20, 12, 0};

  private static final int TOPICS = 5;

  /** Verbs of tools, which say less than the things they act on. */
  private static final Set<String> VERBS =
      Set.of(
          "get", "list", "create", "update", "delete", "remove", "add", "set", "read", "write",
          "search", "find", "fetch", "query", "run", "execute", "make", "new", "all", "by", "to",
          "from", "in", "of", "and", "the", "for", "with", "a", "tool", "tools", "api");

  private static final Pattern ORDINARY_NAME = Pattern.compile("[A-Za-z0-9._-]+");

  private static final WordAnalyzer WORDS = new WordAnalyzer();

  private final CatalogSnapshot snapshot;
  private final List<String> names;
  private final int maxBytes;

  private CatalogDigest(CatalogSnapshot snapshot, List<String> names, int maxBytes) {
    this.snapshot = snapshot;
    this.names = names;
    this.maxBytes = maxBytes;
  }

  /**
   * The digest of all backends, also of those that have no tools yet: before anything is started
   * there are no others. Nothing in it depends on the state of a backend. Empty where there is no
   * backend.
   *
   * @param maxBytes its bound in UTF-8 bytes
   */
  public static String of(CatalogSnapshot snapshot, List<BackendStatus> backends, int maxBytes) {
    Set<String> names = new TreeSet<>(snapshot.backends());
    backends.forEach(backend -> names.add(backend.name()));
    return names.isEmpty()
        ? ""
        : new CatalogDigest(snapshot, List.copyOf(names), maxBytes).text(backends);
  }

  private String text(List<BackendStatus> backends) {
    if (bytes(list(Map.of(), 0)) > maxBytes) {
      return largest(); // before anything is made of the tools of so many backends
    }
    Map<String, String> about = about(backends);
    for (int budget : WORD_BUDGETS) {
      String digest = list(about, budget);
      if (bytes(digest) <= maxBytes) {
        return digest;
      }
    }
    return largest();
  }

  private String list(Map<String, String> about, int budget) {
    return names.stream()
        .map(backend -> entry(backend, shortened(about.getOrDefault(backend, ""), budget)))
        .collect(Collectors.joining("; ", START, "."));
  }

  private String entry(String backend, String about) {
    int tools = snapshot.tools(backend).size();
    String entry = shown(backend) + (tools == 0 ? "" : " (" + tools + ")");
    return about.isEmpty() ? entry : entry + " " + about;
  }

  /** As many backends as fit, those with the most tools first, and how much was left out. */
  private String largest() {
    List<String> bySize = new ArrayList<>(names);
    bySize.sort(
        Comparator.comparingInt((String backend) -> -snapshot.tools(backend).size())
            .thenComparing(Comparator.naturalOrder()));
    StringBuilder digest = new StringBuilder(START);
    int left = bySize.size();
    int toolsLeft = snapshot.tools().size();
    for (String backend : bySize) {
      String entry = entry(backend, "") + "; ";
      int tools = toolsLeft - snapshot.tools(backend).size();
      if (bytes(digest + entry + more(left - 1, tools)) > maxBytes) {
        break;
      }
      digest.append(entry);
      left--;
      toolsLeft = tools;
    }
    return digest + more(left, toolsLeft);
  }

  private static String more(int backends, int tools) {
    return "and " + backends + " more backends" + (tools == 0 ? "." : " (" + tools + " tools).");
  }

  private Map<String, String> about(List<BackendStatus> backends) {
    Map<String, String> descriptions = new HashMap<>();
    for (BackendStatus status : backends) {
      status.description().ifPresent(text -> descriptions.put(status.name(), plain(text)));
    }
    Map<String, String> about = new HashMap<>();
    for (String backend : names) {
      String description = descriptions.getOrDefault(backend, "");
      about.put(
          backend, description.isEmpty() ? topics(backend, snapshot.tools(backend)) : description);
    }
    return about;
  }

  /** A name as it is; of one that would break the list, its words. */
  private static String shown(String name) {
    return ORDINARY_NAME.matcher(name).matches() ? name : words(VisibleText.name(name));
  }

  /** Nothing that breaks a line, a list or a JSON string. */
  private static String words(String text) {
    return text.replaceAll("[\\p{C}\\p{Z}\\s]+", " ").replaceAll("[\"\\\\;]", "").strip();
  }

  /** The first sentence as plain words. */
  private static String plain(String text) {
    String words = words(FirstSentence.of(VisibleText.of(text)));
    return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
  }

  /** The words that most of the tools' names share, verbs and the backend's own name aside. */
  private static String topics(String backend, List<ToolDescriptor> tools) {
    Set<String> own = Set.copyOf(WORDS.tokens(backend));
    Map<String, Integer> counts = new LinkedHashMap<>();
    Map<String, Integer> verbs = new LinkedHashMap<>();
    for (ToolDescriptor tool : tools) {
      for (String word : WORDS.tokens(VisibleText.name(tool.originalName()))) {
        if (VERBS.contains(word)) {
          verbs.merge(word, 1, Integer::sum);
        } else if (!own.contains(word)) {
          counts.merge(word, 1, Integer::sum);
        }
      }
    }
    return (counts.isEmpty() ? verbs : counts)
        .entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .limit(TOPICS)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
  }

  /** The words at the beginning that fit into a number of UTF-8 bytes, none of them cut. */
  private static String shortened(String words, int maxBytes) {
    if (bytes(words) <= maxBytes) {
      return words;
    }
    int end = 0;
    for (int space = words.indexOf(' '); space >= 0; space = words.indexOf(' ', space + 1)) {
      if (bytes(words.substring(0, space)) > maxBytes) {
        break;
      }
      end = space;
    }
    String kept = words.substring(0, end);
    return kept.endsWith(",") ? kept.substring(0, kept.length() - 1) : kept;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
