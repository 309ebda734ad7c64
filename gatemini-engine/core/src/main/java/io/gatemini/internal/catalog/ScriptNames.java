package io.gatemini.internal.catalog;

import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.NameRules;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the tools of a snapshot are written in a program: {@code backend.tool}, each part an
 * identifier. A name that is an identifier stays as it is, so that it means the same tool in a
 * program as elsewhere; others that sanitise to a taken one get suffixes, in the order of the
 * original names. Backends that have no tools, or none yet, count as well, so that a suffix stays
 * when they come. A backend that is called like a word or a global of the language gets one, too.
 * Immutable.
 */
public final class ScriptNames {
  /** Prefixes that clients write before a server's tool, and programs before a backend's. */
  private static final List<String> PREFIXES = List.of("mcp__", "tools.");

  /** Separators between a server and its tool, in programs and in the names of clients. */
  private static final List<String> SEPARATORS = List.of(".", "__", "/", ":");

  private final NameRules rules;
  private final List<ScriptBackend> backends;
  private final Map<String, String> identifiers;
  private final Map<String, Names> namesByBackend;
  private final Map<String, Names> namesByIdentifier;

  private ScriptNames(
      NameRules rules,
      List<ScriptBackend> backends,
      Map<String, String> identifiers,
      Map<String, Names> namesByBackend,
      Map<String, Names> namesByIdentifier) {
    this.rules = rules;
    this.backends = backends;
    this.identifiers = identifiers;
    this.namesByBackend = namesByBackend;
    this.namesByIdentifier = namesByIdentifier;
  }

  /** The names of a snapshot in JavaScript. */
  public static ScriptNames of(CatalogSnapshot snapshot) {
    return of(snapshot, JavaScriptNames.RULES);
  }

  /** The names of a snapshot in a language. */
  public static ScriptNames of(CatalogSnapshot snapshot, NameRules rules) {
    return snapshot instanceof Snapshot published
        ? published.names(rules)
        : of(snapshot, none(rules));
  }

  /** The names of no tools. */
  static ScriptNames none(NameRules rules) {
    return new ScriptNames(rules, List.of(), Map.of(), Map.of(), Map.of());
  }

  /** The names of a snapshot, made of those of another one where a backend is as it was there. */
  @SuppressWarnings("ReferenceEquality") // the catalog keeps the lists that have not changed
  static ScriptNames of(CatalogSnapshot snapshot, ScriptNames other) {
    List<ScriptBackend> backends = new ArrayList<>();
    Map<String, String> identifiers = new HashMap<>();
    Map<String, Names> byBackend = new HashMap<>();
    Map<String, Names> byIdentifier = new HashMap<>();
    NameRules rules = other.rules;
    Set<String> taken = new HashSet<>(rules.reserved());
    SortedMap<String, String> namespaces = namespaces(snapshot);
    Set<String> plain =
        namespaces.values().stream()
            .filter(namespace -> rules.isIdentifier(namespace) && taken.add(namespace))
            .collect(Collectors.toSet());
    for (Map.Entry<String, String> named : namespaces.entrySet()) {
      String name = named.getKey();
      String namespace = named.getValue();
      String identifier =
          plain.contains(namespace) ? namespace : unique(rules.identifier(namespace), taken);
      identifiers.put(name, identifier);
      List<ToolDescriptor> definitions = snapshot.tools(name);
      if (definitions.isEmpty()) {
        continue;
      }
      Names names = other.namesByBackend.get(name);
      if (names == null || names.definitions != definitions) {
        names = Names.of(rules, identifier, name, definitions);
      } else if (!names.backend.identifier().equals(identifier)) {
        names = names.under(identifier);
      }
      backends.add(names.backend);
      byBackend.put(name, names);
      byIdentifier.put(identifier, names);
    }
    for (ScriptBackend backend : backends) {
      Names names = byIdentifier.get(backend.identifier());
      if (names != null) {
        byIdentifier.putIfAbsent(backend.tools().get(0).tool().namespace(), names);
        byIdentifier.putIfAbsent(backend.name(), names);
      }
    }
    return new ScriptNames(rules, List.copyOf(backends), identifiers, byBackend, byIdentifier);
  }

  private static SortedMap<String, String> namespaces(CatalogSnapshot snapshot) {
    SortedMap<String, String> namespaces =
        new TreeMap<>(snapshot instanceof Snapshot published ? published.namespaces() : Map.of());
    for (String backend : snapshot.backends()) {
      snapshot.tools(backend).stream()
          .findFirst()
          .ifPresent(tool -> namespaces.putIfAbsent(backend, tool.namespace()));
    }
    return namespaces;
  }

  /** Whether a program can mean a backend: one of the ways to write it occurs somewhere. */
  public static boolean mayName(String program, String backend, String namespace) {
    return program.contains(namespace)
        || program.contains(backend)
        || program.contains(JavaScriptNames.RULES.identifier(namespace));
  }

  /** A name, with a number at its end where it is taken. */
  static String unique(String identifier, Set<String> taken) {
    String candidate = identifier;
    for (int i = 2; !taken.add(candidate); i++) {
      candidate = identifier + "_" + i;
    }
    return candidate;
  }

  /** How programs write a backend, also one that has no tools; empty where there is none. */
  public Optional<String> identifier(String backend) {
    return Optional.ofNullable(identifiers.get(backend));
  }

  /** The backends that have tools, by name. */
  public List<ScriptBackend> backends() {
    return backends;
  }

  /** The backend behind a name of a program, sanitised or original. */
  public Optional<ScriptBackend> backend(String name) {
    return Optional.ofNullable(namesByIdentifier.get(name)).map(Names::backend);
  }

  /** The tool behind two names of a program, each sanitised or original. */
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    Names names = namesByIdentifier.get(backend);
    return names == null ? Optional.empty() : Optional.ofNullable(names.byName.get(tool));
  }

  /**
   * The tool behind a name that is written as in a program, or as clients pass the tools of a
   * server on, such as {@code mcp__exa__web_search}; without its backend while only one has it.
   */
  Optional<ToolDescriptor> find(String name) {
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return find(name.substring(prefix.length()));
      }
    }
    for (String separator : SEPARATORS) {
      for (int at = name.indexOf(separator); at > 0; at = name.indexOf(separator, at + 1)) {
        Optional<ToolDescriptor> tool =
            resolve(name.substring(0, at), name.substring(at + separator.length()));
        if (tool.isPresent()) {
          return tool;
        }
      }
    }
    if (name.indexOf('.') >= 0) {
      return Optional.empty(); // like a key: no other backend's tool of that name gets its calls
    }
    List<ToolDescriptor> owners =
        namesByBackend.values().stream()
            .map(names -> names.byName.get(name))
            .filter(Objects::nonNull)
            .limit(2)
            .toList();
    return owners.size() == 1 ? Optional.of(owners.get(0)) : Optional.empty();
  }

  /** How a tool of the snapshot is written in a program, such as {@code exa.web_search}. */
  public String expression(ToolDescriptor tool) {
    Names names = namesByBackend.get(tool.backend());
    String known = names == null ? null : names.expressions.get(tool.key());
    return known != null
        ? known
        : rules.identifier(tool.namespace()) + "." + rules.identifier(tool.originalName());
  }

  /**
   * The names of one backend.
   *
   * @param definitions what they are the names of
   * @param byName the tools by identifier and by original name
   * @param expressions by the keys of the tools
   */
  private record Names(
      ScriptBackend backend,
      List<ToolDescriptor> definitions,
      Map<String, ToolDescriptor> byName,
      Map<String, String> expressions) {

    static Names of(
        NameRules rules, String identifier, String backend, List<ToolDescriptor> definitions) {
      Map<String, ToolDescriptor> byName = new HashMap<>();
      List<ScriptTool> tools = new ArrayList<>();
      Set<String> taken =
          definitions.stream()
              .map(ToolDescriptor::originalName)
              .filter(rules::isIdentifier)
              .collect(Collectors.toCollection(HashSet::new));
      for (ToolDescriptor definition : definitions) {
        String original = definition.originalName();
        String tool =
            rules.isIdentifier(original) ? original : unique(rules.identifier(original), taken);
        tools.add(new ScriptTool(tool, definition));
        byName.put(tool, definition);
      }
      definitions.forEach(tool -> byName.putIfAbsent(tool.originalName(), tool));
      return new Names(
          new ScriptBackend(identifier, backend, List.copyOf(tools)),
          definitions,
          byName,
          expressions(identifier, tools));
    }

    /** The same tools of a backend that is written in another way. */
    Names under(String identifier) {
      return new Names(
          new ScriptBackend(identifier, backend.name(), backend.tools()),
          definitions,
          byName,
          expressions(identifier, backend.tools()));
    }

    private static Map<String, String> expressions(String identifier, List<ScriptTool> tools) {
      Map<String, String> expressions = new HashMap<>();
      for (ScriptTool tool : tools) {
        expressions.put(tool.tool().key(), identifier + "." + tool.identifier());
      }
      return expressions;
    }
  }
}
