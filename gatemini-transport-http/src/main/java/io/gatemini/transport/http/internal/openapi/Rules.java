package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which operations become tools: {@code include} and {@code exclude}. A rule is an {@code
 * operationId}, {@code tag:NAME}, or {@code METHOD /path}; {@code *} is any text in each of them.
 * Upper and lower case are alike. Not thread-safe.
 */
final class Rules {
  private final List<String> include;
  private final List<String> exclude;
  private final Set<String> unused = new TreeSet<>();

  Rules(List<String> include, List<String> exclude) {
    this.include = include;
    this.exclude = exclude;
    unused.addAll(include);
    unused.addAll(exclude);
  }

  /** Whether an operation becomes a tool. */
  boolean allow(String method, String path, JsonNode operation) {
    List<String> names = new ArrayList<>();
    names.add(operation.path("operationId").asText());
    names.add(method + " " + path);
    operation.path("tags").forEach(tag -> names.add("tag:" + tag.asText()));
    boolean included = matches(include, names);
    return !matches(exclude, names) && (included || include.isEmpty());
  }

  private boolean matches(List<String> rules, List<String> names) {
    List<String> matching =
        rules.stream().filter(rule -> names.stream().anyMatch(it -> matches(rule, it))).toList();
    matching.forEach(unused::remove);
    return !matching.isEmpty();
  }

  private static boolean matches(String rule, String name) {
    return name.matches("(?i)\\Q" + rule.replace("\\E", "").replace("*", "\\E.*\\Q") + "\\E");
  }

  /** The rules that have matched nothing. */
  Set<String> unused() {
    return unused;
  }
}
