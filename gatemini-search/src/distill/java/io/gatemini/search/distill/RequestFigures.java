package io.gatemini.search.distill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.GatewayBuilder;
import io.gatemini.search.evaluation.AskedCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The program {@code RequestFigures START EVALUATION WORK MODEL}: how often the search finds the
 * tool of a request first, and among three, five and ten.
 *
 * <p>No figure is of a model that learnt anything of the tool's server. A fold's requests are asked
 * of a model that was trained without the fold, by one fit, and kept in {@code WORK}; the requests
 * of {@code kept} are asked of {@code MODEL}, the shipped one.
 */
final class RequestFigures {
  private static final int[] DEPTHS = {1, 3, 5, 10};
  private static final int NOT_FOUND = Integer.MAX_VALUE;
  private static final int NOT_ASKED = -1;

  /** Every fifth request is asked over all tools: two and three requests of a tool take turns. */
  private static final int EVERY = 5;

  private static final int DRAWS = 2_000;
  private static final long SEED = 20_250_101;

  /** By fold, the hands that a further fit does not learn either. */
  private static final List<Set<String>> HELD =
      List.of(
          Set.of("german speaker", "planning agent"),
          Set.of("shop owner", "on-call engineer"),
          Set.of("retired teacher", "data analyst"));

  /**
   * A way to search.
   *
   * @param model by fold
   * @param heldOnly whether only requests of the hands are asked that the model did not learn
   */
  private record Way(String name, String retrieval, IntFunction<Path> model, boolean heldOnly) {}

  /** Requests, tools and hands that no model was trained on. */
  private static final Path KEPT = Path.of("src", "distill", "kept");

  private final RequestData data;
  private final int every;
  private final List<Way> ways;

  /**
   * @param every over all tools, so many requests are one
   */
  private RequestFigures(RequestData data, int every, List<Way> ways) {
    this.data = data;
    this.every = every;
    this.ways = ways;
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 4) {
      throw new IllegalArgumentException(
          "four paths are needed: START EVALUATION WORK MODEL; see MODEL.md");
    }
    Path start = Path.of(arguments[0]);
    Path work = Files.createDirectories(Path.of(arguments[2]));
    Path shipped = Path.of(arguments[3]);
    List<Way> before =
        List.of(
            new Way("words", "lexical", fold -> start, false),
            new Way("meaning before", "semantic", fold -> start, false),
            new Way("hybrid before", "hybrid", fold -> start, false));
    List<Way> ways = new ArrayList<>(before);
    ways.add(new Way("meaning", "semantic", fold -> shipped, false));
    ways.add(new Way("hybrid", "hybrid", fold -> shipped, false));
    new RequestFigures(RequestData.kept(KEPT, "requests.jsonl"), 1, ways).print("kept");
    new RequestFigures(RequestData.kept(KEPT, "later.jsonl"), 1, ways).print("kept, later");

    RequestData data = RequestData.read(Path.of(arguments[1]), RequestTrainer.WRITTEN);
    fit(data, Artifact.read(start), work);
    ways = new ArrayList<>(before);
    ways.add(new Way("meaning", "semantic", fold -> without(work, "fold", fold), false));
    ways.add(new Way("hybrid", "hybrid", fold -> without(work, "fold", fold), false));
    ways.add(new Way("hybrid, hand known", "hybrid", fold -> without(work, "fold", fold), true));
    ways.add(new Way("hybrid, hand unknown", "hybrid", fold -> without(work, "hands", fold), true));
    new RequestFigures(data, EVERY, ways).print("out of fold");
  }

  private static Path without(Path work, String what, int fold) {
    return work.resolve("without-" + what + "-" + fold + ".gsem");
  }

  private static void fit(RequestData data, Artifact start, Path work) throws IOException {
    for (int fold = 0; fold < RequestData.folds(); fold++) {
      int left = fold;
      Path file = without(work, "fold", fold);
      if (!Files.exists(file)) {
        RequestTrainer.train(data, start, 1, tool -> !tool.isOf(left), request -> true, file);
      }
      file = without(work, "hands", fold);
      if (!Files.exists(file)) {
        RequestTrainer.train(
            data,
            start,
            1,
            tool -> !tool.isOf(left),
            request -> !HELD.get(left).contains(request.hand()),
            file);
      }
    }
  }

  private void print(String set) {
    print("Catalogs of five servers, " + set, this::small);
    print("All tools, " + set, this::all);
  }

  private void small(Way way, int[] ranks) {
    int[] catalogs =
        data.tools().stream()
            .mapToInt(RequestData.Tool::catalog)
            .filter(i -> i >= 0)
            .distinct()
            .sorted()
            .toArray();
    Arrays.stream(catalogs)
        .parallel()
        .forEach(
            catalog ->
                ask(
                    way,
                    catalog % RequestData.folds(),
                    tool -> tool.catalog() == catalog,
                    request -> toolOf(request).catalog() == catalog,
                    ranks));
  }

  private void all(Way way, int[] ranks) {
    IntStream.range(0, RequestData.folds())
        .parallel()
        .forEach(
            fold ->
                ask(
                    way,
                    fold,
                    tool -> tool.catalog() >= 0,
                    request -> request % every == 0 && toolOf(request).isOf(fold),
                    ranks));
  }

  private RequestData.Tool toolOf(int request) {
    return data.tools().get(data.requests().get(request).tool());
  }

  private void ask(
      Way way, int fold, Predicate<RequestData.Tool> tools, IntPredicate requests, int[] ranks) {
    int[] asked =
        IntStream.range(0, ranks.length)
            .filter(requests)
            .filter(
                request ->
                    !way.heldOnly() || HELD.get(fold).contains(data.requests().get(request).hand()))
            .toArray();
    if (asked.length == 0) {
      return;
    }
    UnaryOperator<GatewayBuilder> configuration =
        builder ->
            builder
                .retrieval(way.retrieval())
                .pluginConfig(
                    "semantic",
                    JsonNodeFactory.instance
                        .objectNode()
                        .put("model", way.model().apply(fold).toString()));
    List<List<String>> rankings =
        AskedCatalog.rankings(
            data.tools().stream().filter(tools).map(RequestData.Tool::json).toList(),
            Arrays.stream(asked).mapToObj(i -> data.requests().get(i).text()).toList(),
            configuration);
    for (int i = 0; i < asked.length; i++) {
      int place = rankings.get(i).indexOf(toolOf(asked[i]).id());
      ranks[asked[i]] = place < 0 ? NOT_FOUND : place;
    }
  }

  private void print(String title, BiConsumer<Way, int[]> asking) {
    Map<String, int[]> ranks = new LinkedHashMap<>();
    for (Way way : ways) {
      int[] found = new int[data.requests().size()];
      Arrays.fill(found, NOT_ASKED);
      asking.accept(way, found);
      ranks.put(way.name(), found);
    }
    System.out.println("\n" + title + ": first / three / five / ten\n");
    System.out.println("| | requests | " + String.join(" | ", ranks.keySet()) + " |");
    System.out.println("|---".repeat(ranks.size() + 2) + "|");
    table(ranks, request -> "all");
    table(ranks, request -> data.requests().get(request).kind());
    table(ranks, request -> data.requests().get(request).hand());
    for (String pair : List.of("hybrid", "meaning")) {
      for (int depth : new int[] {1, 3}) {
        System.out.println(
            "\n%s against before, among %d, bootstrap by server: %s"
                .formatted(
                    pair, depth, difference(ranks.get(pair + " before"), ranks.get(pair), depth)));
      }
    }
  }

  private void table(Map<String, int[]> ranks, Function<Integer, String> group) {
    Map<String, List<Integer>> groups =
        IntStream.range(0, data.requests().size())
            .filter(i -> ranks.get("words")[i] != NOT_ASKED)
            .boxed()
            .collect(Collectors.groupingBy(group, TreeMap::new, Collectors.toList()));
    groups.forEach(
        (name, requests) -> {
          String cells =
              ranks.values().stream()
                  .map(found -> " | " + shares(found, requests))
                  .collect(Collectors.joining());
          System.out.println("| " + name + " | " + requests.size() + cells + " |");
        });
  }

  private static String shares(int[] ranks, List<Integer> requests) {
    int[] asked =
        requests.stream().mapToInt(i -> ranks[i]).filter(rank -> rank != NOT_ASKED).toArray();
    if (asked.length == 0) {
      return "";
    }
    return Arrays.stream(DEPTHS)
        .mapToObj(depth -> Arrays.stream(asked).filter(rank -> rank < depth).count())
        .map(hits -> String.format(Locale.ROOT, "%.3f", (double) hits / asked.length))
        .map(share -> share.substring(share.startsWith("0") ? 1 : 0))
        .collect(Collectors.joining("/"));
  }

  /** The difference of the shares, and the interval of 95 of 100 draws of whole servers. */
  private String difference(int[] before, int[] after, int depth) {
    Map<String, double[]> servers = new TreeMap<>();
    for (int i = 0; i < before.length; i++) {
      if (before[i] != NOT_ASKED) {
        double[] sum = servers.computeIfAbsent(toolOf(i).server(), server -> new double[2]);
        sum[0] += (after[i] < depth ? 1 : 0) - (before[i] < depth ? 1 : 0);
        sum[1]++;
      }
    }
    double[][] sums = servers.values().toArray(double[][]::new);
    SplittableRandom random = new SplittableRandom(SEED);
    double[] draws = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      draws[draw] =
          mean(
              IntStream.range(0, sums.length)
                  .mapToObj(i -> sums[random.nextInt(sums.length)])
                  .toList());
    }
    Arrays.sort(draws);
    return String.format(
        Locale.ROOT,
        "%+.3f [%+.3f, %+.3f]",
        mean(List.of(sums)),
        draws[DRAWS / 40],
        draws[DRAWS - 1 - DRAWS / 40]);
  }

  private static double mean(List<double[]> sums) {
    return sums.stream().mapToDouble(sum -> sum[0]).sum()
        / sums.stream().mapToDouble(sum -> sum[1]).sum();
  }
}
