package io.gatemini.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
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
}
