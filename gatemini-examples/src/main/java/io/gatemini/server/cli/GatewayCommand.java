package io.gatemini.server.cli;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** A command that asks a gateway something: it starts one, asks, and ends it. */
abstract class GatewayCommand extends Subcommand implements Callable<Integer> {
  /** What is asked of a gateway. */
  @FunctionalInterface
  interface Question {
    /** Asks and prints the answer; returns the exit code. */
    int ask(Gateway gateway) throws InterruptedException;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    // Backends take seconds to start: what is wrong with the arguments is said before.
    Question question = question();
    try (Gateway gateway = parent.open()) {
      return question.ask(gateway);
    }
  }

  /** Checks the arguments and makes a question of them. */
  abstract Question question() throws IOException;

  /**
   * Waits for backends and says which of them are not available.
   *
   * @return whether there is anything to ask: false where all of them are down
   */
  final boolean awaitAny(Gateway gateway, Predicate<BackendStatus> needed)
      throws InterruptedException {
    AwaitedBackends.await(gateway, needed, err());
    List<BackendStatus> backends = gateway.backends().stream().filter(needed).toList();
    if (gateway.backends().isEmpty()) {
      err().println("gatemini: the configuration has no backends");
    }
    for (BackendStatus backend : backends) {
      if (!backend.available()) {
        err()
            .println(
                "gatemini: backend "
                    + backend.name()
                    + " is not available: "
                    + backend.reason().orElse("it is still starting"));
      }
    }
    return backends.isEmpty() || backends.stream().anyMatch(BackendStatus::available);
  }

  /** The backend that a tool's name begins with; all where it may be that of any of them. */
  static Predicate<BackendStatus> ownerOf(String tool, Gateway gateway) {
    Predicate<BackendStatus> owner = backend -> tool.startsWith(backend.namespace() + ".");
    return gateway.backends().stream().anyMatch(owner) ? owner : backend -> true;
  }
}
