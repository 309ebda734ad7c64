package io.gatemini.server.cli;

import io.gatemini.server.demo.Demo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows the tour. */
@Command(name = "demo", description = "Show what an agent sees and saves; needs nothing but Java.")
final class DemoCommand extends Subcommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return Demo.run(out()) ? 0 : CommandLineMain.FAILED;
  }
}
