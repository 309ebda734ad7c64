package io.gatemini.server.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts several servers under the same load in turns, another one first each round, so that what the
 * machine does besides hits all of them alike.
 */
final class Rounds {
  private final Map<String, Map<Load, Samples>> samples = new LinkedHashMap<>();
  private int round;

  /** Runs every load on every lane, {@code rounds} times. */
  void run(List<Lane> lanes, List<Load> loads, int rounds) throws IOException {
    for (int i = 0; i < rounds; i++, round++) {
      for (int turn = 0; turn < lanes.size(); turn++) {
        Lane lane = lanes.get((turn + round) % lanes.size());
        for (Load load : loads) {
          ServerProcess server = lane.client.server();
          long cpu = server.cpu().toNanos();
          LoadResult result = lane.client.load(lane.shape, load.calls, load.inFlight);
          of(lane.name, load).add(result, server.cpu().toNanos() - cpu);
        }
      }
    }
  }

  /** The figures of one lane under one load. */
  Samples of(String lane, Load load) {
    return samples
        .computeIfAbsent(lane, key -> new LinkedHashMap<>())
        .computeIfAbsent(load, key -> new Samples());
  }

  /** Calls without the right answer, over all loads of a lane. */
  int failures(String lane) {
    return samples.getOrDefault(lane, Map.of()).values().stream()
        .flatMap(all -> all.results.stream())
        .mapToInt(result -> result.wrong() + result.lost())
        .sum();
  }

  /** One server and the way it is called. Processes of one name are measured together. */
  record Lane(String name, RpcClient client, CallShape shape) {}

  /** A burst of calls. */
  record Load(int inFlight, int calls) {}

  /** The bursts of one lane under one load, in the order of the rounds. */
  static final class Samples {
    private final List<LoadResult> results = new ArrayList<>();
    private long cpuNanos;

    private void add(LoadResult result, long cpu) {
      results.add(result);
      cpuNanos += cpu;
    }

    /** A percentile in milliseconds: the median over the rounds. */
    double millisAt(double percentile) {
      return Median.of(results.stream().mapToDouble(r -> r.millisAt(percentile)));
    }

    /** By how much a percentile lies above another lane's, in milliseconds: the median likewise. */
    double millisAbove(Samples other, double percentile) {
      List<Double> added = new ArrayList<>();
      for (int i = 0; i < results.size(); i++) {
        added.add(results.get(i).millisAt(percentile) - other.results.get(i).millisAt(percentile));
      }
      return Median.of(added.stream().mapToDouble(Double::doubleValue));
    }

    double callsPerSecond() {
      return calls() * 1e9 / results.stream().mapToLong(LoadResult::wallNanos).sum();
    }

    double cpuMicrosPerCall() {
      return cpuNanos / 1e3 / calls();
    }

    private int calls() {
      return results.stream().mapToInt(LoadResult::calls).sum();
    }
  }
}
