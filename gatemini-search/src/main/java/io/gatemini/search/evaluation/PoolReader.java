package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.ToolAnnotations;
import io.gatemini.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the tools and queries of one pool. */
final class PoolReader {
  private static final String TOOLS = "tools.jsonl";
  private static final String QUERIES = "queries.jsonl";
  private static final String NOISY = "queries_noisy.jsonl";

  private final PoolDefinition definition;
  private final Path corpus;

  /** Every id of the corpus, also those that are not of the pool. */
  private final Set<String> known = new HashSet<>();

  private PoolReader(Path data, PoolDefinition definition) {
    this.definition = definition;
    try {
      this.corpus = data.resolve(definition.corpus());
    } catch (InvalidPathException e) {
      throw new ConfigException(
          "pools.json: \"" + definition.corpus() + "\" is not the name of a directory", e);
    }
  }

  /**
   * Reads a pool.
   *
   * @throws ConfigException when a file is missing, malformed or empty, or names an unknown tool
   */
  static Pool read(Path data, PoolDefinition definition) {
    return new PoolReader(data, definition).pool();
  }

  private Pool pool() {
    List<EvaluatedTool> tools = tools();
    List<EvaluatedQuery> queries = queries(QUERIES);
    queries.removeIf(query -> !query.source().startsWith(definition.source()));
    if (tools.isEmpty() || queries.stream().allMatch(EvaluatedQuery::isForeign)) {
      throw new ConfigException(
          "pool \""
              + definition.name()
              + "\" has no "
              + (tools.isEmpty() ? "tools" : "queries that a tool answers")
              + "; see \"origin\" and \"source\" of it in pools.json, and the files of "
              + definition.corpus());
    }
    List<EvaluatedQuery> noisy = noisy(queries);
    Set<String> ids = tools.stream().map(EvaluatedTool::id).collect(Collectors.toSet());
    int beyond = (int) queries.stream().filter(query -> !ids.containsAll(query.gold())).count();
    return new Pool(
        definition.name(), List.copyOf(tools), List.copyOf(queries), List.copyOf(noisy), beyond);
  }

  private List<EvaluatedTool> tools() {
    List<EvaluatedTool> tools = new ArrayList<>();
    JsonLine.read(
        corpus.resolve(TOOLS),
        label(TOOLS),
        line -> {
          EvaluatedTool tool = tool(line);
          String origin = definition.origin();
          if (origin.isEmpty() || line.text("origin", "").equals(origin)) {
            tools.add(tool);
          }
        });
    return tools;
  }

  private EvaluatedTool tool(JsonLine line) {
    String backend = line.text("backend");
    String name = line.text("name");
    String id = line.has("id") ? line.text("id") : freeId(backend + "." + name);
    if (!known.add(id)) {
      throw line.wrong("there are two tools with the id \"" + id + "\"; ids must be unique");
    }
    JsonNode schema = line.object().path("input_schema");
    return new EvaluatedTool(
        id,
        backend,
        name,
        line.text("description", ""),
        schema.isObject() ? schema : JsonNodeFactory.instance.objectNode().put("type", "object"),
        ToolAnnotations.fromJson(line.object().path("annotations")));
  }

  private String freeId(String id) {
    String free = id;
    for (int n = 2; known.contains(free); n++) {
      free = id + "#" + n;
    }
    return free;
  }

  private List<EvaluatedQuery> noisy(List<EvaluatedQuery> clean) {
    if (!definition.noisy() || !Files.exists(corpus.resolve(NOISY))) {
      return List.of();
    }
    List<EvaluatedQuery> noisy = queries(NOISY);
    if (!definition.source().isEmpty()) {
      // The source of a noisy query is its kind of noise; its pool is that of its clean query.
      Set<String> ids = clean.stream().map(EvaluatedQuery::id).collect(Collectors.toSet());
      noisy.removeIf(query -> !ids.contains(query.of()));
    }
    return noisy;
  }

  private List<EvaluatedQuery> queries(String file) {
    List<EvaluatedQuery> queries = new ArrayList<>();
    JsonLine.read(corpus.resolve(file), label(file), line -> queries.add(query(line)));
    return queries;
  }

  private EvaluatedQuery query(JsonLine line) {
    JsonNode list = line.object().path("gold");
    if (!list.isArray()) {
      throw line.wrong("\"gold\" must be a list of tool ids; it is empty where no tool answers");
    }
    Set<String> gold = new LinkedHashSet<>();
    for (JsonNode id : list) {
      if (!known.contains(id.asText())) {
        throw line.wrong(
            "gold tool \"" + id.asText() + "\" is not an id in " + label(TOOLS) + "; correct one");
      }
      gold.add(id.asText());
    }
    String mode = line.text("mode", "all");
    if (!mode.equals("all") && !mode.equals("any")) {
      throw line.wrong("\"mode\" is \"" + mode + "\"; write \"all\" or \"any\"");
    }
    return new EvaluatedQuery(
        line.text("id"),
        line.text("query"),
        gold,
        mode.equals("any"),
        line.text("source", "unnamed"),
        line.text("of", ""));
  }

  private String label(String file) {
    return definition.corpus().isEmpty() ? file : definition.corpus() + "/" + file;
  }
}
