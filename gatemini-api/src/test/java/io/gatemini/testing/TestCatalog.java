package io.gatemini.testing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.BackendTool;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A snapshot that later ones are made from: the list of an unchanged backend is the very list of
 * the snapshot before, as in a gateway. Immutable.
 */
public record TestCatalog(SortedMap<String, List<ToolDescriptor>> byBackend)
    implements CatalogSnapshot {
  private static final Comparator<ToolDescriptor> BY_KEY =
      Comparator.comparing(ToolDescriptor::key);

  /** A tool without parameters. */
  public static ToolDescriptor tool(
      String backend, String name, String description, String... tags) {
    return new ToolDescriptor(
        backend + "." + name,
        backend,
        BackendTool.of(
                name, description, JsonNodeFactory.instance.objectNode().put("type", "object"))
            .withTags(List.of(tags)));
  }

  public static TestCatalog empty() {
    return new TestCatalog(new TreeMap<>());
  }

  public static TestCatalog of(List<ToolDescriptor> tools) {
    TestCatalog catalog = empty();
    for (String backend : tools.stream().map(ToolDescriptor::backend).distinct().toList()) {
      catalog =
          catalog.with(
              backend, tools.stream().filter(tool -> tool.backend().equals(backend)).toList());
    }
    return catalog;
  }

  /** Tools given as {@code backend.tool}. */
  public static TestCatalog of(String... keys) {
    return of(
        Stream.of(keys)
            .map(key -> key.split("\\.", 2))
            .map(parts -> tool(parts[0], parts[1], "does " + parts[0] + "." + parts[1]))
            .toList());
  }

  public TestCatalog with(String backend, List<ToolDescriptor> tools) {
    SortedMap<String, List<ToolDescriptor>> changed = new TreeMap<>(byBackend);
    changed.put(backend, tools.stream().sorted(BY_KEY).toList());
    return new TestCatalog(changed);
  }

  public TestCatalog without(String backend) {
    SortedMap<String, List<ToolDescriptor>> changed = new TreeMap<>(byBackend);
    changed.remove(backend);
    return new TestCatalog(changed);
  }

  private Stream<ToolDescriptor> all() {
    return byBackend.values().stream().flatMap(List::stream);
  }

  @Override
  public long generation() {
    return 1;
  }

  @Override
  public List<ToolDescriptor> tools() {
    return all().sorted(BY_KEY).toList();
  }

  @Override
  public List<ToolDescriptor> tools(String backend) {
    return byBackend.getOrDefault(backend, List.of());
  }

  @Override
  public List<String> backends() {
    return List.copyOf(byBackend.keySet());
  }

  @Override
  public Optional<ToolDescriptor> resolve(String name) {
    Optional<ToolDescriptor> byKey = all().filter(tool -> tool.key().equals(name)).findFirst();
    List<ToolDescriptor> byName = withOriginalName(name);
    return byKey.isEmpty() && byName.size() == 1 ? Optional.of(byName.get(0)) : byKey;
  }

  @Override
  public List<ToolDescriptor> withOriginalName(String name) {
    return all().filter(tool -> tool.originalName().equals(name)).toList();
  }

  @Override
  public Map<String, String> aliases() {
    return Map.of();
  }
}
