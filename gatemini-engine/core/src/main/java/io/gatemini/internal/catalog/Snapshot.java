package io.gatemini.internal.catalog;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.NameRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One generation of the catalog. A bare name resolves exactly while one tool has it.
 *
 * <p>A change costs two copied hash maps and a pass over the list of tools; only the tools of
 * changed backends are sorted and hashed again.
 */
final class Snapshot implements CatalogSnapshot {
  static final Comparator<ToolDescriptor> BY_KEY = Comparator.comparing(ToolDescriptor::key);

  private final long generation;
  private final List<ToolDescriptor> tools;
  private final Map<String, List<ToolDescriptor>> byBackend;
  private final List<String> backends;
  private final Map<String, ToolDescriptor> byKey;
  private final Map<String, List<ToolDescriptor>> byOriginalName;
  private final Map<String, String> namespaces;
  private final Map<String, String> aliases;
  private final ScriptNames earlierNames;
  private volatile @Nullable ScriptNames names;
  private final Map<NameRules, ScriptNames> otherNames = new ConcurrentHashMap<>();

  private Snapshot(
      long generation,
      Map<String, List<ToolDescriptor>> byBackend,
      Map<String, ToolDescriptor> byKey,
      Map<String, List<ToolDescriptor>> byOriginalName,
      Map<String, String> namespaces,
      Map<String, String> aliases,
      ScriptNames earlierNames) {
    this.generation = generation;
    this.tools = sorted(byBackend);
    this.byBackend = byBackend;
    this.backends = List.copyOf(byBackend.keySet());
    this.byKey = byKey;
    this.byOriginalName = byOriginalName;
    this.namespaces = namespaces;
    this.aliases = aliases;
    this.earlierNames = earlierNames;
  }

  static Snapshot empty(Map<String, String> aliases) {
    return new Snapshot(
        0,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        aliases,
        ScriptNames.none(JavaScriptNames.RULES));
  }

  /**
   * The generation after this one.
   *
   * @param toolsByBackend all tools, each list by key; a list that is the very one of this
   *     generation has not changed
   * @param namespaces of all backends, also of those that have no tools
   */
  @SuppressWarnings("ReferenceEquality") // comparing the tools would cost more than replacing them
  Snapshot next(
      SortedMap<String, List<ToolDescriptor>> toolsByBackend,
      Map<String, String> namespaces,
      Map<String, String> aliases) {
    Map<String, List<ToolDescriptor>> nextByBackend = new LinkedHashMap<>();
    Map<String, ToolDescriptor> nextByKey = new HashMap<>(byKey);
    Map<String, List<ToolDescriptor>> owners = new HashMap<>();
    byBackend.forEach(
        (backend, tools) -> {
          if (toolsByBackend.get(backend) != tools) {
            for (ToolDescriptor tool : tools) {
              if (nextByKey.get(tool.key()) == tool) {
                nextByKey.remove(tool.key());
              }
              ownersOf(tool, owners).removeIf(owner -> owner == tool);
            }
          }
        });
    toolsByBackend.forEach(
        (backend, tools) -> {
          if (!tools.isEmpty()) {
            nextByBackend.put(backend, tools);
          }
          if (byBackend.get(backend) != tools) {
            for (ToolDescriptor tool : tools) {
              nextByKey.put(tool.key(), tool);
              ownersOf(tool, owners).add(tool);
            }
          }
        });
    ScriptNames made = names;
    return new Snapshot(
        generation + 1,
        nextByBackend,
        nextByKey,
        nextByOriginalName(owners),
        Map.copyOf(namespaces),
        aliases,
        made != null ? made : earlierNames);
  }

  /** The same tools with other namespaces; this change is not announced. */
  Snapshot with(Map<String, String> namespaces) {
    ScriptNames made = names;
    return new Snapshot(
        generation,
        byBackend,
        byKey,
        byOriginalName,
        Map.copyOf(namespaces),
        aliases,
        made != null ? made : earlierNames);
  }

  /** The tools of some backends alone, as if there were no others. */
  Snapshot only(Predicate<String> seen) {
    Map<String, List<ToolDescriptor>> backends = new LinkedHashMap<>(byBackend);
    backends.keySet().removeIf(seen.negate());
    Map<String, ToolDescriptor> keys = new HashMap<>(byKey);
    keys.values().removeIf(tool -> !seen.test(tool.backend()));
    Map<String, List<ToolDescriptor>> originalNames = new HashMap<>();
    byOriginalName.forEach(
        (name, owners) -> {
          List<ToolDescriptor> left =
              owners.stream().filter(tool -> seen.test(tool.backend())).toList();
          if (!left.isEmpty()) {
            originalNames.put(name, left);
          }
        });
    Map<String, String> spaces = new HashMap<>(namespaces);
    spaces.keySet().removeIf(seen.negate());
    return new Snapshot(
        generation, backends, keys, originalNames, Map.copyOf(spaces), aliases, names());
  }

  /** Those that share a tool's original name, to be changed. */
  private List<ToolDescriptor> ownersOf(
      ToolDescriptor tool, Map<String, List<ToolDescriptor>> changed) {
    return changed.computeIfAbsent(
        tool.originalName(), name -> new ArrayList<>(byOriginalName.getOrDefault(name, List.of())));
  }

  private Map<String, List<ToolDescriptor>> nextByOriginalName(
      Map<String, List<ToolDescriptor>> changed) {
    Map<String, List<ToolDescriptor>> next = new HashMap<>(byOriginalName);
    changed.forEach(
        (name, owners) -> {
          if (owners.isEmpty()) {
            next.remove(name);
          } else {
            owners.sort(BY_KEY);
            next.put(name, List.copyOf(owners));
          }
        });
    return next;
  }

  /** The lists are sorted and follow each other but for a few: sorting them is about one pass. */
  private static List<ToolDescriptor> sorted(Map<String, List<ToolDescriptor>> byBackend) {
    List<ToolDescriptor> all = new ArrayList<>();
    byBackend.values().forEach(all::addAll);
    all.sort(BY_KEY);
    return List.copyOf(all);
  }

  @Override
  public long generation() {
    return generation;
  }

  @Override
  public List<ToolDescriptor> tools() {
    return tools;
  }

  @Override
  public List<ToolDescriptor> tools(String backend) {
    return byBackend.getOrDefault(backend, List.of());
  }

  @Override
  public List<String> backends() {
    return backends;
  }

  @Override
  public Optional<ToolDescriptor> resolve(String name) {
    ToolDescriptor exact = exact(name);
    if (exact != null) {
      return Optional.of(exact);
    }
    String target = aliases.get(name);
    return target != null ? Optional.ofNullable(exact(target)) : names().find(name);
  }

  /** The namespaces of all backends, also of those that have no tools. */
  Map<String, String> namespaces() {
    return namespaces;
  }

  /** How programs of a language write the tools; made when first asked for. */
  ScriptNames names(NameRules rules) {
    return rules.equals(JavaScriptNames.RULES)
        ? names()
        : otherNames.computeIfAbsent(rules, it -> ScriptNames.of(this, ScriptNames.none(it)));
  }

  private ScriptNames names() {
    ScriptNames made = names;
    if (made == null) {
      synchronized (this) {
        made = names;
        if (made == null) {
          made = ScriptNames.of(this, earlierNames);
          names = made;
        }
      }
    }
    return made;
  }

  private @Nullable ToolDescriptor exact(String name) {
    ToolDescriptor byItsKey = byKey.get(name);
    if (byItsKey != null) {
      return byItsKey;
    }
    if (name.indexOf('.') >= 0) {
      // It reads like a key: while the backend of that namespace has no tools, another one that
      // calls a tool so must not get its calls.
      return null;
    }
    List<ToolDescriptor> owners = byOriginalName.get(name);
    return owners != null && owners.size() == 1 ? owners.get(0) : null;
  }

  @Override
  public List<ToolDescriptor> withOriginalName(String name) {
    return byOriginalName.getOrDefault(name, List.of());
  }

  @Override
  public Map<String, String> aliases() {
    return aliases;
  }
}
