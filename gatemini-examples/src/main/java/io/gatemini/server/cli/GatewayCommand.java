package io.gatemini.server.cli;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that asks a gateway something: it starts one, asks, and ends it. */
abstract class GatewayCommand implements Callable<Integer> {
  /** Backends that are not there by then are told of and left out. */
  private static final Duration READY = Duration.ofSeconds(30);

  @ParentCommand
  @SuppressWarnings("NullAway.Init") // set by picocli
  private GateminiCommand parent;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try (Gateway gateway = parent.open()) {
      gateway.awaitReady(READY);
      for (BackendStatus backend : gateway.backends()) {
        if (!backend.available()) {
          err()
              .println(
                  "gatemini: backend "
                      + backend.name()
                      + " is not available: "
                      + backend.reason().orElse("it is still starting"));
        }
      }
      return ask(gateway);
    }
  }

  /** Asks and prints the answer; returns the exit code. */
  abstract int ask(Gateway gateway) throws IOException;

  final GateminiCommand parent() {
    return parent;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final CommandSpec spec() {
    return spec;
  }
}
