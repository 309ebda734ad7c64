package io.gatemini.internal.argument;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.internal.presentation.SampleValue;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One walk over arguments that are not right as they are. Repairs unambiguous mistakes: values that
 * can be {@linkplain Conversion converted} without loss, enum values in another case, misspelt
 * names, null for an optional value. Everything else is a problem, and has a sample in its place.
 * Used once.
 */
final class ArgumentRepair {
  private static final int MAX_PROBLEMS = 8;
  private static final int MAX_SHOWN = 40;
  private static final int MAX_NAMES = 20;

  /** A shorter name is one slip away from any other. */
  private static final int MIN_NAME = 3;

  /** Alternatives in alternatives multiply. */
  private static final int MAX_VALUES = 20_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Words of parameters that mean the same, as one server has the one and the next the other. */
  private static final List<Set<String>> SAME_MEANING =
      List.of(
          Set.of("path", "file", "filename", "filepath", "directory", "dir", "folder", "location"),
          Set.of("query", "q", "search", "term", "keywords", "question", "text"),
          Set.of("url", "uri", "link", "address", "href"),
          Set.of("content", "contents", "text", "body", "data", "message", "value"),
          Set.of("name", "title", "label"),
          Set.of("command", "cmd", "script", "code"),
          Set.of("repo", "repository", "project"),
          Set.of("to", "recipient", "recipients", "receiver"),
          Set.of("limit", "count", "max", "size"));

  private static final Pattern WORD_BOUNDARY =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+");

  private final JsonNode schema;
  private final boolean repairs;
  private final Budget budget;
  private final List<String> done = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private int unlisted;

  private static final class Budget {
    private int left = MAX_VALUES;
  }

  /**
   * @param schema where references of the rules lead to
   * @param repairs whether something is repaired, or everything that is not right is a problem
   */
  ArgumentRepair(JsonNode schema, boolean repairs) {
    this(schema, repairs, new Budget());
  }

  private ArgumentRepair(JsonNode schema, boolean repairs, Budget budget) {
    this.schema = schema;
    this.repairs = repairs;
    this.budget = budget;
  }

  CheckedArguments of(ValueRule root, RawJson arguments) {
    JsonNode given;
    try {
      given = arguments.tree();
    } catch (UncheckedIOException e) {
      return refused(arguments, "arguments must be a JSON object; this is not valid JSON", root);
    }
    if (!given.isObject()) {
      JsonNode text = repairs ? Conversion.parsed(given).orElse(given) : given;
      if (!text.isObject()) {
        return refused(arguments, "arguments must be a JSON object, not " + kind(given), root);
      }
      done.add("the arguments were read from JSON text");
      given = text;
    }
    JsonNode walked = members((ObjectNode) given, root, "");
    if (unlisted > 0) {
      problems.add("and " + unlisted + " more");
    }
    if (budget.left < 0) {
      // Unknown; the backend may reject it.
      return CheckedArguments.right(arguments);
    }
    return problems.isEmpty() && done.isEmpty()
        ? CheckedArguments.right(arguments)
        : new CheckedArguments(
            problems.isEmpty() ? RawJson.of(walked) : arguments, done, problems, walked);
  }

  private CheckedArguments refused(RawJson arguments, String problem, ValueRule root) {
    JsonNode sample = members(NODES.objectNode(), root, "");
    return new CheckedArguments(arguments, List.of(), List.of(problem), sample);
  }

  private JsonNode value(JsonNode given, ValueRule rule, String path) {
    if (budget.left-- < 0 || rule.fits(given)) {
      return repairs && given.isContainerNode() ? inside(given, rule, path) : given;
    }
    if (!rule.alternatives.isEmpty() && !(repairs && Conversion.isEmptyList(given, rule))) {
      return alternative(given, rule, path);
    }
    JsonNode value = given;
    if (!JsonKind.of(given).isAllowedBy(rule.types) || !rule.alternatives.isEmpty()) {
      Conversion.Converted converted = repairs ? Conversion.of(given, rule) : null;
      if (converted == null) {
        return problem(path, rule, kind(given));
      }
      done.add(quoted(path) + " " + converted.how());
      value = converted.value();
    }
    if (!rule.allowed.isEmpty() && !rule.fits(value)) {
      JsonNode near = repairs ? Conversion.sameInAnotherCase(value, rule.allowed) : null;
      if (near == null) {
        return problem(path, rule, shortened(value));
      }
      done.add(quoted(path) + " was taken as " + shortened(near));
      return near;
    }
    return value.isContainerNode() ? inside(value, rule, path) : value;
  }

  private JsonNode inside(JsonNode value, ValueRule rule, String path) {
    ValueRule each = rule.items;
    if (value.isArray() && each != null) {
      ArrayNode items = NODES.arrayNode();
      for (int i = 0; i < value.size(); i++) {
        items.add(value(value.get(i), each, path + "[" + i + "]"));
      }
      return items;
    }
    return value.isObject() && (rule.closed || !rule.members.isEmpty())
        ? members((ObjectNode) value, rule, path)
        : value;
  }

  /** The one alternative that can be had; two would be two meanings. */
  private JsonNode alternative(JsonNode given, ValueRule rule, String path) {
    ArgumentRepair only = null;
    JsonNode found = null;
    for (ValueRule one : rule.alternatives) {
      ArgumentRepair trial = new ArgumentRepair(schema, repairs, budget);
      JsonNode value = trial.value(given, one, path);
      if (trial.problems.isEmpty()) {
        if (found != null && !found.equals(value)) {
          return noAlternative(given, rule, path);
        }
        found = value;
        only = trial;
      }
    }
    if (found == null || only == null) {
      return noAlternative(given, rule, path);
    }
    done.addAll(only.done);
    return found;
  }

  private JsonNode noAlternative(JsonNode given, ValueRule rule, String path) {
    if (rule.alternatives.stream()
        .noneMatch(one -> one.types != 0 && JsonKind.of(given).isAllowedBy(one.types))) {
      return problem(path, rule, kind(given));
    }
    ValueRule meant = meant(rule, given);
    if (meant != null) {
      return value(given, meant, path);
    }
    report("argument " + quoted(path) + " has none of the forms that its schema allows");
    return sample(rule);
  }

  /** The alternative that is meant: by the constants in it, else by the names of its members. */
  private static @Nullable ValueRule meant(ValueRule rule, JsonNode given) {
    ValueRule meant = null;
    int most = 0;
    for (ValueRule one : rule.alternatives) {
      int points = 0;
      for (Map.Entry<String, JsonNode> entry : given.properties()) {
        ValueRule member = one.members.get(entry.getKey());
        if (member != null && !member.allowed.isEmpty()) {
          points += member.fits(entry.getValue()) ? 100 : -100;
        } else if (member != null) {
          points++;
        }
      }
      if (points > most) {
        meant = one;
        most = points;
      } else if (points == most) {
        meant = null;
      }
    }
    return meant;
  }

  private JsonNode members(ObjectNode written, ValueRule rule, String path) {
    ObjectNode given = repairs ? nested(written, rule, path) : written;
    Map<String, String> renamed = repairs ? renamed(given, rule) : Map.of();
    ObjectNode members = NODES.objectNode();
    List<String> unknown = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : given.properties()) {
      String name = renamed.getOrDefault(entry.getKey(), entry.getKey());
      ValueRule member = rule.members.get(name);
      if (member == null) {
        unknown.add(name);
        members.set(name, entry.getValue());
      } else if (repairs
          && entry.getValue().isNull()
          && !rule.required.contains(name)
          && !member.fits(NullNode.getInstance())) {
        done.add(quoted(at(path, name)) + " was null and is left out");
      } else {
        if (!name.equals(entry.getKey())) {
          done.add(quoted(at(path, entry.getKey())) + " was taken as \"" + name + '"');
        }
        members.set(name, value(entry.getValue(), member, at(path, name)));
      }
    }
    List<String> missing = rule.required.stream().filter(name -> !members.has(name)).toList();
    missing.forEach(name -> members.set(name, sample(rule.members.get(name))));
    if (!missing.isEmpty()) {
      report(listed(path, missing) + "missing");
    }
    if (!unknown.isEmpty() && (rule.closed || (!rule.open && !missing.isEmpty()))) {
      // One of them may stand for one that is missing: the example does not keep it.
      members.remove(unknown);
      report(listed(path, unknown) + "not known; there is " + known(rule));
    }
    return members;
  }

  /**
   * Arguments where they belong: those that are written flat go into the one object that is missing
   * and has them all, those in an object of another name come out of it.
   */
  private ObjectNode nested(ObjectNode given, ValueRule rule, String path) {
    List<String> unknown = new ArrayList<>();
    given.fieldNames().forEachRemaining(name -> unknown.add(name));
    unknown.removeIf(rule.members::containsKey);
    List<String> missing = rule.required.stream().filter(name -> !given.has(name)).toList();
    if (rule.open || unknown.isEmpty() || missing.isEmpty()) {
      return given;
    }
    ValueRule only = missing.size() == 1 ? rule.members.get(missing.get(0)) : null;
    if (only != null && only.members.keySet().containsAll(unknown)) {
      ObjectNode moved = given.deepCopy();
      ObjectNode inside = moved.putObject(missing.get(0));
      unknown.forEach(name -> inside.set(name, moved.remove(name)));
      done.add(listed(path, unknown) + "put into " + quoted(at(path, missing.get(0))));
      return moved;
    }
    JsonNode wrapped = unknown.size() == 1 ? given.get(unknown.get(0)) : NODES.objectNode();
    if (wrapped.isObject()
        && missing.stream().allMatch(wrapped::has)
        && wrapped.properties().stream()
            .allMatch(it -> rule.members.containsKey(it.getKey()) && !given.has(it.getKey()))) {
      ObjectNode moved = given.deepCopy();
      moved.remove(unknown);
      done.add(quoted(at(path, unknown.get(0))) + " was taken for the arguments themselves");
      return moved.setAll((ObjectNode) wrapped);
    }
    return given;
  }

  private static String listed(String path, List<String> names) {
    return names.stream()
        .limit(MAX_NAMES)
        .map(name -> quoted(at(path, name)))
        .collect(
            Collectors.joining(
                ", ",
                names.size() == 1 ? "argument " : "arguments ",
                names.size() == 1 ? " is " : " are "));
  }

  private static String known(ValueRule rule) {
    String known =
        rule.members.keySet().stream()
            .limit(MAX_NAMES)
            .map(ArgumentRepair::quoted)
            .collect(Collectors.joining(", "));
    return known.isEmpty() ? "none" : known + (rule.members.size() > MAX_NAMES ? ", ..." : "");
  }

  /**
   * The names that are misspelt or mean the same, each with the one name of the schema that it can
   * be.
   */
  private static Map<String, String> renamed(ObjectNode given, ValueRule rule) {
    if (rule.open) {
      return Map.of();
    }
    List<String> free = rule.members.keySet().stream().filter(name -> !given.has(name)).toList();
    List<String> missing = free.stream().filter(rule.required::contains).toList();
    Map<String, String> renamed = new LinkedHashMap<>();
    Map<String, Integer> wanted = new HashMap<>();
    given
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!rule.members.containsKey(name) && name.length() >= MIN_NAME) {
                NearMatches.nearest(free, name)
                    .or(() -> sameMeaning(missing, name))
                    .filter(near -> isPossible(given.get(name), rule.members.get(near)))
                    .ifPresent(
                        near -> {
                          renamed.put(name, near);
                          wanted.merge(near, 1, Integer::sum);
                        });
              }
            });
    renamed.values().removeIf(near -> wanted.getOrDefault(near, 0) > 1);
    return renamed;
  }

  /** The one of the names that a name can mean; empty where there is none, or several. */
  private static Optional<String> sameMeaning(Collection<String> names, String name) {
    Set<String> words = words(name);
    List<String> meant = names.stream().filter(it -> isSame(words, words(it))).toList();
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }

  private static boolean isSame(Set<String> one, Set<String> other) {
    return one.containsAll(other)
        || other.containsAll(one)
        || SAME_MEANING.stream()
            .anyMatch(group -> group.containsAll(one) && group.containsAll(other));
  }

  private static Set<String> words(String name) {
    String spaced = WORD_BOUNDARY.matcher(name).replaceAll(" ").strip();
    return Set.copyOf(List.of(spaced.toLowerCase(Locale.ROOT).split(" ")));
  }

  private static boolean isPossible(JsonNode value, @Nullable ValueRule rule) {
    return rule == null
        || JsonKind.of(value).isAllowedBy(rule.types)
        || Conversion.of(value, rule) != null;
  }

  private JsonNode problem(String path, ValueRule rule, String instead) {
    report("argument " + quoted(path) + " must be " + rule.description() + ", not " + instead);
    return sample(rule);
  }

  private void report(String problem) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(problem);
    } else {
      unlisted++;
    }
  }

  private JsonNode sample(@Nullable ValueRule rule) {
    return rule == null ? NODES.textNode("<value>") : SampleValue.of(schema, rule.schema);
  }

  private static String kind(JsonNode value) {
    return JsonKind.of(value).description;
  }

  private static String at(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private static String quoted(String name) {
    return VisibleText.quoted(name, MAX_SHOWN);
  }

  private static String shortened(JsonNode value) {
    return VisibleText.line(value.toString(), MAX_SHOWN);
  }
}
