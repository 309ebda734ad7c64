package io.gatemini.server.cli;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command below {@code gatemini}, with its options and its streams. */
abstract class Subcommand {
  @ParentCommand
  @SuppressWarnings("NullAway.Init") // set by picocli
  GateminiCommand parent;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  CommandSpec spec;

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** A refusal of the command line. */
  final ParameterException refused(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

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
}
