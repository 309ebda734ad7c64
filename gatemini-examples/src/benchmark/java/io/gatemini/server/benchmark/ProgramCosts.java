package io.gatemini.server.benchmark;

import io.gatemini.spi.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The cost of programs: the first ones of a server, warm ones, and the memory that they take. */
final class ProgramCosts implements Measurement {
  private static final String TRIVIAL = "const n = %d; return n + 1;";
  private static final String TEN_CALLS =
      """
      // report %d
      let last = "";
      for (let i = 0; i < 10; i++) last = await echo.echo({text: "call " + i});
      return last;""";
  private static final String MEGABYTE =
      """
      // report %d
      const {rows} = await echo.rows({count: 12000});
      return rows.filter(row => row.size === 998).map(row => row.name);""";
  private static final String TURNS =
      "let sum = %d; for (let i = 0; i < 1000000; i++) sum += i %% 7; return sum;";

  @Override
  public String name() {
    return "programs";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException, InterruptedException {
    // The first worker of an installation has the archive of classes made for all after it.
    try (RpcClient gateway = start(settings, "process")) {
      run(gateway, TRIVIAL, 1);
      Thread.sleep(15_000);
    }
    Table inWorkers =
        new Table("programs in a worker process", "", figures(settings, "process", 9));
    // A release with V8 has no engine for its own process.
    return settings.server().isLauncher()
        ? List.of(
            inWorkers,
            new Table("programs in the server's process", "", figures(settings, "in_process", 7)))
        : List.of(inWorkers);
  }

  private static RpcClient start(Settings settings, String isolation) throws IOException {
    RpcClient gateway =
        RpcClient.start(
            settings.server().over(ServerCommand.echo(0), settings.directory(), isolation));
    gateway.initialize();
    Servers.awaitEcho(gateway);
    return gateway;
  }

  private static List<Figure> figures(Settings settings, String isolation, double tenCallsWarm)
      throws IOException, InterruptedException {
    List<Figure> figures = new ArrayList<>();
    try (RpcClient gateway = start(settings, isolation)) {
      gateway.request(
          "tools/call",
          "{\"name\":\"search_tools\",\"arguments\":{\"task_description\":\"echo a text\"}}");
      // Background work of a search is done by then.
      Thread.sleep(5_000);
      figures.add(memory("idle after a search, MB", gateway).atMost(80));
    }
    List<Double> first = new ArrayList<>();
    List<Double> early = new ArrayList<>();
    for (int i = 0; i < settings.pick(3, 9); i++) {
      try (RpcClient gateway = start(settings, isolation)) {
        first.add(run(gateway, TEN_CALLS, 1) / 1e3);
        for (int n = 2; n <= 6; n++) {
          early.add(run(gateway, TEN_CALLS, n));
        }
      }
    }
    figures.add(Figure.of("first program, s", median(first)).atMost(0.6));
    figures.add(Figure.of("ten calls, programs 2 to 6, ms", median(early)).atMost(25));
    try (RpcClient gateway = start(settings, isolation)) {
      int warm = settings.pick(300, 1_000);
      run(gateway, TRIVIAL, 10);
      figures.add(memory("memory after ten programs, MB", gateway).atMost(150));
      figures.add(
          Figure.of("ten calls, warm, ms", warm(gateway, TEN_CALLS, warm)).atMost(tenCallsWarm));
      figures.add(Figure.of("a trivial program, ms", warm(gateway, TRIVIAL, warm)).atMost(2));
      // The backend makes its rows once.
      run(gateway, "{\"tool\":\"echo.rows\",\"arguments\":{\"count\":12000}}", 0);
      figures.add(
          Figure.of("a megabyte filtered, first, ms", run(gateway, MEGABYTE, 1)).atMost(100));
      figures.add(Figure.of("  warm, ms", warm(gateway, MEGABYTE, 30)).atMost(100));
      figures.add(Figure.of("a million turns, first, ms", run(gateway, TURNS, 1)).atMost(120));
      figures.add(Figure.of("  warm, ms", warm(gateway, TURNS, 20)).atMost(120));
      figures.add(memory("memory after all, MB", gateway));
    }
    return figures;
  }

  private static Figure memory(String name, RpcClient gateway) throws IOException {
    return Figure.of(
        name, gateway.server().residentBytes("WorkerMain").orElse(0) / (double) (1 << 20));
  }

  /** The median of the later half. */
  private static double warm(RpcClient gateway, String program, int times) throws IOException {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      millis.add(run(gateway, program, i));
    }
    return median(millis.subList(times / 2, times));
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(v -> v));
  }

  /** Milliseconds; the number makes each text another one. */
  private static double run(RpcClient gateway, String program, int number) throws IOException {
    String code = Json.mapper().writeValueAsString(program.formatted(number));
    long began = System.nanoTime();
    RpcClient.Line line =
        gateway.exchange(
            "tools/call", "{\"name\":\"call_tool_chain\",\"arguments\":{\"code\":" + code + "}}");
    double millis = (System.nanoTime() - began) / 1e6;
    if (line.contains("\"isError\":true")) {
      throw new IOException("a program failed: " + program);
    }
    return millis;
  }
}
