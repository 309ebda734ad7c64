package io.gatemini.examples.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Texts by rules. A rule {@code name = one ¦ 3× another} has alternatives, one a line or between
 * bars, some with a weight; {@code ‹name›} is replaced by a text of that rule, {@code ‹?part›} by
 * that part one time in three. Deep inside, a rule's first alternative is taken.
 */
final class Grammar {
  private static final int DEEPEST = 12;

  private final Map<String, List<String>> rules = new HashMap<>();
  private final Map<String, Function<Chance, String>> makers = new HashMap<>();

  Grammar(String rules) {
    for (String rule : rules.strip().split("\n(?=\\w+ = )", -1)) {
      int name = rule.indexOf(" = ");
      List<String> ways = new ArrayList<>();
      for (String way : rule.substring(name + 3).split("[¦\n]", -1)) {
        String[] weighted = way.strip().split("× ?", 2);
        int weight = weighted.length == 2 ? Integer.parseInt(weighted[0]) : 1;
        ways.addAll(Collections.nCopies(weight, weighted[weighted.length - 1]));
      }
      this.rules.put(rule.substring(0, name), ways);
    }
  }

  /** Adds a rule that is written in Java. */
  Grammar with(String name, Function<Chance, String> maker) {
    makers.put(name, maker);
    return this;
  }

  String text(String rule, Chance chance) {
    StringBuilder text = new StringBuilder();
    rule(rule, chance, 0, text);
    return text.toString();
  }

  private void rule(String name, Chance chance, int depth, StringBuilder text) {
    if (makers.containsKey(name)) {
      text.append(makers.get(name).apply(chance));
    } else {
      List<String> ways = Objects.requireNonNull(rules.get(name), name);
      expand(ways.get(depth > DEEPEST ? 0 : chance.below(ways.size())), chance, depth + 1, text);
    }
  }

  private void expand(String way, Chance chance, int depth, StringBuilder text) {
    for (int at = 0; at < way.length(); at++) {
      if (way.charAt(at) != '‹') {
        text.append(way.charAt(at));
        continue;
      }
      int from = at + 1;
      for (int open = 1; open > 0; ) {
        char next = way.charAt(++at);
        open += next == '‹' ? 1 : next == '›' ? -1 : 0;
      }
      String part = way.substring(from, at);
      if (part.charAt(0) != '?') {
        rule(part, chance, depth, text);
      } else if (chance.oneIn(3)) {
        expand(part.substring(1), chance, depth, text);
      }
    }
  }
}
