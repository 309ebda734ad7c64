package io.gatemini.search.lint;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
      String tool = it.path("tool").asText();
      known.add(List.of(it.path("rule").asText(), tool, it.path("subject").asText()));
    }
    List<LintFinding> left = new ArrayList<>(findings);
    left.removeIf(it -> known.contains(List.of(it.rule(), it.tool(), it.subject())));
    return new LintReport(tools, left, taints);
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
    String count = findings.isEmpty() ? "no" : Integer.toString(findings.size());
    return text + "%s findings in %s tools%n".formatted(count, tools);
  }

  private static String lines(List<LintFinding> alike) {
    LintFinding first = alike.get(0);
    return "%s %s: %s%n  %s%n  -> %s%n%s"
        .formatted(
            first.level(),
            first.rule(),
            alike.stream().map(LintFinding::tool).collect(joining(", ")),
            first.message(),
            first.remedy(),
            alike.stream()
                .flatMap(it -> it.spoiled().stream())
                .limit(MAX_REQUESTS)
                .map(
                    it ->
                        "  spoils \"%s\": finds %s, not %s%n"
                            .formatted(it.request(), it.found(), it.wanted()))
                .collect(joining()));
  }
}
