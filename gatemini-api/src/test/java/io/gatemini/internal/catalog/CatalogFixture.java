package io.gatemini.internal.catalog;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolDefinition;
import io.gatemini.spi.BackendTool;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A snapshot over a list of tools, in a few lines; slow to resolve. */
public record CatalogFixture(long generation, List<ToolDefinition> tools)
    implements CatalogSnapshot {

  public CatalogFixture {
    tools = tools.stream().sorted(Comparator.comparing(ToolDefinition::name)).toList();
  }

  public static CatalogFixture of(long generation, ToolDefinition... tools) {
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

  public static ToolDefinition tool(String backend, String name, String description) {
    return tool(backend, name, description, "{\"type\":\"object\"}");
  }

  public static ToolDefinition tool(
      String backend, String name, String description, String schema) {
    return new ToolDefinition(
        backend + "." + name,
        backend,
        BackendTool.of(name, description, RawJson.parse(schema).tree()));
  }

  /** This catalog, one generation later, with other tools in it. */
  public CatalogFixture with(ToolDefinition... more) {
    return new CatalogFixture(
        generation + 1, Stream.concat(tools.stream(), Stream.of(more)).toList());
  }

  /** This catalog, one generation later, without a tool. */
  public CatalogFixture without(String name) {
    return new CatalogFixture(
        generation + 1, tools.stream().filter(tool -> !tool.name().equals(name)).toList());
  }

  @Override
  public List<ToolDefinition> tools(String backend) {
    return tools.stream().filter(tool -> tool.backend().equals(backend)).toList();
  }

  @Override
  public List<String> backends() {
    return tools.stream().map(ToolDefinition::backend).distinct().toList();
  }

  @Override
  public Optional<ToolDefinition> resolve(String name) {
    List<ToolDefinition> bare = withOriginalName(name);
    return tools.stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .or(() -> bare.size() == 1 ? Optional.of(bare.get(0)) : Optional.empty());
  }

  @Override
  public List<ToolDefinition> withOriginalName(String name) {
    return tools.stream().filter(tool -> tool.originalName().equals(name)).toList();
  }

  @Override
  public Map<String, String> aliases() {
    return Map.of();
  }
}
