package io.gatemini.internal.backend;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.argument.ArgumentRules;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.catalog.ToolAdmission.Admitted;
import io.gatemini.internal.limit.BackendLimits;
import io.gatemini.internal.state.Reports.BackendReport;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.SignIn;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * One backend from configuration to removal: starts it, publishes its tools, watches it, restarts
 * it when it ends or hangs, and reports its status. Thread-safe; the state is guarded by this
 * object, the call path reads one volatile field.
 *
 * <pre>
 * Starting ──listed──▶ Healthy ──exit──▶ Starting (waits for its restart; calls wait, too)
 *     │                   │
 *     │                   ├─hangs, a process──▶ killed, then as after an exit
 *     │                   └─hangs, elsewhere──▶ Unhealthy ──probe──▶ Healthy, or a restart
 *     ├─fails──▶ Stopped ──backoff──▶ Starting    a crash loop: Stopped at the longest backoff
 *     └─refused──▶ Needs sign-in ──somebody signs in──▶ Starting
 * </pre>
 *
 * <p>While a backend is down its tools stay in the catalog: agents still find them.
 */
public final class ManagedBackend implements BackendInstance.Owner {
  private static final Logger LOG = System.getLogger(ManagedBackend.class.getName());
  private static final String IN_LINE = "it starts as soon as others have started";

  private final BackendDefinition definition;
  private final String name;
  private final String namespace;
  private final BackendConfig config;
  private final BackendServices services;
  private final StartQueue starts;
  private final BackendLimits limits;

  private final BackendLauncher launcher;
  private final PublishedTools tools;

  /**
   * Held while the tools are published, which takes long where there are many. The state has a lock
   * of its own: who asks for it, a call among them, never waits for a snapshot.
   */
  private final Object publishing = new Object();

  private volatile @Nullable Backend active;
  private CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> firstOutcome = ready;
  private final FailureLog failures;
  private final RestartPolicy restartPolicy;
  private final StartPatience patience;
  private final HealthMonitor monitor;
  private @Nullable BackendInstance instance;
  private final StateRecord stateRecord;
  private final EndedLives endedLives = new EndedLives();
  private int restarts;
  private boolean stopped;

  /**
   * Another has taken its place: it finishes its calls, and publishes nothing. Written with both
   * locks, read with either.
   */
  private boolean retired;

  private @Nullable ScheduledFuture<?> restart;

  private final PersonSignIn signIn = new PersonSignIn(this::server, this::withSignIn);

  /** When a call may try again what is down, in terms of {@link System#nanoTime()}. */
  private long nextTryNanos;

  /** That of the latest start. */
  private StartQueue.Turn turn;

  ManagedBackend(BackendDefinition definition, BackendServices services, StartQueue starts) {
    this.definition = definition;
    this.name = definition.name();
    this.config = definition.config();
    this.namespace = BackendNames.namespace(name, config);
    this.services = services;
    this.starts = starts;
    this.turn = starts.turn();
    this.tools = new PublishedTools(definition, services);
    this.limits = BackendLimits.of(config, definition.provider());
    this.patience = new StartPatience(config);
    this.restartPolicy = new RestartPolicy(services::health, System::nanoTime);
    MessageMemory room = services.engine().messageMemory().forPeer();
    this.launcher = new BackendLauncher(definition, services, room, tools::isUnconfirmed);
    this.monitor = new HealthMonitor(name, config, isInline(), services, room);
    this.failures = new FailureLog(name);
    this.stateRecord = new StateRecord(name, services);
  }

  public String name() {
    return name;
  }

  public BackendConfig config() {
    return config;
  }

  /** How many calls it gets, at a time and in a window; the same over all its lives. */
  public BackendLimits limits() {
    return limits;
  }

  BackendDefinition definition() {
    return definition;
  }

  /** The prefix of its tools. */
  public String namespace() {
    return namespace;
  }

  boolean isSettled() {
    return firstOutcome.isDone();
  }

  /** Whether its tools are known: from the backend itself, or from an earlier gateway. */
  boolean isKnown() {
    return isSettled() || tools.isRestored();
  }

  /** Whether it shows the tools of an earlier gateway, and has not listed its own yet. */
  boolean showsRemembered() {
    return tools.isUnconfirmed();
  }

  /** Completes when the first attempt has succeeded or failed. */
  CompletableFuture<Void> settled() {
    return firstOutcome.handle((nothing, failure) -> null);
  }

  /** The backend while it is healthy; the one thing the call path reads. */
  public @Nullable Backend active() {
    return active;
  }

  /** The argument rules of one of its tools. */
  public ArgumentRules argumentRules(ToolDescriptor tool) {
    return tools.argumentRules(tool);
  }

  /**
   * Completes when the backend is healthy; fails when the attempt that is under way failed. A
   * backend that is down is tried at once, unless the last attempt failed less than {@code
   * restart_initial_backoff} ago. Who asks wants it: it starts before the others.
   */
  public synchronized CompletableFuture<Void> ready() {
    wanted();
    if (isDown() && !stopped && System.nanoTime() - nextTryNanos >= 0) {
      tryNow();
    }
    return ready;
  }

  /** Whether no attempt is under way that a call could wait for. */
  public synchronized boolean isDown() {
    return ready.isCompletedExceptionally();
  }

  private void tryNow() {
    BackendInstance silent = instance;
    Backend running = silent == null ? null : silent.backend();
    CompletableFuture<Void> attempt = new CompletableFuture<>();
    Runnable next;
    if (silent != null && running != null && stateRecord.isUnhealthy()) {
      next = () -> ping(silent, running, attempt);
    } else if (silent == null && restart != null && restart.cancel(false)) {
      next = this::restartWhenGone;
    } else {
      return;
    }
    ready = attempt;
    if (!Tasks.tryExecute(services.engine()::executor, next)) {
      attempt.completeExceptionally(definition.unavailable("the gateway is closing"));
    }
  }

  /** Calls under way go on when an unhealthy backend stays silent: only its heartbeat ends it. */
  private void ping(BackendInstance silent, Backend running, CompletableFuture<Void> attempt) {
    CompletableFuture<Void> pong = Futures.of(running::ping);
    services.deadlines().within(services.health().suspicionTimeout(), pong, "no answer");
    pong.whenComplete(
        (nothing, failure) -> {
          if (failure == null) {
            recovered(silent);
            return;
          }
          String why;
          synchronized (this) {
            if (ready != attempt || instance != silent || !stateRecord.isUnhealthy()) {
              return;
            }
            nextTryAfter(Duration.ZERO);
            why = String.valueOf(stateRecord.reason());
          }
          attempt.completeExceptionally(definition.unavailable(why));
        });
  }

  private void nextTryAfter(Duration least) {
    Duration pause = services.health().restartInitialBackoff();
    nextTryNanos = System.nanoTime() + (pause.compareTo(least) > 0 ? pause : least).toNanos();
  }

  /** Somebody waits for it: it starts before the others. */
  synchronized void wanted() {
    turn.want();
  }

  /** Whether it is there at once and waits for nothing. */
  boolean isInline() {
    return definition.provider().isInline();
  }

  /** Shows the tools that it had in an earlier gateway, until it says which it has. */
  void restore() {
    tools.restore();
  }

  /** Starts the first attempt on the given executor. */
  CompletableFuture<Void> start(Executor executor) {
    begin(executor, Duration.ZERO);
    return firstOutcome;
  }

  private void begin(Executor executor, Duration least) {
    BackendInstance next = new BackendInstance(name, this, services, isInline());
    StartQueue.Turn own = starts.turn();
    Duration deadline;
    synchronized (this) {
      if (stopped || instance != null) {
        return;
      }
      deadline = patience.limit(least);
      instance = next;
      turn = own;
      if (restarts == 0) {
        stateRecord.enter(BackendState.STARTING, null);
      }
    }
    launcher.launch(next, own, executor, deadline, why -> ended(next, why, null));
  }

  /** The tools are there before the backend counts as ready: who waited for it finds them. */
  @Override
  public void listed(BackendInstance from, List<BackendTool> listed) {
    boolean differ;
    synchronized (publishing) {
      if (!introduced(from)) {
        return;
      }
      differ = tools.listed(listed);
    }
    CompletableFuture<Void> waiting;
    synchronized (this) {
      Backend running = from.backend();
      if (instance != from || stopped || running == null) {
        return;
      }
      if (active != null || stateRecord.isUnhealthy()) {
        if (differ) {
          services.events().toolsReloaded(name, tools.admitted().visible());
        }
        return;
      }
      healthy(from, running);
      failures.clear();
      waiting = ready;
    }
    String count = listed.size() + (listed.size() == 1 ? " tool" : " tools");
    LOG.log(Level.INFO, () -> "backend " + name + " is healthy with " + count);
    services.events().logLevel().ifPresent(this::logLevel);
    services.catalog().whenPublished(() -> published(from, waiting));
  }

  /** Who waits for a life that a restart has ended meanwhile waits for the next one. */
  private void published(BackendInstance from, CompletableFuture<Void> waiting) {
    synchronized (this) {
      if (ready == waiting && instance != from) {
        return;
      }
      ready = ready == waiting ? CompletableFuture.completedFuture(null) : ready;
    }
    waiting.complete(null);
  }

  /**
   * Whether a life is the present one. Its description is known before its tools are: texts combine
   * both, once per snapshot.
   */
  private synchronized boolean introduced(BackendInstance from) {
    Backend running = from.backend();
    if (instance != from || stopped || retired) {
      return false;
    }
    if (active == null && running != null) {
      tools.describe(running);
    }
    return true;
  }

  private void healthy(BackendInstance from, Backend running) {
    active = running;
    restartPolicy.becameHealthy();
    patience.succeeded();
    stateRecord.enter(BackendState.HEALTHY, null);
    monitor.begin(running, new Pulse(from, false), why -> tooLarge(from, why));
  }

  /** A process that hangs is killed; what runs elsewhere is only given time, and another chance. */
  private void unresponsive(BackendInstance hung, String said) {
    String why = definition.reason(said);
    Backend running = hung.backend();
    if (running == null || running.pid().isPresent()) {
      killed(hung, why);
      return;
    }
    synchronized (this) {
      if (instance != hung || stopped) {
        return;
      }
      monitor.end();
      active = null;
      stateRecord.enter(BackendState.UNHEALTHY, why);
      nextTryAfter(Duration.ZERO);
      ready = CompletableFuture.failedFuture(definition.unavailable(why));
      monitor.probe(running, new Pulse(hung, true));
    }
    LOG.log(Level.WARNING, "backend {0} is unhealthy: {1}", name, Failures.logged(why));
  }

  /**
   * A call has been waiting for an answer for long. That a backend hangs is noticed by that sooner
   * than by the next regular ping.
   */
  public synchronized void suspect() {
    BackendInstance silent = instance;
    Backend running = active;
    if (silent != null && running != null && !isInline()) {
      monitor.suspect(running, why -> unresponsive(silent, why));
    }
  }

  /** A call was refused because a person has to sign in: a ping says whether all are. */
  public synchronized void askForSignIn() {
    if (active != null) {
      monitor.pingNow();
    }
  }

  /** Hears the pings of a life. */
  private final class Pulse implements Heartbeat.Listener {
    private final BackendInstance life;

    /** Whether it has left some unanswered, so that the next one decides. */
    private final boolean silent;

    Pulse(BackendInstance life, boolean silent) {
      this.life = life;
      this.silent = silent;
    }

    @Override
    public void answered() {
      if (silent) {
        recovered(life);
      }
    }

    @Override
    public void unresponsive(String why) {
      if (silent) {
        killed(life, why);
      } else {
        ManagedBackend.this.unresponsive(life, why);
      }
    }

    /** Nothing of it hangs, and no retry helps. */
    @Override
    public void wantsSignIn(String why) {
      life.wantsSignIn();
      ended(life, why, null);
    }
  }

  private void recovered(BackendInstance from) {
    CompletableFuture<Void> waiting;
    synchronized (this) {
      Backend running = from.backend();
      if (instance != from || stopped || !stateRecord.isUnhealthy() || running == null) {
        return;
      }
      monitor.end();
      healthy(from, running);
      waiting = ready;
    }
    published(from, waiting);
    LOG.log(Level.INFO, "backend {0} is healthy again", name);
    // They may have changed while it was unhealthy.
    from.toolsChanged();
  }

  private void tooLarge(BackendInstance large, String why) {
    synchronized (this) {
      if (instance != large || !monitor.mayRestartForMemory()) {
        return;
      }
    }
    killed(large, why);
  }

  private void killed(BackendInstance doomed, String why) {
    var unused = doomed.abort("backend \"" + name + "\" was killed: " + why);
    ended(doomed, why + ", and was killed", null);
  }

  /**
   * Publishes nothing any more; calls under way go on until it stops.
   *
   * @param withTools whether its tools leave the catalog, because no other backend takes its name
   *     over
   */
  void retire(boolean withTools) {
    synchronized (publishing) {
      synchronized (this) {
        retired = true;
      }
      if (withTools) {
        tools.withdraw();
      }
    }
  }

  /** Takes away what the one before it has left, unless it has published tools of its own. */
  void withoutTools() {
    synchronized (publishing) {
      if (active == null && !retired) {
        tools.withdraw();
      }
    }
  }

  /** Stops for good and takes the tools out of the catalog. */
  CompletableFuture<Void> stop() {
    BackendInstance last;
    CompletableFuture<Void> waiting;
    synchronized (publishing) {
      synchronized (this) {
        if (stopped) {
          return endedLives.gone();
        }
        stopped = true;
        last = takeLife();
        stateRecord.enter(BackendState.STOPPED, "it was stopped");
        waiting = ready;
      }
      if (!retired) {
        tools.withdraw();
      }
    }
    BackendUnavailableException over =
        new BackendUnavailableException("backend \"" + name + "\" was stopped");
    waiting.completeExceptionally(over);
    signIn.giveUp(over);
    if (last != null) {
      var unused = last.end();
    }
    return endedLives.gone();
  }

  /**
   * Ends the life there is, as a stop does, and begins the next one once it is gone, as if none had
   * failed before. The tools stay; calls that wait go on waiting. Completes when the backend is
   * healthy; fails when it did not start, after which it is tried again like any other.
   */
  CompletableFuture<Void> startAnew() {
    BackendInstance last;
    CompletableFuture<Void> outcome;
    synchronized (this) {
      if (stopped) {
        return CompletableFuture.failedFuture(definition.unavailable("it was stopped"));
      }
      last = takeLife();
      restartPolicy.reset();
      ready = ready.isDone() ? new CompletableFuture<>() : ready;
      outcome = ready;
      stateRecord.enter(BackendState.STARTING, "it was restarted");
    }
    LOG.log(Level.INFO, "backend {0} is restarted", name);
    if (last != null) {
      var unused = last.end();
    }
    restartWhenGone();
    return outcome;
  }

  /** Whether people may sign in to it. */
  public boolean takesSignIn() {
    return definition.provider().takesSignIn();
  }

  /** Begins to sign a person in, unless that is under way; a start follows where it is down. */
  public CompletableFuture<SignIn> signIn() {
    return signIn.begin();
  }

  /** One that runs goes on, with its calls; it may have other tools for the person. */
  private CompletableFuture<Void> withSignIn() {
    BackendInstance running = active == null ? null : latest();
    if (running == null) {
      return startAnew();
    }
    running.toolsChanged();
    return CompletableFuture.completedFuture(null);
  }

  /** Signs out; completes with whether somebody had signed in, once it is started again. */
  CompletableFuture<Boolean> signOut() {
    return server()
        .thenCompose(Backend::signOut)
        .thenCompose(had -> startAnew().handle((nothing, failure) -> had));
  }

  /** The backend of its latest life, once the first one has begun or failed. */
  private CompletableFuture<Backend> server() {
    return settled()
        .thenApply(
            nothing -> {
              BackendInstance latest = latest();
              Backend created = latest == null ? null : latest.backend();
              if (created == null) {
                throw definition.unavailable("it has not been started");
              }
              return created;
            });
  }

  /** Gives up the life there is, and the start of a next one. */
  private @Nullable BackendInstance takeLife() {
    BackendInstance last = instance;
    instance = null;
    active = null;
    monitor.end();
    if (restart != null) {
      restart.cancel(false);
    }
    if (last != null) {
      endedLives.add(last);
    }
    return last;
  }

  @Override
  public void ended(BackendInstance over, String said, @Nullable Throwable unexpected) {
    String why = definition.reason(said);
    CompletableFuture<Void> waiting;
    RestartPolicy.Next next;
    synchronized (this) {
      if (instance != over || stopped) {
        return;
      }
      boolean wasHealthy = active != null;
      var unused = takeLife();
      waiting = ready;
      next =
          over.needsSignIn()
              ? new RestartPolicy.Next(services.health().restartMaxBackoff(), false)
              : restartPolicy.ended().atLeast(over.wish());
      if (over.isTooSlow()) {
        patience.exceeded();
      }
      // The start of a process that ends again and again costs too much for every call to ask for.
      nextTryAfter(next.crashLoop() && config.url().isEmpty() ? next.delay() : over.wish());
      boolean awaited = wasHealthy && !next.crashLoop();
      String full = next.crashLoop() ? why + "; it ends again and again" : why;
      BackendState down = awaited ? BackendState.STARTING : BackendState.STOPPED;
      BackendState state = over.needsSignIn() ? BackendState.NEEDS_SIGN_IN : down;
      stateRecord.enter(state, full, next.crashLoop());
      // A caller should not wait for a backend that has just failed to start.
      ready =
          awaited
              ? new CompletableFuture<>()
              : CompletableFuture.failedFuture(unavailable(over, full));
    }
    var unused = over.end();
    failures.log(why, over.needsSignIn(), next.text(), unexpected);
    waiting.completeExceptionally(unavailable(over, why));
    restartAfter(next.delay());
  }

  private BackendUnavailableException unavailable(BackendInstance over, String why) {
    BackendUnavailableException failure = definition.unavailable(why);
    return over.needsSignIn()
        ? BackendUnavailableException.signIn(String.valueOf(failure.getMessage()))
        : failure;
  }

  private synchronized void restartAfter(Duration delay) {
    if (!stopped) {
      restart = Tasks.trySchedule(services.engine()::scheduler, delay, this::restartWhenGone);
    }
  }

  private void restartWhenGone() {
    services.deadlines().bounded(endedLives.gone(), stopTimeout()).thenRun(this::restart);
  }

  private void restart() {
    synchronized (this) {
      if (stopped || instance != null) {
        return;
      }
      restarts++;
      restartPolicy.restarted();
      ready = ready.isDone() ? new CompletableFuture<>() : ready;
      if (stateRecord.state() != BackendState.NEEDS_SIGN_IN) {
        stateRecord.enter(BackendState.STARTING, stateRecord.reason());
      }
    }
    begin(services.engine().executor(), services.health().restartTimeout());
  }

  /** Also while it is unhealthy: what it holds for a session must not stay with it. */
  void sessionEnded(Session session) {
    BackendInstance running;
    synchronized (this) {
      running = instance;
    }
    if (running != null) {
      running.sessionEnded(session);
    }
  }

  /** How long a stop that begins now may take, or what is left of the one that is under way. */
  synchronized Duration stopTimeout() {
    BackendInstance latest = latest();
    return latest == null ? BackendInstance.STOP_MARGIN : latest.stopTimeout();
  }

  private synchronized @Nullable BackendInstance latest() {
    return instance == null ? endedLives.last() : instance;
  }

  synchronized BackendState state() {
    return stateRecord.state();
  }

  /** How the backend stands. */
  public synchronized BackendStatus status() {
    Backend backend = instance == null ? null : instance.backend();
    // The last words of a backend matter most when it is gone.
    BackendInstance heard = latest();
    Backend speaker = heard == null ? null : heard.backend();
    Admitted admitted = tools.admitted();
    return new BackendReport(
        name,
        config.transport(),
        namespace(),
        tools.description(),
        tools.identity(),
        speaker == null ? Optional.empty() : speaker.signedIn(),
        stateRecord.state(),
        Optional.ofNullable(turn.isWaiting() ? IN_LINE : stateRecord.reason()),
        stateRecord.since(),
        admitted.visible(),
        restarts,
        backend == null ? OptionalLong.empty() : backend.pid(),
        active == null ? List.of() : active.pids(),
        definition.dynamic(),
        speaker == null ? List.of() : definition.shown(speaker.stderrTail()),
        speaker == null ? List.of() : definition.shown(speaker.stderrForClients()),
        monitor.memoryBytes(),
        active == null ? 0 : active.instances(),
        admitted.changed());
  }

  /** Sets the level from which clients want its log lines, while it runs. */
  void logLevel(LogLevel level) {
    Backend running = active;
    if (running != null) {
      running.logLevel(level);
    }
  }

  /** Its features beside tools, while it runs. */
  BackendFeatures features() {
    Backend running = active;
    return running == null ? BackendFeatures.none() : running.features();
  }

  /** The backend's own instructions for its tools. */
  public Optional<String> instructions() {
    return tools.instructions();
  }
}
