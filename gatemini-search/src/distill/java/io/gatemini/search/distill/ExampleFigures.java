package io.gatemini.search.distill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.search.evaluation.AskedCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The program {@code ExampleFigures MODEL}: what ten pairs of request and tool a server bring. The
 * pairs are drawn from the requests of {@code kept}, which no model was trained on, and all others
 * are asked, over catalogs of five servers.
 */
final class ExampleFigures {
  private static final int PAIRS = 10;
  private static final int NOT_FOUND = Integer.MAX_VALUE;
  private static final long SEED = 20_261_130;
  private static final Path KEPT = Path.of("src", "distill", "kept");

  private final RequestData data;
  private final Path model;
  private final Set<Integer> pairs = new HashSet<>();

  private ExampleFigures(RequestData data, Path model) {
    this.data = data;
    this.model = model;
    Map<String, List<Integer>> byServer = new TreeMap<>();
    for (int i = 0; i < data.requests().size(); i++) {
      byServer.computeIfAbsent(toolOf(i).server(), server -> new ArrayList<>()).add(i);
    }
    Random random = new Random(SEED);
    byServer
        .values()
        .forEach(
            requests -> {
              Collections.shuffle(requests, random);
              pairs.addAll(requests.subList(0, Math.min(PAIRS, requests.size() / 2)));
            });
  }

  private RequestData.Tool toolOf(int request) {
    return data.tools().get(data.requests().get(request).tool());
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("one path is needed: MODEL");
    }
    new ExampleFigures(RequestData.kept(KEPT, "requests.jsonl"), Path.of(arguments[0])).print();
  }

  private void print() {
    Map<Integer, int[]> places = new TreeMap<>();
    int[] catalogs =
        data.tools().stream()
            .mapToInt(RequestData.Tool::catalog)
            .filter(i -> i >= 0)
            .distinct()
            .toArray();
    IntStream.of(catalogs)
        .parallel()
        .forEach(
            catalog -> {
              for (boolean with : new boolean[] {false, true}) {
                ask(catalog, with, places);
              }
            });
    Set<Integer> tools =
        pairs.stream().map(i -> data.requests().get(i).tool()).collect(Collectors.toSet());
    List<Integer> all = new ArrayList<>(places.keySet());
    row("all", all, places);
    row(
        "tools with a pair",
        all.stream().filter(i -> tools.contains(data.requests().get(i).tool())).toList(),
        places);
    row(
        "tools without one",
        all.stream().filter(i -> !tools.contains(data.requests().get(i).tool())).toList(),
        places);
  }

  private static void row(String name, List<Integer> requests, Map<Integer, int[]> places) {
    StringBuilder row = new StringBuilder("| " + name + " | " + requests.size());
    for (int depth : new int[] {1, 3}) {
      for (int way = 0; way < 2; way++) {
        int number = way;
        row.append(
            String.format(
                Locale.ROOT,
                " | %.3f",
                requests.stream().filter(i -> places.get(i)[number] < depth).count()
                    / (double) requests.size()));
      }
    }
    System.out.println(row + " |");
  }

  private void ask(int catalog, boolean with, Map<Integer, int[]> places) {
    List<Integer> all =
        IntStream.range(0, data.requests().size())
            .filter(i -> toolOf(i).catalog() == catalog)
            .boxed()
            .toList();
    List<Integer> asked = all.stream().filter(i -> !pairs.contains(i)).toList();
    try {
      Path file = Files.createTempFile("examples", ".jsonl");
      Map<String, String> keys = new HashMap<>();
      List<String> lines = new ArrayList<>();
      ObjectNode config = JsonNodeFactory.instance.objectNode().put("model", model.toString());
      if (with) {
        for (int i : all) {
          if (pairs.contains(i)) {
            lines.add(
                JsonNodeFactory.instance
                    .objectNode()
                    .put("request", data.requests().get(i).text())
                    .put("tool", toolOf(i).server() + "." + toolOf(i).json().path("name").asText())
                    .toString());
          }
        }
        Files.write(file, lines);
        config.put("examples", file.toString());
      }
      List<List<String>> rankings =
          AskedCatalog.rankings(
              data.tools().stream()
                  .filter(tool -> tool.catalog() == catalog)
                  .map(RequestData.Tool::json)
                  .toList(),
              asked.stream().map(i -> data.requests().get(i).text()).toList(),
              builder -> builder.pluginConfig("semantic", config));
      for (int i = 0; i < asked.size(); i++) {
        int place = rankings.get(i).indexOf(toolOf(asked.get(i)).id());
        synchronized (places) {
          places.computeIfAbsent(asked.get(i), it -> new int[2])[with ? 1 : 0] =
              place < 0 ? NOT_FOUND : place;
        }
      }
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
