package io.gatemini.sandbox.internal.worker;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which worker a client's program goes to. A client has workers of its own; where no more can be
 * started, clients share one, except those one of whose programs cost a worker. Guarded by the lock
 * of the pool.
 */
final class WorkerChoice {
  /** The most workers of several clients, beside the spare one. */
  static final int MOST = 4;

  private static final int MOST_COSTLY = 1_000;

  private final int workers;

  /** The clients one of whose programs cost a worker, the last of them. */
  private final Map<String, Boolean> costly =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST_COSTLY;
        }
      };

  /**
   * @param workers how many a client has
   */
  WorkerChoice(int workers) {
    this.workers = workers;
  }

  void cost(String client) {
    costly.put(client, true);
  }

  /** How many workers there should be for the programs that run and those of waiting clients. */
  int needed(Collection<PooledWorker> all, Collection<WorkerRun> waiting) {
    long occupied = all.stream().filter(worker -> worker.isLiving() && worker.isOccupied()).count();
    long tenants = waiting.stream().map(WorkerRun::tenant).distinct().count();
    return Math.max(workers, (int) Math.min(MOST, occupied + tenants));
  }

  /**
   * The worker for a program; empty where it is to wait.
   *
   * @param all in the order of their starts; the youngest is the spare
   * @param full whether no more workers can be started
   */
  Optional<PooledWorker> find(Collection<PooledWorker> all, WorkerRun run, boolean full) {
    String tenant = run.tenant();
    Comparator<PooledWorker> quietest = Comparator.comparingInt(worker -> worker.runs.size());
    List<PooledWorker> free = all.stream().filter(PooledWorker::isFree).toList();
    List<PooledWorker> own =
        free.stream().filter(w -> !w.runs.isEmpty() && w.isOnlyOf(tenant)).toList();
    Optional<PooledWorker> found =
        own.size() < workers
            ? free.stream()
                .filter(worker -> worker.runs.isEmpty())
                .min(Comparator.comparingInt(worker -> strangeness(worker, tenant)))
            : Optional.empty();
    return found
        .or(() -> own.stream().min(quietest))
        .or(
            () ->
                full && !costly.containsKey(run.client())
                    ? free.stream().filter(this::isShared).min(quietest)
                    : Optional.empty());
  }

  /** A worker that another client may need again is taken last. */
  private static int strangeness(PooledWorker worker, String tenant) {
    return worker.lastTenant.equals(tenant) ? 0 : worker.served == 0 ? 1 : 2;
  }

  private boolean isShared(PooledWorker worker) {
    return worker.runs.values().stream().noneMatch(run -> costly.containsKey(run.client()));
  }
}
