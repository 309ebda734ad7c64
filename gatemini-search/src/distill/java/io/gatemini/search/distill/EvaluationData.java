package io.gatemini.search.distill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatemini.text.FirstSentence;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A directory of evaluation data: pools of tools with queries and the tools that answer them. */
final class EvaluationData {
  /**
   * @param texts what stands for the tool: name and description, name and first sentence
   */
  record Tool(String id, List<String> texts) {}

  /**
   * @param gold indices into the pool's tools
   * @param any whether one gold tool is enough
   */
  record Query(String text, Set<Integer> gold, boolean any) {}

  record Pool(String name, List<Tool> tools, List<Query> queries) {}

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private EvaluationData() {}

  static List<Pool> pools(Path directory) throws IOException {
    List<Pool> pools = new ArrayList<>();
    for (JsonNode spec : MAPPER.readTree(directory.resolve("pools.json").toFile())) {
      Path corpus = directory.resolve(spec.path("corpus").asText());
      Map<String, Integer> index = new HashMap<>();
      List<Tool> tools = new ArrayList<>();
      for (JsonNode tool : lines(corpus.resolve("tools.jsonl"))) {
        String origin = spec.path("origin").asText();
        if (origin.isEmpty() || tool.path("origin").asText().equals(origin)) {
          index.put(tool.path("id").asText(), tools.size());
          tools.add(tool(tool));
        }
      }
      List<Query> queries = new ArrayList<>();
      for (JsonNode query : lines(corpus.resolve("queries.jsonl"))) {
        if (query.path("source").asText().startsWith(spec.path("source").asText())) {
          Set<Integer> gold = new HashSet<>();
          query.path("gold").forEach(id -> gold.add(index.getOrDefault(id.asText(), -1)));
          queries.add(
              new Query(
                  query.path("query").asText(), gold, query.path("mode").asText().equals("any")));
        }
      }
      pools.add(new Pool(spec.path("name").asText(), tools, queries));
    }
    return pools;
  }

  /** Every text of every file, normalised: what no training text may equal. */
  static Set<String> normalisedTexts(Path directory) throws IOException {
    Set<String> texts = new HashSet<>();
    try (var files = Files.walk(directory)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
        for (JsonNode node : lines(file)) {
          String name = node.path("name").asText();
          String description = node.path("description").asText();
          for (String text :
              List.of(
                  node.path("query").asText(),
                  description,
                  FirstSentence.of(description),
                  name + " " + description)) {
            texts.add(Prose.normalised(text));
          }
        }
      }
    }
    texts.remove("");
    return texts;
  }

  private static Tool tool(JsonNode tool) {
    String name = tool.path("name").asText();
    String description = tool.path("description").asText();
    return new Tool(
        tool.path("id").asText(),
        List.of(name + " " + description, name + " " + FirstSentence.of(description)));
  }

  static List<JsonNode> lines(Path file) throws IOException {
    List<JsonNode> nodes = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        nodes.add(MAPPER.readTree(line));
      }
    }
    return nodes;
  }

  /** All texts that must be encoded to rank the pools, each once. */
  static List<String> texts(List<Pool> pools) {
    Map<String, Boolean> texts = new LinkedHashMap<>();
    for (Pool pool : pools) {
      pool.queries().forEach(query -> texts.put(query.text(), true));
      pool.tools().forEach(tool -> tool.texts().forEach(text -> texts.put(text, true)));
    }
    return List.copyOf(texts.keySet());
  }
}
