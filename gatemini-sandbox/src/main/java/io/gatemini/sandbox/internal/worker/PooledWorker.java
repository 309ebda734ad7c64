package io.gatemini.sandbox.internal.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One worker with the programs in it. Guarded by the lock of its pool. */
final class PooledWorker {
  enum State {
    STARTING,
    READY,
    /** Gets no more programs, and is ended when it has none. */
    RETIRED
  }

  /** A worker confirms the end of a program within this; until then it is as good as free. */
  static final Duration CONFIRMING = Duration.ofMillis(100);

  final WorkerProcess process;
  final Map<Integer, WorkerRun> runs = new HashMap<>();
  State state = State.STARTING;

  /** Programs that have ended and whose code goes on, each with its client. */
  final Map<Integer, String> unsettled = new HashMap<>();

  /** Whose its last program was; empty before the first. */
  String lastTenant = "";

  int served;
  int heaviest;

  PooledWorker(WorkerProcess process) {
    this.process = process;
  }

  boolean isLiving() {
    return state != State.RETIRED;
  }

  /** Whether a further program would have it for itself and for those that are meant to run. */
  boolean isFree() {
    return state == State.READY
        && unsettled.isEmpty()
        && runs.values().stream().noneMatch(WorkerRun::isDone);
  }

  boolean isOccupied() {
    return runs.values().stream().anyMatch(run -> !run.hasEndedWithin(CONFIRMING));
  }

  /** Whether no other tenant's program is in it. */
  boolean isOnlyOf(String tenant) {
    return runs.values().stream().allMatch(run -> run.tenant().equals(tenant));
  }

  boolean isNeeded() {
    return runs.values().stream().anyMatch(run -> !run.isDone());
  }

  /** Whether a program may have lost its worker through another one. */
  boolean isLostThroughAnother(WorkerRun run, WorkerEnd end) {
    return !guilty(end).contains(run) || guilty(end).size() > 1;
  }

  /** The programs through one of which it may have ended. */
  Collection<WorkerRun> guilty(WorkerEnd end) {
    WorkerRun known = end.outOfMemory() ? runs.get(heaviest) : null;
    return known != null ? List.of(known) : isLiving() ? runs.values() : List.of();
  }
}
