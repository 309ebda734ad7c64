package io.gatemini.server.benchmark;

import static io.gatemini.server.benchmark.CallShape.DIRECT;
import static io.gatemini.server.benchmark.CallShape.THROUGH_GATEWAY;

import io.gatemini.server.benchmark.Rounds.Lane;
import io.gatemini.server.benchmark.Rounds.Load;
import io.gatemini.server.benchmark.Rounds.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * One tool call, client to gateway to stdio backend, beside the same client on the same kind of
 * backend. Cold is what users meet, the first 2,000 calls of a process; warm comes 20,000 later.
 */
final class CallOverhead implements Measurement {
  private static final String DIRECTLY = "direct";
  private static final String GATEWAY = "gateway";
  private static final Load ALONE_COLD = new Load(1, 40);
  private static final Load SOME_COLD = new Load(16, 80);
  private static final Load MANY_COLD = new Load(64, 280);
  private static final int COLD_ROUNDS = 5;
  private static final Load ALONE_WARM = new Load(1, 500);
  private static final Load SOME_WARM = new Load(16, 1_000);
  private static final Load MANY_WARM = new Load(64, 4_000);
  private static final int WARM_UP_CALLS = 20_000;
  private static final double MEGABYTE = 1024.0 * 1024.0;

  private final Rounds cold = new Rounds();
  private final Rounds warm = new Rounds();
  private final List<Double> coldCpuMicros = new ArrayList<>();
  private final List<Figure> memory = new ArrayList<>();

  @Override
  public String name() {
    return "calls";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException {
    warmThisClient();
    int sessions = settings.pick(3, 7);
    for (int i = 1; i <= sessions; i++) {
      session(settings, i == sessions);
    }
    String what = "client > gateway > stdio backend, beside client > backend: ";
    return List.of(
        new Table(what + "first 2,000 calls (" + sessions + " processes)", DIRECTLY, coldFigures()),
        new Table(what + "20,000 calls later", DIRECTLY, warmFigures()),
        new Table("resident memory of the gateway process, MB", "", memory));
  }

  /** The client is the same for all; its own first calls belong to no figure. */
  private static void warmThisClient() throws IOException {
    try (RpcClient direct = RpcClient.start(ServerCommand.echo(0))) {
      direct.initialize();
      direct.load(DIRECT, WARM_UP_CALLS, 16);
      direct.load(DIRECT, WARM_UP_CALLS / 10, 1);
    }
  }

  private void session(Settings settings, boolean last) throws IOException {
    ServerCommand echo = ServerCommand.echo(0);
    try (RpcClient direct = RpcClient.start(echo);
        RpcClient gateway = RpcClient.start(settings.server().over(echo, settings.directory()))) {
      List<Lane> lanes =
          List.of(new Lane(DIRECTLY, direct, DIRECT), new Lane(GATEWAY, gateway, THROUGH_GATEWAY));
      direct.initialize();
      gateway.initialize();
      Servers.awaitEcho(gateway);
      remember(last, "idle, one backend", gateway, 85);

      long cpu = gateway.server().cpu().toNanos();
      cold.run(lanes, List.of(ALONE_COLD, SOME_COLD, MANY_COLD), COLD_ROUNDS);
      coldCpuMicros.add((gateway.server().cpu().toNanos() - cpu) / 1e3 / coldCalls());
      if (last) {
        warmUp(lanes);
        warm.run(lanes, List.of(ALONE_WARM, SOME_WARM, MANY_WARM), settings.pick(8, 24));
        remember(true, "after load", gateway, 130);
      }
    }
  }

  private static int coldCalls() {
    return COLD_ROUNDS * (ALONE_COLD.calls() + SOME_COLD.calls() + MANY_COLD.calls());
  }

  private static void warmUp(List<Lane> lanes) throws IOException {
    for (Lane lane : lanes) {
      lane.client().load(lane.shape(), WARM_UP_CALLS, 16);
    }
  }

  private void remember(boolean wanted, String when, RpcClient gateway, double limitMegabytes)
      throws IOException {
    OptionalLong bytes = gateway.server().residentBytes();
    if (wanted && bytes.isPresent()) {
      memory.add(Figure.of(when, bytes.getAsLong() / MEGABYTE).atMost(limitMegabytes));
    }
  }

  private List<Figure> coldFigures() {
    List<Figure> figures = latencies(cold, ALONE_COLD, SOME_COLD, MANY_COLD, 0.15, 8_000);
    figures.add(
        Figure.of("CPU per call, us", Median.of(coldCpuMicros.stream().mapToDouble(v -> v)))
            .atMost(180));
    figures.add(failures(cold));
    return figures;
  }

  private List<Figure> warmFigures() {
    List<Figure> figures = latencies(warm, ALONE_WARM, SOME_WARM, MANY_WARM, 0.08, 20_000);
    figures.add(cpu(ALONE_WARM).atMost(60));
    figures.add(cpu(SOME_WARM));
    figures.add(cpu(MANY_WARM).atMost(25));
    figures.add(failures(warm));
    return figures;
  }

  private static List<Figure> latencies(
      Rounds rounds, Load alone, Load some, Load many, double addedLimit, double rateLimit) {
    Samples aloneDirect = rounds.of(DIRECTLY, alone);
    Samples aloneGateway = rounds.of(GATEWAY, alone);
    List<Figure> figures = new ArrayList<>();
    figures.add(
        Figure.of("p50, 1 in flight, ms", aloneGateway.millisAt(50))
            .beside(aloneDirect.millisAt(50)));
    figures.add(
        Figure.of("  added p50", aloneGateway.millisAbove(aloneDirect, 50)).atMost(addedLimit));
    figures.add(
        Figure.of("p99, 1 in flight, ms", aloneGateway.millisAt(99))
            .beside(aloneDirect.millisAt(99)));
    figures.add(Figure.of("  added p99", aloneGateway.millisAbove(aloneDirect, 99)));
    figures.add(rate(rounds, some));
    figures.add(rate(rounds, many).atLeast(rateLimit));
    figures.add(
        Figure.of("p99, 64 in flight, ms", rounds.of(GATEWAY, many).millisAt(99))
            .beside(rounds.of(DIRECTLY, many).millisAt(99)));
    return figures;
  }

  private static Figure rate(Rounds rounds, Load load) {
    return Figure.of(
            "calls/s, " + load.inFlight() + " in flight", rounds.of(GATEWAY, load).callsPerSecond())
        .beside(rounds.of(DIRECTLY, load).callsPerSecond());
  }

  private Figure cpu(Load load) {
    return Figure.of(
        "CPU per call, " + load.inFlight() + " in flight, us",
        warm.of(GATEWAY, load).cpuMicrosPerCall());
  }

  private static Figure failures(Rounds rounds) {
    return Figure.of("answers wrong or lost", rounds.failures(GATEWAY))
        .beside(rounds.failures(DIRECTLY))
        .atMost(0);
  }
}
