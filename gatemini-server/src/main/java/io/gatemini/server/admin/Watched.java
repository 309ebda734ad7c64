package io.gatemini.server.admin;

import io.gatemini.Gateway;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The view of a port for operators.
 *
 * @param gateways those that are open, each once
 * @param clients how many clients a daemon has; empty where the process serves one
 * @param clientsOf the processes of the clients at a gateway; empty where the process serves one
 * @param arrivals how many clients and commands have come
 * @param since when the process began
 */
public record Watched(
    Supplier<List<Gateway>> gateways,
    Supplier<OptionalInt> clients,
    Function<Gateway, List<Long>> clientsOf,
    LongSupplier arrivals,
    Instant since) {
  /** The gateway of a process that serves one client. */
  public static Watched of(Gateway gateway) {
    return new Watched(
        () -> List.of(gateway), OptionalInt::empty, any -> List.of(), () -> 1, Instant.now());
  }

  /** Whether clients have tools of backends in their list, as the surface {@code auto} decides. */
  public boolean listsTools() {
    return gateways.get().stream().anyMatch(Watched::listsTools);
  }

  private static boolean listsTools(Gateway gateway) {
    return gateway.catalog().tools().stream()
        .anyMatch(tool -> gateway.surface().hasTool(tool.key().replace(".", "__")));
  }

  /** Another number whenever a client or command has come, or had something done. */
  public long worked() {
    return arrivals.getAsLong()
        + gateways.get().stream()
            .map(Gateway::stats)
            .mapToLong(stats -> stats.calls() + stats.answers())
            .sum();
  }
}
