package io.gatemini.search.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.text.BytesTokenEstimator;
import io.gatemini.text.FirstSentence;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures what discovery costs an agent in tokens, against all schemas at once. Immutable: every
 * setter returns a changed copy. {@link #run} works on the calling thread and may be called again.
 *
 * <p>A pool of the data is cut to catalogs of given sizes that keep the tools of twenty tasks. Each
 * becomes a gateway, and each task goes through its meta-tools as the flow has it: {@code
 * search_tools}, {@code tool_info} in brief, {@code tool_info} in full, a JSON call by {@code
 * call_tool_chain}; once with rows of JSON, once with signature lines. Counted are the arguments
 * that an agent writes and the texts it reads. The tools answer a few words.
 *
 * <p>An agent that leaves a step out pays less; one that searches twice, more.
 */
final class TokenMeasurement {
  /** How many tasks are done in each catalog. */
  static final int TASKS = 20;

  private static final int INDEX_SENTENCE = 120;
  private static final Duration INDEXED = Duration.ofMinutes(10);
  private static final ToolResult ANSWER = ToolResult.text("{\"status\":\"ok\",\"count\":3}");

  private final Path data;
  private final Optional<String> pool;
  private final List<Integer> sizes;
  private final Optional<Path> texts;
  private final Consumer<String> progress;
  private final TokenEstimator tokens = new BytesTokenEstimator();

  private TokenMeasurement(
      Path data,
      Optional<String> pool,
      List<Integer> sizes,
      Optional<Path> texts,
      Consumer<String> progress) {
    this.data = data;
    this.pool = pool;
    this.sizes = sizes;
    this.texts = texts;
    this.progress = progress;
  }

  /** A measurement of the largest pool of a directory, as {@link Evaluation#of} reads it. */
  static TokenMeasurement of(Path data) {
    return new TokenMeasurement(
        Objects.requireNonNull(data, "data"),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        told -> {});
  }

  /** Measures the pool of this name. */
  TokenMeasurement pool(String name) {
    return new TokenMeasurement(data, Optional.of(name), sizes, texts, progress);
  }

  /** How many tools the catalogs have; all of the pool where it is not said, or has fewer. */
  TokenMeasurement tools(List<Integer> sizes) {
    return new TokenMeasurement(data, pool, List.copyOf(sizes), texts, progress);
  }

  /**
   * Writes the texts that are counted to a file: one line a text, {@code {"tools", "form", "task",
   * "step", "text"}}, to be counted by a tokenizer.
   */
  TokenMeasurement texts(Path file) {
    return new TokenMeasurement(data, pool, sizes, Optional.of(file), progress);
  }

  /** Reports how far the measurement is, on the thread that runs it. */
  TokenMeasurement progress(Consumer<String> listener) {
    return new TokenMeasurement(
        data, pool, sizes, texts, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Runs the measurement.
   *
   * @throws ConfigException naming file and line where the data is wrong, or when there is no pool
   *     of the name
   */
  TokenReport run() {
    Pool chosen = chosen(data, pool);
    List<EvaluatedQuery> tasks = CatalogCut.tasks(chosen, TASKS);
    if (tasks.isEmpty()) {
      throw new ConfigException(
          "pool \"" + chosen.name() + "\" has no query that one tool answers; name another --pool");
    }
    List<CatalogCost> catalogs = new ArrayList<>();
    try (JsonLinesWriter writer = JsonLinesWriter.to(texts, "texts")) {
      for (int size : sizes.isEmpty() ? List.of(chosen.tools().size()) : sizes) {
        if (size < tasks.size()) {
          throw new ConfigException(
              "a catalog of " + size + " tools is too small for " + tasks.size() + " tasks");
        }
        catalogs.add(measure(CatalogCut.of(chosen, tasks, size), writer));
      }
    }
    return new TokenReport(chosen.name(), catalogs);
  }

  /** The pool of a name, or the largest. */
  static Pool chosen(Path data, Optional<String> pool) {
    List<Pool> pools = new ArrayList<>();
    List<PoolDefinition> definitions = PoolDefinition.in(data);
    for (PoolDefinition definition : definitions) {
      if (pool.isEmpty() || pool.get().equals(definition.name())) {
        pools.add(PoolReader.read(data, definition));
      }
    }
    return pools.stream()
        .max(Comparator.comparingInt(candidate -> candidate.tools().size()))
        .orElseThrow(
            () ->
                new ConfigException(
                    "there is no pool \""
                        + pool.orElse("")
                        + "\"; there is "
                        + String.join(
                            ", ", definitions.stream().map(PoolDefinition::name).toList())));
  }

  private CatalogCost measure(CatalogCut cut, JsonLinesWriter writer) {
    RegisteredTools registered = RegisteredTools.of(cut.tools(), ANSWER);
    List<FlowCost> flows = new ArrayList<>();
    String schemas = "";
    String index = "";
    for (boolean compact : new boolean[] {false, true}) {
      String form = compact ? "compact" : "default";
      GatewayBuilder builder =
          Gateway.builder()
              .outputConfig(output -> output.compactRows(compact).structuredContent(true));
      registered.addTo(builder);
      try (Gateway gateway = builder.build()) {
        if (!gateway.awaitIndexed(INDEXED)) {
          throw new GatewayException("the tools were not searchable within " + INDEXED);
        }
        flows.add(new DiscoveryFlow(gateway, registered, form, tokens, writer).run(cut));
        schemas = schemas(gateway.catalog().tools());
        index = index(gateway.catalog().tools());
      }
      progress.accept(cut.tools().size() + " tools, " + form + " form: done");
    }
    writer.write(DiscoveryFlow.line(cut.tools().size(), "", "", "all schemas", schemas));
    return new CatalogCost(
        cut.tools().size(),
        tokens.estimate(schemas),
        schemas.getBytes(StandardCharsets.UTF_8).length,
        index.getBytes(StandardCharsets.UTF_8).length,
        flows);
  }

  /** The answer to {@code tools/list} of every backend, as a model sees it. */
  static String schemas(List<ToolDescriptor> tools) {
    ArrayNode definitions = JsonNodeFactory.instance.arrayNode();
    tools.forEach(
        tool ->
            definitions.add(
                definition(tool.originalName(), tool.description(), tool.inputSchema())));
    return definitions.toString();
  }

  private static String index(List<ToolDescriptor> tools) {
    ArrayNode index = JsonNodeFactory.instance.arrayNode();
    for (ToolDescriptor tool : tools) {
      index
          .addObject()
          .put("name", tool.key())
          .put("backend", tool.backend())
          .put("description", FirstSentence.of(tool.description(), INDEX_SENTENCE));
    }
    return index.toString();
  }

  /** A tool as a model sees it. */
  static ObjectNode definition(String name, String description, JsonNode inputSchema) {
    ObjectNode definition =
        JsonNodeFactory.instance.objectNode().put("name", name).put("description", description);
    definition.set("inputSchema", inputSchema);
    return definition;
  }
}
