package io.gatemini.search.internal.lexical;

import io.gatemini.spi.TextAnalyzer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Words that tools and people use for the same thing: what one calls a folder another calls a
 * directory. Short on purpose; the semantic side knows the rest of the language. Immutable.
 */
public final class Synonyms {
  private static final List<String> GROUPS =
      List.of(
          "create add new make insert generate build",
          "delete remove erase destroy drop discard",
          "update edit modify change alter set revise",
          "get fetch retrieve obtain read load",
          "list show display enumerate browse view",
          "search find lookup query locate seek discover",
          "send post deliver dispatch transmit notify",
          "run execute start launch invoke trigger",
          "stop halt terminate kill cancel abort end",
          "convert transform translate change",
          "compute calculate evaluate estimate",
          "check verify validate test inspect",
          "download fetch pull",
          "upload push store save",
          "copy duplicate clone",
          "move rename relocate",
          "merge combine join concatenate",
          "schedule plan book reserve arrange",
          "summarize summary abstract condense digest",
          "analyze analysis examine inspect review",
          "compare diff difference",
          "buy purchase order acquire",
          "pay payment charge",
          "explain describe",
          "file document",
          "folder directory",
          "email mail message",
          "picture image photo photograph",
          "video movie film clip",
          "song music track audio",
          "calendar schedule agenda",
          "event meeting appointment",
          "task todo issue ticket",
          "bug defect error issue",
          "repository repo",
          "database db",
          "table sheet spreadsheet",
          "user account member profile person",
          "team group",
          "weather forecast temperature climate",
          "price cost rate quote fee",
          "stock share equity",
          "currency money exchange",
          "map location place position geocode",
          "route direction navigation path",
          "news headline article",
          "job vacancy career",
          "flight airline",
          "hotel accommodation lodging",
          "restaurant dining",
          "recipe dish meal food",
          "shop store product",
          "url link",
          "web website internet online",
          "page webpage site",
          "code source program",
          "log history record",
          "config configuration setting preference",
          "key token credential secret",
          "chart graph plot diagram",
          "report summary statistic metric",
          "comment reply note",
          "word term vocabulary dictionary definition");

  private final Map<String, List<String>> byTerm;

  private Synonyms(Map<String, List<String>> byTerm) {
    this.byTerm = byTerm;
  }

  public static Synonyms of(TextAnalyzer analyzer) {
    Map<String, Set<String>> terms = new HashMap<>();
    for (String group : GROUPS) {
      List<String> members = analyzer.tokens(group);
      for (String member : members) {
        terms.computeIfAbsent(member, unused -> new LinkedHashSet<>()).addAll(members);
      }
    }
    Map<String, List<String>> others = new HashMap<>();
    terms.forEach(
        (term, all) -> others.put(term, all.stream().filter(one -> !one.equals(term)).toList()));
    return new Synonyms(others);
  }

  /** The other terms of the groups that a term is in. */
  List<String> of(String term) {
    return byTerm.getOrDefault(term, List.of());
  }
}
