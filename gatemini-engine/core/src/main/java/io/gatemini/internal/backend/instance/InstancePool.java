package io.gatemini.internal.backend.instance;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallRefusedException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.PoolConfig;
import io.gatemini.internal.backend.instance.PooledInstance.State;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a backend, the sessions that have one or wait for one, and the starts and stops
 * that follow from it.
 *
 * <p>Starts are anonymous: what has started goes to who waits longest, else it is idle. There are
 * as many starts under way as sessions wait or idle ones are missing, as far as there is room; a
 * place is free again when nothing of its instance is left.
 *
 * <p>Thread-safe. Who holds an instance is read without the lock; nothing foreign is called while
 * it is held.
 */
final class InstancePool implements PooledInstance.Owner {
  private static final Logger LOG = System.getLogger(InstancePool.class.getName());

  /** An idle instance that ends earlier than this has not really started. */
  private static final Duration YOUNG = Duration.ofSeconds(10);

  private final BackendProvider provider;
  private final BackendContext context;
  private final Supplier<HealthConfig> health;
  private final PoolConfig limits;
  private final Listener listener;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final Map<String, SessionLease> leases = new ConcurrentHashMap<>();

  private final Object lock = new Object();
  private final PooledInstances instances;
  private final WaitingSessions waiting;
  private final EndedSessions endedSessions = new EndedSessions();
  private final Backoff pause =
      new Backoff(() -> Duration.ofMillis(250), () -> Duration.ofSeconds(30));
  private int starting;
  private boolean begun;
  private boolean prewarmed;
  private boolean closed;
  private boolean refilling;
  private boolean waking;

  /** Whether sessions wait; written under the lock. */
  private volatile boolean contended;

  private @Nullable PooledInstance changed;
  private List<String> lastWords = List.of();

  /** How many instances there are of each kind, and how many sessions wait. */
  record Counts(int idle, int held, int starting, int stopping, int waiting) {}

  /** Hears of the pool as a whole; called on any thread, without a lock. */
  interface Listener {
    void started(PooledInstance instance);

    /** No instance runs and this was the last start: the pool has closed itself. */
    void ended(BackendUnavailableException failure);

    void toolsChanged();
  }

  InstancePool(
      BackendProvider provider,
      BackendContext context,
      Supplier<HealthConfig> health,
      Listener listener) {
    this.provider = provider;
    this.context = context;
    this.health = health;
    this.limits = context.config().pool();
    this.instances = new PooledInstances(limits.maxInstances());
    this.listener = listener;
    this.waiting = new WaitingSessions(leases, context);
  }

  /** Starts a first instance, and the idle ones after it. */
  void begin() {
    change(
        after -> {
          if (!begun && !closed) {
            begun = true;
            spawn(after);
          }
        });
  }

  /** The lease of a session. */
  @Nullable PooledInstance heldBy(Session session) {
    SessionLease lease = leases.get(session.id());
    return lease == null ? null : lease.instance;
  }

  /** Makes a first call of a session, as soon as that has an instance. */
  CompletableFuture<ToolResult> acquire(BackendCall call) {
    QueuedCall result = new QueuedCall(call);
    List<Runnable> after = new ArrayList<>();
    SessionLease lease;
    synchronized (lock) {
      if (closed) {
        return CompletableFuture.failedFuture(unavailable("it was stopped"));
      }
      if (endedSessions.contains(call.context().session())) {
        return CompletableFuture.failedFuture(
            new CallRefusedException(call.tool() + " was not called: the session has ended"));
      }
      lease = leases.get(call.context().session().id());
      if (lease == null) {
        lease = new SessionLease(call.context().session());
        leases.put(lease.sessionId, lease);
        waiting.add(lease);
      }
      PooledInstance own = lease.instance;
      if (own != null) {
        own.begin();
        after.add(() -> result.make(own));
      } else {
        lease.calls.add(result);
        balance(after);
      }
    }
    SessionLease mine = lease;
    result.whenComplete((value, failure) -> leave(mine, result));
    after.forEach(Runnable::run);
    if (mine.instance == null && !result.isDone()) {
      long nanos =
          Math.min(
              limits.acquireTimeout().toNanos(),
              call.context().deadlineNanos() - System.nanoTime());
      Future<?> timer = schedule(Duration.ofNanos(Math.max(0, nanos)), () -> expire(result));
      result.whenComplete((value, failure) -> timer.cancel(false));
    }
    return result;
  }

  private void leave(SessionLease lease, QueuedCall call) {
    synchronized (lock) {
      waiting.leave(lease, call);
    }
  }

  private void expire(QueuedCall call) {
    change(
        after -> {
          call.expired = true;
          waiting.failExpired(starting, after);
        });
  }

  /**
   * Gives what is idle to who waits, starts what is missing, takes what one client has too many of,
   * and plans what is to be done later.
   */
  private void balance(List<Runnable> after) {
    if (closed) {
      return;
    }
    while (!waiting.served().isEmpty()) {
      PooledInstance free = instances.takeIdle();
      if (free == null) {
        break;
      }
      give(free, waiting.next(), after);
    }
    while (starting < waiting.served().size() && instances.hasRoom()) {
      if (pause.leftNanos() > 0) {
        wakeAfterPause();
        break;
      }
      spawn(after);
    }
    waiting.failExpired(starting, after);
    // Before calls are looked at: the end of one that is under way looks here.
    contended = !waiting.served().isEmpty();
    PooledInstance taken =
        instances.hasRoom() ? null : waiting.taken(starting + instances.count(State.STOPPING));
    if (taken != null) {
      logEnd(
          taken, "its client has more than half of the instances while another one waits", after);
      discard(taken, after);
    }
    if (spare() < limits.minIdle() && instances.hasRoom()) {
      refillLater();
    }
  }

  @Override
  public void rested(PooledInstance instance) {
    if (contended) {
      change(this::balance);
    }
  }

  private void give(PooledInstance instance, SessionLease lease, List<Runnable> after) {
    pause.reset();
    instance.state = State.HELD;
    instance.lease = lease;
    lease.instance = instance;
    for (QueuedCall call : lease.calls) {
      instance.begin();
      after.add(() -> call.make(instance));
    }
    lease.calls.clear();
  }

  private void spawn(List<Runnable> after) {
    PooledInstance instance = new PooledInstance(provider, context, health, this);
    instances.add(instance);
    starting++;
    after.add(instance::launch);
  }

  /** The number of present and coming instances without a waiting session. */
  private int spare() {
    return instances.idle() + Math.max(0, starting - waiting.served().size());
  }

  private void wakeAfterPause() {
    if (!waking) {
      waking = true;
      schedule(
          Duration.ofNanos(pause.leftNanos()),
          () ->
              change(
                  after -> {
                    waking = false;
                    balance(after);
                  }));
    }
  }

  private void refillLater() {
    if (!refilling) {
      refilling = true;
      long nanos = Math.max(limits.replenishDelay().toNanos(), pause.leftNanos());
      schedule(Duration.ofNanos(nanos), () -> change(this::refill));
    }
  }

  private void refill(List<Runnable> after) {
    refilling = false;
    if (!closed && pause.leftNanos() == 0) {
      prewarm(after);
    }
    balance(after);
  }

  private void prewarm(List<Runnable> after) {
    while (spare() < limits.minIdle() && instances.hasRoom()) {
      spawn(after);
    }
  }

  @Override
  public void started(PooledInstance instance) {
    change(
        after -> {
          if (instance.state != State.STARTING) {
            return;
          }
          starting--;
          instances.addIdle(instance);
          after.add(() -> listener.started(instance));
          balance(after);
          if (prewarmed) {
            // One more than wanted is kept for who gave up waiting and comes again.
            trim(Math.max(1, limits.minIdle()), after);
          } else {
            prewarmed = true;
            prewarm(after);
          }
        });
  }

  @Override
  public void failed(PooledInstance instance, BackendUnavailableException failure) {
    List<String> words = instance.stderrTail();
    change(
        after -> {
          if (instance.state != State.STARTING) {
            return;
          }
          discard(instance, after);
          lastWords = words;
          pause.failed();
          if (instances.isEmpty()) {
            end(failure, after);
          } else {
            if (waiting.served().size() > starting) {
              // The failed start was that of the session that has waited longest.
              waiting.failFirst(failure, after);
            }
            balance(after);
          }
        });
  }

  /** No instance runs and none starts: the lifecycle begins anew, with its own backoff. */
  private void end(BackendUnavailableException failure, List<Runnable> after) {
    LOG.log(Level.DEBUG, "no instance of backend {0} is left", context.name());
    close(failure, after);
    after.add(() -> listener.ended(failure));
  }

  @Override
  public void exited(PooledInstance instance, String reason) {
    List<String> words = instance.stderrTail();
    boolean young = instance.ageNanos() < YOUNG.toNanos();
    change(
        after -> {
          switch (instance.state) {
            case STARTING ->
                after.add(() -> failed(instance, new BackendUnavailableException(reason)));
            case IDLE, HELD -> {
              if (instance.state == State.IDLE && young) {
                pause.failed();
              }
              lastWords = words;
              logEnd(instance, reason, after);
              discard(instance, after);
              balance(after);
            }
            case STOPPING -> {
              // The stop was requested.
            }
          }
        });
  }

  private static void logEnd(PooledInstance instance, String reason, List<Runnable> after) {
    boolean held = instance.lease != null;
    after.add(() -> instance.warn(held, reason));
  }

  @Override
  public void unresponsive(PooledInstance instance, String reason) {
    condemn(instance, reason);
  }

  /** Stops one that hangs or takes too much. */
  void condemn(PooledInstance instance, String reason) {
    change(
        after -> {
          if (instance.state == State.IDLE || instance.state == State.HELD) {
            instance.condemn(
                "this instance of backend \"" + context.name() + "\" was killed: " + reason);
            logEnd(instance, reason, after);
            discard(instance, after);
            balance(after);
          }
        });
  }

  /** Takes it out of use and stops it; its place becomes free when nothing is left of it. */
  private void discard(PooledInstance instance, List<Runnable> after) {
    if (instance.state == State.STARTING) {
      starting--;
    }
    instance.state = State.STOPPING;
    instances.removeIdle(instance);
    SessionLease lease = instance.lease;
    if (lease != null) {
      leases.remove(lease.sessionId, lease);
    }
    after.add(instance::stop);
  }

  private void trim(int keep, List<Runnable> after) {
    if (waiting.served().isEmpty()) {
      instances.idleBeyond(keep).forEach(instance -> discard(instance, after));
    }
  }

  @Override
  public void gone(PooledInstance instance) {
    change(
        after -> {
          instances.remove(instance);
          balance(after);
        });
  }

  @Override
  public void toolsChanged(PooledInstance instance) {
    synchronized (lock) {
      if (closed || instance.state == State.STOPPING) {
        return;
      }
      changed = instance;
    }
    listener.toolsChanged();
  }

  void sessionEnded(Session session) {
    change(
        after -> {
          endedSessions.add(session);
          SessionLease lease = leases.remove(session.id());
          if (lease == null) {
            return;
          }
          PooledInstance instance = lease.instance;
          if (instance != null) {
            discard(instance, after);
          } else {
            waiting.fail(lease, unavailable("the session has ended"), after);
          }
          balance(after);
        });
  }

  /** The instance that reported changed tools last, else any; empty while none runs. */
  @Nullable PooledInstance lister() {
    synchronized (lock) {
      return changed != null && PooledInstances.isRunning(changed)
          ? changed
          : instances.running().stream().findFirst().orElse(null);
    }
  }

  /** Stops idle ones beyond what is wanted. */
  void trim() {
    change(after -> trim(limits.minIdle(), after));
  }

  List<PooledInstance> running() {
    synchronized (lock) {
      return instances.running();
    }
  }

  /** Whether another one could be started. */
  boolean isOpen() {
    synchronized (lock) {
      return !closed && instances.hasRoom();
    }
  }

  /** Stops all and fails who waits. Completes when nothing is left; the same future each time. */
  CompletableFuture<Void> close() {
    change(after -> close(unavailable("it was stopped"), after));
    return ended;
  }

  /** The time that a stop of all may take; they are stopped at the same time. */
  Duration stopTimeout() {
    List<PooledInstance> all;
    synchronized (lock) {
      all = instances.all();
    }
    return PooledInstances.longestStop(all);
  }

  private void close(BackendUnavailableException failure, List<Runnable> after) {
    if (closed) {
      return;
    }
    closed = true;
    waiting.failAll(failure, after);
    leases.clear();
    instances.clearIdle();
    List<PooledInstance> all = instances.all();
    all.forEach(instance -> instance.state = State.STOPPING);
    after.add(
        () ->
            CompletableFuture.allOf(
                    all.stream().map(PooledInstance::stop).toArray(CompletableFuture<?>[]::new))
                .whenComplete((nothing, problem) -> ended.complete(null)));
  }

  Counts counts() {
    synchronized (lock) {
      return new Counts(
          instances.idle(),
          instances.count(State.HELD),
          instances.count(State.STARTING),
          instances.count(State.STOPPING),
          waiting.size());
    }
  }

  /** The words of the youngest instance, or of the one that ended last if that has none. */
  List<String> stderrTail() {
    PooledInstance youngest;
    List<String> words;
    synchronized (lock) {
      youngest = instances.youngestRunning();
      words = lastWords;
    }
    List<String> own = youngest == null ? List.of() : youngest.stderrTail();
    return own.isEmpty() ? words : own;
  }

  /** A step under the lock; what it wants to call is called after. */
  private interface Step {
    void take(List<Runnable> after);
  }

  private void change(Step step) {
    List<Runnable> after = new ArrayList<>();
    synchronized (lock) {
      step.take(after);
    }
    after.forEach(Runnable::run);
  }

  private Future<?> schedule(Duration delay, Runnable task) {
    try {
      return context.scheduler().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "{0}: the gateway is closing", context.name());
      return CompletableFuture.completedFuture(null);
    }
  }

  private BackendUnavailableException unavailable(String why) {
    return new BackendUnavailableException(
        "backend \"" + context.name() + "\" is not available: " + why);
  }
}
