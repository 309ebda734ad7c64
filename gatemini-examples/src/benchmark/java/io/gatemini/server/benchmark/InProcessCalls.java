package io.gatemini.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The cost of the library itself: a Java tool called through it and by hand. */
final class InProcessCalls implements Measurement {
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}";
  private static final ToolHandler ECHO = arguments -> arguments.get("text").textValue();
  private static final double NANOS_PER_MICRO = 1e3;

  @Override
  public String name() {
    return "in-process";
  }

  @Override
  public List<Table> measure(Settings settings) throws Exception {
    long buildBegan = System.nanoTime();
    try (Gateway first = gateway()) {
      double firstBuild = (System.nanoTime() - buildBegan) / 1e6;
      long againBegan = System.nanoTime();
      try (Gateway gateway = gateway()) {
        double build = (System.nanoTime() - againBegan) / 1e6;
        first.awaitReady(Duration.ofSeconds(10));
        gateway.awaitReady(Duration.ofSeconds(10));
        List<Figure> figures = calls(gateway, settings);
        figures.add(Figure.of("Gateway.builder().build(), first, ms", firstBuild));
        figures.add(Figure.of("Gateway.builder().build(), second, ms", build).atMost(50));
        return List.of(
            new Table("in process: a Java tool, beside its handler", "handler", figures));
      }
    }
  }

  private static Gateway gateway() {
    return Gateway.builder()
        .backend("bench", BackendConfig.inProcess().tool("echo", "Echo a text.", SCHEMA, ECHO))
        .build();
  }

  private static List<Figure> calls(Gateway gateway, Settings settings) throws Exception {
    Work byHand = i -> String.valueOf(ECHO.handle(arguments(i).tree()));
    Work called = i -> gateway.call(ToolCall.of("bench.echo", arguments(i))).text();
    Work chained =
        i ->
            gateway
                .run("{\"tool\":\"bench.echo\",\"arguments\":{\"text\":\"" + text(i) + "\"}}")
                .text();
    List<Work> all = List.of(byHand, called, chained);
    List<List<Double>> micros = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int wrong = 0;
    int rounds = settings.pick(8, 24);
    for (int round = -rounds; round < rounds; round++) {
      for (int turn = 0; turn < all.size(); turn++) {
        int which = Math.floorMod(turn + round, all.size());
        Burst burst = Burst.of(all.get(which), 4_000);
        wrong += burst.wrong;
        if (round >= 0) {
          micros.get(which).add(burst.nanos.getValueAtPercentile(50) / NANOS_PER_MICRO);
        }
      }
    }
    double direct = median(micros.get(0));
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.of("Gateway.call p50, us", median(micros.get(1))).beside(direct));
    figures.add(Figure.of("  beyond the handler", median(micros.get(1)) - direct).atMost(20));
    figures.add(Figure.of("Gateway.run, JSON call, p50, us", median(micros.get(2))).beside(direct));
    figures.add(Figure.of("  beyond the handler", median(micros.get(2)) - direct));
    figures.add(Figure.of("answers wrong", wrong).atMost(0));
    return figures;
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(v -> v));
  }

  private static RawJson arguments(int i) {
    byte[] json = ("{\"text\":\"" + text(i) + "\"}").getBytes(UTF_8);
    return RawJson.wrap(json);
  }

  private static String text(int i) {
    return "call " + i;
  }

  /** One call; its answer, which must contain the text of the call. */
  @FunctionalInterface
  private interface Work {
    String call(int i) throws Exception;
  }

  private record Burst(Histogram nanos, int wrong) {
    static Burst of(Work work, int calls) throws Exception {
      Histogram nanos = new Histogram(3);
      int wrong = 0;
      for (int i = 0; i < calls; i++) {
        long began = System.nanoTime();
        String answer = work.call(i);
        nanos.recordValue(System.nanoTime() - began);
        if (!answer.contains(text(i))) {
          wrong++;
        }
      }
      return new Burst(nanos, wrong);
    }
  }
}
