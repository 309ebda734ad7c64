package io.gatemini.transport.http.internal.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which operations become tools: {@code include} and {@code exclude}. A rule is an {@code
 * operationId}, {@code tag:NAME}, or {@code METHOD /path}; {@code *} is any text in each of them.
 */
final class Rules {
  private final List<Rule> include;
  private final List<Rule> exclude;

  Rules(List<String> include, List<String> exclude) {
    this.include = include.stream().map(Rule::new).toList();
    this.exclude = exclude.stream().map(Rule::new).toList();
  }

  /** Whether an operation becomes a tool. */
  boolean allow(String method, String path, JsonNode operation) {
    List<String> names = new ArrayList<>();
    names.add(operation.path("operationId").asText());
    names.add(method.toUpperCase(Locale.ROOT) + " " + path);
    operation.path("tags").forEach(tag -> names.add("tag:" + tag.asText()));
    // All are asked: each has to know whether it matches anything.
    boolean included = include.stream().filter(rule -> rule.matches(names)).count() > 0;
    boolean excluded = exclude.stream().filter(rule -> rule.matches(names)).count() > 0;
    return (included || include.isEmpty()) && !excluded;
  }

  /** The rules that have matched nothing. */
  Set<String> unused() {
    Set<String> unused = new TreeSet<>();
    include.stream().filter(rule -> !rule.used).forEach(rule -> unused.add(rule.written));
    exclude.stream().filter(rule -> !rule.used).forEach(rule -> unused.add(rule.written));
    return unused;
  }

  private static final class Rule {
    private final String written;
    private final Pattern pattern;
    private boolean used;

    Rule(String written) {
      this.written = written;
      String[] parts = written.strip().split("\\s+", 2);
      String rule =
          parts.length == 2 ? parts[0].toUpperCase(Locale.ROOT) + " " + parts[1] : parts[0];
      // "tag:" may have blanks in its name; a method has no colon.
      String text = parts[0].startsWith("tag:") ? written.strip() : rule;
      this.pattern =
          Pattern.compile("\\Q" + text.replace("\\E", "").replace("*", "\\E.*\\Q") + "\\E");
    }

    boolean matches(List<String> names) {
      boolean matches = names.stream().anyMatch(name -> pattern.matcher(name).matches());
      used |= matches;
      return matches;
    }
  }
}
