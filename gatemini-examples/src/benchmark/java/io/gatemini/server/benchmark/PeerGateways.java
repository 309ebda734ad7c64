package io.gatemini.server.benchmark;

import io.gatemini.server.benchmark.Rounds.Lane;
import io.gatemini.server.benchmark.Rounds.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bundled server beside two gateways that npm installs, over the same backend and in turns. It
 * needs {@code --peers DIR}, and a system with {@code sh} and {@code /proc}.
 */
final class PeerGateways implements Measurement {
  private static final String DIRECTLY = "direct";
  private static final Load ALONE_COLD = new Load(1, 100);
  private static final Load MANY_COLD = new Load(64, 300);
  private static final Load ALONE_WARM = new Load(1, 500);
  private static final Load MANY_WARM = new Load(64, 2_000);
  private static final int ROUNDS = 5;
  private static final int WARM_UP_CALLS = 10_000;
  private static final int PROGRAMS = 300;

  /** Title of a table, then each gateway's figure, in the order in which they are found. */
  private final Map<String, List<Figure>> tables = new LinkedHashMap<>();

  @Override
  public String name() {
    return "peers";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException, InterruptedException {
    Path installed = settings.peers().orElseThrow(() -> new IOException("it needs --peers DIR"));
    ServerCommand echo = ServerCommand.echo(20);
    List<Peer> peers =
        List.of(
            Peer.gatemini(settings, echo),
            Peer.slop(installed, settings.directory(), echo),
            Peer.coolProxy(installed, settings.directory(), echo));
    starts(peers);
    calls(peers, echo);
    programs(peers);
    return tables.entrySet().stream()
        .map(table -> new Table(table.getKey(), "", table.getValue()))
        .toList();
  }

  private void starts(List<Peer> peers) throws IOException {
    List<List<Double>> seconds = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < peers.size(); i++) {
        long began = System.nanoTime();
        try (RpcClient client = RpcClient.start(peers.get(i).command())) {
          client.initialize();
          seconds.get(i).add((System.nanoTime() - began) / 1e9);
        }
      }
    }
    for (int i = 0; i < peers.size(); i++) {
      add("spawn to answered initialize, median of 5, s", peers.get(i), median(seconds.get(i)));
    }
  }

  private void calls(List<Peer> peers, ServerCommand echo)
      throws IOException, InterruptedException {
    List<RpcClient> clients = new ArrayList<>();
    try {
      RpcClient direct = RpcClient.start(echo);
      clients.add(direct);
      direct.initialize();
      direct.load(CallShape.DIRECT, WARM_UP_CALLS, 16);
      List<Lane> lanes = new ArrayList<>();
      lanes.add(new Lane(DIRECTLY, direct, CallShape.DIRECT));
      for (Peer peer : peers) {
        RpcClient client = peer.connect();
        clients.add(client);
        lanes.add(new Lane(peer.name(), client, peer.shape()));
        add("tools/list as a model sees it, bytes", peer, Peer.listedBytes(client));
        add("memory idle, one backend, MB", peer, client.server().megabytesWithout("EchoServer"));
      }
      Rounds cold = new Rounds();
      cold.run(lanes, List.of(ALONE_COLD, MANY_COLD), ROUNDS);
      figures(peers, cold, ALONE_COLD, MANY_COLD, "first 2,000 calls");
      for (Lane lane : lanes) {
        lane.client().load(lane.shape(), WARM_UP_CALLS, 16);
      }
      Rounds warm = new Rounds();
      warm.run(lanes, List.of(ALONE_WARM, MANY_WARM), ROUNDS);
      figures(peers, warm, ALONE_WARM, MANY_WARM, "warm");
      for (int i = 0; i < peers.size(); i++) {
        add(
            "memory after these calls, MB",
            peers.get(i),
            clients.get(i + 1).server().megabytesWithout("EchoServer"));
      }
    } finally {
      clients.forEach(RpcClient::close);
    }
  }

  private void figures(List<Peer> peers, Rounds rounds, Load alone, Load many, String when) {
    for (Peer peer : peers) {
      String name = peer.name();
      double added = rounds.of(name, alone).millisAbove(rounds.of(DIRECTLY, alone), 50);
      add("added p50, 1 in flight, " + when + ", ms", peer, added);
      add("calls/s, 64 in flight, " + when, peer, rounds.of(name, many).callsPerSecond());
      add("answers wrong or lost, " + when, peer, rounds.failures(name));
    }
  }

  private void programs(List<Peer> peers) throws IOException, InterruptedException {
    for (Peer peer : peers) {
      try (RpcClient client = peer.connect()) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i < PROGRAMS; i++) {
          millis.add(peer.runTenCalls(client, i));
        }
        add("ten calls in a program, the first, ms", peer, millis.get(0));
        add("ten calls in a program, 2 to 6, ms", peer, median(millis.subList(1, 6)));
        add("ten calls in a program, 150 to 300, ms", peer, median(millis.subList(150, PROGRAMS)));
        add("memory after programs, MB", peer, client.server().megabytesWithout("EchoServer"));
      }
    }
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(v -> v));
  }

  private void add(String title, Peer peer, double value) {
    tables.computeIfAbsent(title, key -> new ArrayList<>()).add(Figure.of(peer.name(), value));
  }
}
