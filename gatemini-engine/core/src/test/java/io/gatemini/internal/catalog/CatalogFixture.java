package io.gatemini.internal.catalog;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.BackendTool;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A snapshot over a list of tools, in a few lines; slow to resolve. */
public record CatalogFixture(long generation, List<ToolDescriptor> tools)
    implements CatalogSnapshot {

  public CatalogFixture {
    tools = tools.stream().sorted(Comparator.comparing(ToolDescriptor::key)).toList();
  }

  public static CatalogFixture of(long generation, ToolDescriptor... tools) {
    return new CatalogFixture(generation, List.of(tools));
  }

  /** The corpus that the golden values of the functional specification (2.8) are made from. */
  public static CatalogFixture corpusC1() {
    return of(
        1,
        tool("exa", "web_search_exa", "Search the web using Exa"),
        tool("exa", "find_similar", "Find similar content"),
        tool("tavily", "tavily_search", "Web search via Tavily"),
        tool("time", "get_current_time", "Get current time in a specific timezone"),
        tool("time", "convert_time", "Convert time between timezones"));
  }

  public static ToolDescriptor tool(String backend, String name, String description) {
    return tool(backend, name, description, "{\"type\":\"object\"}");
  }

  public static ToolDescriptor tool(
      String backend, String name, String description, String schema) {
    return new ToolDescriptor(
        backend + "." + name,
        backend,
        BackendTool.of(name, description, RawJson.parse(schema).tree()));
  }

  /** This catalog, one generation later, with other tools in it. */
  public CatalogFixture with(ToolDescriptor... more) {
    return new CatalogFixture(
        generation + 1, Stream.concat(tools.stream(), Stream.of(more)).toList());
  }

  /** This catalog, one generation later, without a tool. */
  public CatalogFixture without(String name) {
    return new CatalogFixture(
        generation + 1, tools.stream().filter(tool -> !tool.key().equals(name)).toList());
  }

  @Override
  public List<ToolDescriptor> tools(String backend) {
    return tools.stream().filter(tool -> tool.backend().equals(backend)).toList();
  }

  @Override
  public List<String> backends() {
    return tools.stream().map(ToolDescriptor::backend).distinct().toList();
  }

  @Override
  public Optional<ToolDescriptor> resolve(String name) {
    List<ToolDescriptor> bare = withOriginalName(name);
    return tools.stream()
        .filter(tool -> tool.key().equals(name))
        .findFirst()
        .or(() -> bare.size() == 1 ? Optional.of(bare.get(0)) : Optional.empty());
  }

  @Override
  public List<ToolDescriptor> withOriginalName(String name) {
    return tools.stream().filter(tool -> tool.originalName().equals(name)).toList();
  }

  @Override
  public Map<String, String> aliases() {
    return Map.of();
  }
}
