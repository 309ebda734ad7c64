package io.gatemini.server.cli;

import io.gatemini.server.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the tour. */
@Command(name = "demo", description = "Show what an agent sees and saves; needs nothing but Java.")
final class DemoCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Override
  public Integer call() {
    return Demo.run(spec.commandLine().getOut()) ? 0 : CommandLineMain.FAILED;
  }
}
