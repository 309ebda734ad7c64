package io.gatemini.search.distill;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.search.embedding.WordPiece;
import io.gatemini.text.FirstSentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Requests in people's own words, and the tools that they are for. */
record RequestData(List<Tool> tools, List<Request> requests) {
  /** Servers of one catalog of the figures. */
  private static final int SERVERS = 5;

  private static final int FOLDS = 3;
  private static final long SERVER_ORDER = 7;

  /** The corpus of real servers, and those that are only trained on. */
  private static final String SERVED = "mcp";

  private static final List<String> OTHERS = List.of("distractors", "metatool", "sealtools");

  /** No name of a backend has them; see {@code RegisteredTools}. */
  private static final Pattern FORBIDDEN = Pattern.compile("[^A-Za-z0-9_-]+");

  /** As much of a description as the search reads, and of its first sentence. */
  private static final int LONGEST = 8_000;

  private static final int LONGEST_SENTENCE = 1_000;

  private static final int SHORT_WORDS = 6;

  /**
   * A tool.
   *
   * @param json a line of {@code tools.jsonl}
   * @param catalog the number of the five servers that it is found among; -1 where only trained on
   */
  record Tool(JsonNode json, String server, int catalog) {
    static Tool of(JsonNode json, int catalog) {
      String server = FORBIDDEN.matcher(json.path("backend").asText()).replaceAll("-");
      return new Tool(json, server, catalog);
    }

    String id() {
      return json.path("id").asText();
    }

    /** Whether a fit without this fold must not know it. */
    boolean isOf(int fold) {
      return catalog >= 0 && catalog % FOLDS == fold;
    }

    RequestFit.Tool encode(WordPiece pieces, int number) {
      String description = json.path("description").asText();
      String text = description.substring(0, Math.min(LONGEST, description.length()));
      String head = server + " " + json.path("name").asText() + " ";
      return new RequestFit.Tool(
          number,
          rows(pieces, head + text),
          rows(pieces, head + FirstSentence.of(text, LONGEST_SENTENCE)));
    }
  }

  /**
   * A request.
   *
   * @param kind short, sentence, indirect or free
   * @param tool an index into the tools
   */
  record Request(String hand, String kind, String text, int tool) {}

  static int folds() {
    return FOLDS;
  }

  /**
   * Reads the requests of the evaluation data and of this project.
   *
   * @param written a directory with a file for each hand
   */
  static RequestData read(Path evaluation, Path written) throws IOException {
    List<Tool> tools = served(evaluation.resolve(SERVED));
    for (String corpus : OTHERS) {
      EvaluationData.lines(evaluation.resolve(corpus).resolve("tools.jsonl"))
          .forEach(line -> tools.add(Tool.of(line, -1)));
    }
    Map<String, Integer> places = places(tools);
    List<Request> requests = new ArrayList<>();
    for (String file : List.of("requests", "hands")) {
      for (JsonNode line : EvaluationData.lines(evaluation.resolve("plain/" + file + ".jsonl"))) {
        for (String kind : List.of("short", "sentence", "indirect", "free")) {
          if (line.hasNonNull(kind)) {
            String hand = line.path("hand").asText("first hand");
            int tool = places.get(line.path("id").asText());
            requests.add(new Request(hand, kind, line.path(kind).asText(), tool));
          }
        }
      }
    }
    try (var files = Files.list(written)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".jsonl")).sorted().toList()) {
        String hand = file.getFileName().toString().replace(".jsonl", "").replace('-', ' ');
        for (JsonNode line : EvaluationData.lines(file)) {
          String text = line.path("text").asText();
          String kind = text.split(" ", -1).length <= SHORT_WORDS ? "short" : "free";
          requests.add(new Request(hand, kind, text, places.get(line.path("id").asText())));
        }
      }
    }
    return new RequestData(tools, requests);
  }

  /**
   * Reads tools and requests that no model was trained on.
   *
   * @param file the name of the file of requests
   */
  static RequestData kept(Path directory, String file) throws IOException {
    List<Tool> tools = served(directory);
    Map<String, Integer> places = places(tools);
    List<Request> requests = new ArrayList<>();
    for (JsonNode line : EvaluationData.lines(directory.resolve(file))) {
      requests.add(
          new Request(
              line.path("hand").asText(),
              line.path("kind").asText(),
              line.path("text").asText(),
              places.get(line.path("id").asText())));
    }
    return new RequestData(tools, requests);
  }

  private static List<Tool> served(Path corpus) throws IOException {
    List<JsonNode> lines = EvaluationData.lines(corpus.resolve("tools.jsonl"));
    List<String> servers =
        lines.stream()
            .map(line -> line.path("backend").asText())
            .distinct()
            .sorted()
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(servers, new Random(SERVER_ORDER));
    Map<String, Integer> catalogs = new HashMap<>();
    servers.forEach(server -> catalogs.put(server, catalogs.size() / SERVERS));
    return lines.stream()
        .map(line -> Tool.of(line, catalogs.get(line.path("backend").asText())))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Map<String, Integer> places(List<Tool> tools) {
    Map<String, Integer> places = new HashMap<>();
    tools.forEach(tool -> places.put(tool.id(), places.size()));
    return places;
  }

  /** Fits rows to some of the requests, of tools that are all known but those left out. */
  double fit(
      RequestFit.Settings settings,
      List<String> tokens,
      float[][] rows,
      Predicate<Tool> knows,
      Predicate<Request> learns,
      int threads) {
    WordPiece pieces = WordPiece.of(tokens);
    Map<String, Integer> servers = new HashMap<>();
    int[] places = new int[tools.size()];
    List<RequestFit.Tool> known = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      Tool tool = tools.get(i);
      places[i] = knows.test(tool) ? known.size() : -1;
      if (places[i] >= 0) {
        Integer number = servers.computeIfAbsent(tool.server(), server -> servers.size());
        known.add(tool.encode(pieces, number));
      }
    }
    List<RequestFit.Pair> pairs =
        requests.stream()
            .filter(request -> places[request.tool()] >= 0 && learns.test(request))
            .map(
                request ->
                    new RequestFit.Pair(rows(pieces, request.text()), places[request.tool()]))
            .toList();
    return RequestFit.run(settings, rows, known, pairs, threads);
  }

  private static int[] rows(WordPiece pieces, String text) {
    int[] rows = pieces.encodeIdentifiers(text);
    Arrays.sort(rows);
    return rows;
  }
}
