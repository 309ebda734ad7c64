package io.gatemini.search.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import io.gatemini.spi.TextAnalyzer.Token;
import io.gatemini.testing.EvaluationData;
import io.gatemini.testing.TestCatalog;
import io.gatemini.text.EnglishAnalyzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The share of requests in people's own words of which a word that is no stop word has the stem of
 * one of the words of the catalog, or of the descriptions of {@code search_tools} and {@code
 * call_tool_chain}: over a hundred catalogs of five servers, and over one of all servers.
 */
@Tag("long")
@EnabledIf("io.gatemini.testing.EvaluationData#isThere")
class CatalogWordsShareTest {
  private static final EnglishAnalyzer ANALYZER = new EnglishAnalyzer();

  private final Map<String, List<ToolDescriptor>> servers = new TreeMap<>();
  private final Map<String, List<String>> requests = new TreeMap<>();

  @Test
  void sharesAWordWithSevenOfTenRequests() throws IOException {
    read();

    for (boolean tuned : List.of(true, false)) {
      List<String> half = requests.keySet().stream().filter(it -> isTuned(it) == tuned).toList();
      List<List<String>> five = new ArrayList<>();
      Random random = new Random(1);
      for (int i = 0; i < 100; i++) {
        List<String> shuffled = new ArrayList<>(half);
        Collections.shuffle(shuffled, random);
        five.add(shuffled.subList(0, 5));
      }
      System.err.printf(
          "%s: five %.3f, before %.3f, as written %.3f; all %.3f, before %.3f, as written %.3f%n",
          tuned ? "tuned" : "others",
          share(five, true, Token::term),
          share(five, false, Token::term),
          share(five, true, Token::word),
          share(List.of(half), true, Token::term),
          share(List.of(half), false, Token::term),
          share(List.of(half), true, Token::word));
      assertThat(share(five, true, Token::term)).isGreaterThan(0.76);
      assertThat(share(List.of(half), true, Token::term)).isGreaterThan(0.7);
    }
  }

  /** Words of documentation and weights were chosen on this half of the servers. */
  private static boolean isTuned(String server) {
    return server.chars().sum() * 7_919 % 1_000 < 500;
  }

  private void read() throws IOException {
    Path data = EvaluationData.directory().orElseThrow();
    Map<String, String> serverOf = new HashMap<>();
    for (String line : Files.readAllLines(data.resolve("mcp/tools.jsonl"))) {
      JsonNode tool = Json.mapper().readTree(line);
      String server = tool.path("backend").asText();
      String id = tool.path("id").asText();
      String description = tool.path("description").asText();
      serverOf.put(id, server);
      servers
          .computeIfAbsent(server, any -> new ArrayList<>())
          .add(
              new ToolDescriptor(
                  id,
                  server,
                  BackendTool.of(
                      tool.path("name").asText(), description, tool.path("input_schema"))));
    }
    for (String file : List.of("plain/requests.jsonl", "plain/hands.jsonl")) {
      for (String line : Files.readAllLines(data.resolve(file))) {
        JsonNode asked = Json.mapper().readTree(line);
        String server = serverOf.getOrDefault(asked.path("id").asText(), "");
        Stream.of("short", "sentence", "indirect", "free")
            .filter(asked::has)
            .forEach(
                form ->
                    requests
                        .computeIfAbsent(server, any -> new ArrayList<>())
                        .add(asked.path(form).asText()));
      }
    }
  }

  private double share(
      List<List<String>> catalogs, boolean withWords, Function<Token, String> form) {
    String own = own();
    int asked = 0;
    int shared = 0;
    for (List<String> of : catalogs) {
      List<ToolDescriptor> tools = of.stream().map(servers::get).flatMap(List::stream).toList();
      String words = withWords ? CatalogWords.of(TestCatalog.of(tools), ANALYZER) + " " : "";
      Set<String> known = forms(words + own, form);
      for (String request : of.stream().map(requests::get).flatMap(List::stream).toList()) {
        asked++;
        shared += Collections.disjoint(known, forms(request, form)) ? 0 : 1;
      }
    }
    return (double) shared / asked;
  }

  private static Set<String> forms(String text, Function<Token, String> form) {
    return ANALYZER.analyze(text).stream().map(form).collect(Collectors.toSet());
  }

  /** The names and descriptions of the two tools by which an agent begins and runs. */
  private static String own() {
    try (Gateway gateway = Gateway.builder().build()) {
      return gateway.surface().tools(Session.local()).stream()
          .filter(tool -> Set.of("search_tools", "call_tool_chain").contains(tool.name()))
          .map(tool -> tool.name() + " " + tool.description())
          .collect(Collectors.joining(" "));
    }
  }
}
