package io.gatemini.sandbox.internal.worker;

import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a worker ended.
 *
 * @param outOfMemory whether it ended for want of memory
 */
record WorkerEnd(boolean outOfMemory, String reason) {
  private static final String GONE = "the worker process that ran the program is gone: ";

  /**
   * The outcomes of the programs that were in the worker and had not ended, where they do not start
   * over.
   *
   * @param heaviest the number of the one that had allocated most when memory got scarce; 0 where
   *     that is not known
   */
  Map<WorkerRun, Outcome> outcomes(Collection<WorkerRun> runs, int heaviest, SandboxConfig config) {
    String notAgain = "; the program was not run again: its calls may have been made";
    List<WorkerRun> alive = runs.stream().filter(run -> !run.isDone()).toList();
    boolean guiltyIsKnown = alive.stream().anyMatch(run -> run.number == heaviest);
    Map<WorkerRun, Outcome> outcomes = new LinkedHashMap<>();
    for (WorkerRun run : alive) {
      Outcome outcome;
      if (!outOfMemory) {
        outcome = run.failed(Status.ERROR, GONE + reason + notAgain);
      } else if (guiltyIsKnown && run.number != heaviest) {
        String other = "another program in it took all its memory";
        outcome = run.failed(Status.ERROR, GONE + other + notAgain);
      } else {
        outcome =
            run.failed(
                Status.MEMORY,
                "the program took more memory than its worker process has ("
                    + (config.workerHeapBytes() >> 20)
                    + " MiB"
                    + (alive.size() > 1 && !guiltyIsKnown ? ", shared with other programs" : "")
                    + "); keep less at a time, or raise sandbox.worker_heap_bytes");
      }
      outcomes.put(run, outcome);
    }
    return outcomes;
  }
}
