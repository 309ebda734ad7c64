package io.gatemini.server.benchmark;

import static io.gatemini.server.benchmark.CallShape.THROUGH_GATEWAY;

import io.gatemini.server.benchmark.Rounds.Lane;
import io.gatemini.server.benchmark.Rounds.Load;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** The cost of 10,000 tools in the catalog: on a call, which must not notice, and on a search. */
final class LargeCatalog implements Measurement {
  private static final int TOOLS = 10_000;
  private static final String FEW = "few";
  private static final String MANY = "many";
  private static final Load ALONE = new Load(1, 500);
  private static final Load CROWD = new Load(64, 4_000);
  private static final int WARM_UP_CALLS = 5_000;
  private static final double MEGABYTE = 1024.0 * 1024.0;

  @Override
  public String name() {
    return "catalog";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException {
    try (RpcClient few = start(settings, 0);
        RpcClient many = start(settings, TOOLS)) {
      OptionalLong idle = many.server().residentBytes();
      List<Lane> lanes =
          List.of(new Lane(FEW, few, THROUGH_GATEWAY), new Lane(MANY, many, THROUGH_GATEWAY));
      for (Lane lane : lanes) {
        lane.client().load(lane.shape(), WARM_UP_CALLS, 16);
      }
      Rounds rounds = new Rounds();
      rounds.run(lanes, List.of(ALONE, CROWD), settings.pick(8, 24));

      double fewAlone = rounds.of(FEW, ALONE).millisAt(50);
      double fewRate = rounds.of(FEW, CROWD).callsPerSecond();
      List<Figure> figures = new ArrayList<>();
      figures.add(
          Figure.of("call p50, 1 in flight, ms", rounds.of(MANY, ALONE).millisAt(50))
              .beside(fewAlone)
              .atMost(1.1 * fewAlone));
      figures.add(
          Figure.of("calls/s, 64 in flight", rounds.of(MANY, CROWD).callsPerSecond())
              .beside(fewRate)
              .atLeast(0.9 * fewRate));
      figures.add(
          Figure.of("CPU per call, 64 in flight, us", rounds.of(MANY, CROWD).cpuMicrosPerCall())
              .beside(rounds.of(FEW, CROWD).cpuMicrosPerCall()));
      figures.add(search(many, settings.pick(200, 2_000)));
      idle.ifPresent(
          bytes -> figures.add(Figure.of("memory, idle, MB", bytes / MEGABYTE).atMost(150)));
      figures.add(
          Figure.of("answers wrong or lost", rounds.failures(MANY))
              .beside(rounds.failures(FEW))
              .atMost(0));
      return List.of(new Table("10,000 tools in the catalog, beside 2 tools", "2 tools", figures));
    }
  }

  private static RpcClient start(Settings settings, int generatedTools) throws IOException {
    ServerCommand echo = ServerCommand.echo(generatedTools);
    RpcClient client = RpcClient.start(settings.server().over(echo, settings.directory()));
    client.initialize();
    Servers.awaitEcho(client);
    return client;
  }

  private static Figure search(RpcClient gateway, int searches) throws IOException {
    Histogram nanos = new Histogram(3);
    for (int i = 0; i < 2 * searches; i++) {
      String query = GeneratedTools.task(i);
      long began = System.nanoTime();
      gateway.exchange(
          "tools/call",
          "{\"name\":\"search_tools\",\"arguments\":{\"task_description\":\"" + query + "\"}}");
      if (i >= searches) {
        nanos.recordValue(System.nanoTime() - began);
      }
    }
    return Figure.of("search over MCP p50, ms", nanos.getValueAtPercentile(50) / 1e6).atMost(2);
  }
}
