package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends the daemon. */
@Command(
    name = "stop",
    description =
        "End the daemon, once its clients have the answers that are under way. A client that asks"
            + " for something later starts another one.")
class StopCommand extends Subcommand implements Callable<Integer> {
  private static final long LOOK_MILLIS = 20;

  @Mixin final RunningDaemon daemon = new RunningDaemon();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "45",
      description = "How long to wait until it is gone (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return stop(daemon.places(parent.config)) ? 0 : CommandLineMain.FAILED;
  }

  /** Whether none runs any more. */
  final boolean stop(DaemonPlaces places) throws IOException, InterruptedException {
    Optional<JsonNode> status = RunningDaemon.ask(places, Greeting.STATUS);
    if (status.isEmpty()) {
      print("no daemon runs at " + places.socket(), ended(0, true));
      return true;
    }
    long pid = status.get().path("pid").asLong();
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    RunningDaemon.ask(places, Greeting.STOP);
    if (process.isPresent()) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
      while (ProcessTree.isAlive(process.get()) && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
      }
      if (ProcessTree.isAlive(process.get())) {
        print(
            "process " + pid + " has not ended within " + timeoutSeconds + " s", ended(pid, false));
        return false;
      }
    }
    print("process " + pid + " has ended", ended(pid, true));
    return true;
  }

  private static JsonNode ended(long pid, boolean gone) {
    return JsonNodeFactory.instance.objectNode().put("pid", pid).put("ended", gone);
  }

  final void print(String sentence, JsonNode json) {
    PrintWriter out = out();
    out.println(daemon.json ? json : sentence);
  }
}
