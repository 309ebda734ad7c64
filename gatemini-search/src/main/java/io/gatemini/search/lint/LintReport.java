package io.gatemini.search.lint;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The findings in a catalog, errors first. Immutable.
 *
 * @param tools how many tools were checked
 * @param taints per backend whose answers are not to be trusted, the labels that say why: {@code
 *     hidden-characters}, {@code open-world}, {@code registered-by-agent}, {@code talks-to-model}
 */
public record LintReport(int tools, List<LintFinding> findings, Map<String, Set<String>> taints) {
  private static final int MAX_REQUESTS = 3;

  /**
   * The report without the findings of an earlier one.
   *
   * @param baseline what {@link #toJson} returned then
   */
  public LintReport without(JsonNode baseline) {
    Set<List<String>> known = new HashSet<>();
    for (JsonNode it : baseline.path("findings")) {
      known.add(Stream.of("rule", "tool", "subject").map(key -> it.path(key).asText()).toList());
    }
    Predicate<LintFinding> isNew =
        it -> !known.contains(List.of(it.rule(), it.tool(), it.subject()));
    return new LintReport(tools, findings.stream().filter(isNew).toList(), taints);
  }

  /** The report with its members as keys. */
  public JsonNode toJson() {
    return Json.mapper().valueToTree(this);
  }

  /** Lines for a terminal; tools with the same fault share them. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    findings.stream()
        .collect(groupingBy(it -> List.of(it.message(), it.remedy()), LinkedHashMap::new, toList()))
        .values()
        .forEach(alike -> text.append(lines(alike)));
    taints.forEach(
        (name, of) -> text.append("untrusted %s: %s%n".formatted(name, String.join(", ", of))));
    return text + "%s findings in %s tools%n".formatted(findings.size(), tools);
  }

  private static String lines(List<LintFinding> alike) {
    LintFinding first = alike.get(0);
    String tools = alike.stream().map(LintFinding::tool).collect(joining(", "));
    String head = "%s %s: %s%n".formatted(first.level(), first.rule(), tools);
    String fault = "  %s%n  -> %s%n".formatted(first.message(), first.remedy());
    return alike.stream()
        .flatMap(it -> it.spoiled().stream())
        .limit(MAX_REQUESTS)
        .map("  spoils %s%n"::formatted)
        .collect(joining("", head + fault, ""));
  }
}
