package io.gatemini.search.jmh;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.spi.BackendTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Tools as many servers together have them, always the same ones for a number of tools: backends of
 * 20, names of an action and an object, descriptions of a few sentences, up to six parameters. A
 * word's frequency falls with its rank as in real text (Zipf), and the rarest are names of products
 * that hardly any other tool has, so that the vocabulary grows with the catalog.
 */
final class GeneratedCatalog {
  /** One backend. */
  static final int BACKEND_TOOLS = 20;

  private static final int PRODUCTS = 60_000;
  private static final int MOST_PARAMETERS = 6;

  private static final List<String> ACTIONS =
      words(
          "get list create update delete search send find add remove export import fetch read write"
              + " run start stop check count copy move upload download convert translate schedule"
              + " cancel approve validate compare merge archive restore publish subscribe lock"
              + " rename summarize estimate calculate render resize encrypt deploy rollback");

  private static final List<String> OBJECTS =
      words(
          "user file message order customer report event document invoice ticket product account"
              + " payment project task image comment contact folder branch table record page link"
              + " note email channel calendar alert dashboard metric query schema shipment booking"
              + " flight hotel recipe weather price stock currency song playlist video podcast route"
              + " map address review rating survey course lesson grade patient prescription claim"
              + " policy vehicle sensor device container cluster secret certificate domain backup"
              + " snapshot workflow pipeline translation glossary avatar badge voucher refund");

  private static final List<String> QUALITIES =
      words(
          "new current recent given specific available public shared active pending overdue local"
              + " remote daily weekly monthly latest nearest cheapest encrypted archived draft"
              + " scheduled internal external automatic detailed short");

  private static final List<String> ATTRIBUTES =
      words(
          "id name title status type date limit offset language format location owner amount url"
              + " description priority start end category tag version region currency color size");

  private static final List<String> PURPOSES =
      words(
          "accounting support sales marketing logistics payroll research teaching travel health"
              + " monitoring security compliance testing planning reporting publishing gaming");

  private static final List<String> SYLLABLES =
      words("ba cor dex fen gal hui jor kal lum mir nox pel qua rav sol tir umb vex wyn zan");

  private static final List<String> PATTERNS =
      List.of(
          " Can %s the %s %s of the %s for %s and works with %s.",
          " Use it to %s every %s %s that belongs to a %s, say in %s with %s.",
          " It does not %s any %s %s; the %s must exist before. Part of the %s suite of %s.",
          " Returns what is left to %s, with the %s %s of each %s, as %s needs it for %s.");

  private final Random random;
  private final Catalog catalog = new Catalog(Map.of());
  private final List<List<ToolDescriptor>> backends = new ArrayList<>();

  GeneratedCatalog(int tools) {
    random = new Random(tools);
    for (int from = 0; from < tools; from += BACKEND_TOOLS) {
      backends.add(backend(backends.size(), Math.min(BACKEND_TOOLS, tools - from)));
    }
    catalog.batch(() -> backends.forEach(this::put));
  }

  CatalogSnapshot snapshot() {
    return catalog.snapshot();
  }

  /** The next snapshot, in which the tools of one backend are described in other words. */
  CatalogSnapshot change() {
    int number = random.nextInt(backends.size());
    put(backend(number, backends.get(number).size()));
    return catalog.snapshot();
  }

  /** Kinds of tasks. */
  enum Task {
    WORD,
    SENTENCE,
    CLAUSES,
    TYPO
  }

  /** Tasks that one of the tools is for. */
  List<String> tasks(Task kind, int count) {
    List<String> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(
          switch (kind) {
            case WORD -> random.nextInt(3) == 0 ? product() : zipf(OBJECTS);
            case SENTENCE -> sentence();
            case CLAUSES -> clause() + " and then " + clause();
            case TYPO -> misspelled(sentence());
          });
    }
    return tasks;
  }

  private void put(List<ToolDescriptor> tools) {
    catalog.put(tools.get(0).backend(), tools);
  }

  private List<ToolDescriptor> backend(int number, int tools) {
    String product = product(number);
    List<ToolDescriptor> all = new ArrayList<>();
    for (int i = 0; i < tools; i++) {
      all.add(tool(product + "-" + number, product, i));
    }
    return all;
  }

  private ToolDescriptor tool(String backend, String product, int i) {
    String action = zipf(ACTIONS);
    String object = zipf(OBJECTS);
    String name =
        i % 3 == 0
            ? action + capitalized(object) + capitalized(zipf(QUALITIES))
            : action + "_" + zipf(QUALITIES) + "_" + object;
    StringBuilder text = new StringBuilder();
    text.append("%s a %s of %s.".formatted(capitalized(action), object, capitalized(product)));
    for (int sentence = random.nextInt(4); sentence > 0; sentence--) {
      String pattern = PATTERNS.get(random.nextInt(PATTERNS.size()));
      text.append(
          pattern.formatted(
              zipf(ACTIONS),
              zipf(QUALITIES),
              zipf(ATTRIBUTES),
              zipf(OBJECTS),
              zipf(PURPOSES),
              capitalized(product())));
    }
    return new ToolDescriptor(
        backend + "." + name + "_" + i,
        backend,
        BackendTool.of(name + "_" + i, text.toString(), RawJson.parse(schema()).tree()));
  }

  private String schema() {
    StringBuilder properties = new StringBuilder();
    int count = random.nextInt(MOST_PARAMETERS + 1);
    for (int i = 0; i < count; i++) {
      String object = zipf(OBJECTS);
      String attribute = zipf(ATTRIBUTES);
      properties
          .append(i == 0 ? "" : ",")
          .append(
              "\"%s_%s_%d\":{\"type\":\"string\",\"description\":\"The %s %s of the %s\"}"
                  .formatted(object, attribute, i, zipf(QUALITIES), attribute, object));
    }
    return "{\"type\":\"object\",\"properties\":{" + properties + "}}";
  }

  private String clause() {
    return "%s the %s %s".formatted(zipf(ACTIONS), zipf(QUALITIES), zipf(OBJECTS));
  }

  private String sentence() {
    return "I want to %s of our %s in %s for %s"
        .formatted(clause(), zipf(OBJECTS), product(), zipf(PURPOSES));
  }

  /** Two neighbouring letters of each third word change places. */
  private String misspelled(String sentence) {
    String[] words = sentence.split(" ");
    for (int i = 3; i < words.length; i += 3) {
      String word = words[i];
      if (word.length() > 3) {
        int at = 1 + random.nextInt(word.length() - 2);
        words[i] =
            word.substring(0, at) + word.charAt(at + 1) + word.charAt(at) + word.substring(at + 2);
      }
    }
    return String.join(" ", words);
  }

  private String product() {
    return product(rank(PRODUCTS));
  }

  /** The number in syllables. */
  private static String product(int number) {
    StringBuilder name = new StringBuilder();
    for (int rest = number + SYLLABLES.size(); rest > 0; rest /= SYLLABLES.size()) {
      name.append(SYLLABLES.get(rest % SYLLABLES.size()));
    }
    return name.toString();
  }

  private String zipf(List<String> words) {
    return words.get(rank(words.size()));
  }

  /** A number below {@code bound}, n about as often as 1 / (n + 1). */
  private int rank(int bound) {
    return (int) Math.pow(bound + 1.0, random.nextDouble()) - 1;
  }

  private static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private static List<String> words(String text) {
    return List.of(text.split(" "));
  }
}
