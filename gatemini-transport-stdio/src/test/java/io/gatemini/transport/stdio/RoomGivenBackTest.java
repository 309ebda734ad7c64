package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.InFlight;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.testing.ChildServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever becomes of calls, the room of their answers comes back. */
@Tag("long")
class RoomGivenBackTest {
  private static final int CALLS = 120;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void afterAnyMixOfAnswersTimeoutsCancellationsAndDeaths(long seed) {
    Random random = new Random(seed);
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .maxInFlightBytes(2_000_000)
                .health(
                    health -> health.restartInitialBackoff(Duration.ofMillis(50)).maxRestarts(50))
                .backend("one", ChildServer.large())
                .backend("two", ChildServer.large()))) {

      List<CompletableFuture<ChainResult>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        calls.add(gateway.runAsync(request(random)));
        switch (random.nextInt(12)) {
          case 0 -> calls.get(random.nextInt(calls.size())).cancel(true);
          case 1 -> calls.get(random.nextInt(calls.size())).handle((r, f) -> r).join();
          case 2 -> {
            if (i % 40 > 30) {
              kill(gateway, random.nextBoolean() ? "one" : "two");
            }
          }
          default -> {
            // The next one.
          }
        }
      }
      calls.forEach(call -> Patience.join(call.handle((result, failure) -> result)));

      await()
          .untilAsserted(
              () -> {
                InFlight inFlight = gateway.stats().inFlight();
                assertThat(inFlight.bytes()).isZero();
                assertThat(inFlight.waiting()).isZero();
              });
      assertThat(calls.stream().filter(CompletableFuture::isDone)).hasSize(CALLS);
      await().until(() -> !gateway.run(request("one.text", 500_000)).isError());
    }
  }

  private static ChainRequest request(Random random) {
    String tool =
        (random.nextBoolean() ? "one." : "two.") + (random.nextBoolean() ? "text" : "json");
    int[] sizes = {10, 100_000, 700_000, 1_500_000, 3_000_000};
    ChainRequest request = request(tool, sizes[random.nextInt(sizes.length)]);
    return random.nextInt(6) == 0
        ? request.withTimeout(Duration.ofMillis(1 + random.nextInt(60)))
        : request;
  }

  private static ChainRequest request(String tool, int size) {
    return ChainRequest.of("{\"tool\":\"" + tool + "\",\"arguments\":{\"size\":" + size + "}}");
  }

  private static void kill(Gateway gateway, String backend) {
    gateway.backends().stream()
        .filter(status -> status.name().equals(backend))
        .map(BackendStatus::pid)
        .filter(pid -> pid.isPresent())
        .forEach(
            pid -> ProcessHandle.of(pid.getAsLong()).ifPresent(ProcessHandle::destroyForcibly));
  }
}
