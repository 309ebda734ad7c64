package io.gatemini.internal.backend;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.backend.instance.InstanceLife;
import io.gatemini.internal.text.Durations;
import io.gatemini.internal.text.TextCut;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.BackendTool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One life of a backend: it is created, started, listed, listed again when its tools change, and
 * ended. Reports each step to its owner, which ignores reports after its end.
 *
 * <p>Thread-safe.
 */
final class BackendInstance extends InstanceLife implements BackendListener {
  private static final Logger LOG = System.getLogger(BackendInstance.class.getName());

  /** A backend that reports a change with every answer must not be listed all the time. */
  private static final Duration BETWEEN_LISTINGS = Duration.ofMillis(500);

  /** Hears of the steps of a life; called on any thread. */
  interface Owner {
    void listed(BackendInstance life, List<BackendTool> tools);

    void ended(BackendInstance life, String reason, @Nullable Throwable unexpected);
  }

  /** The time that a stop may take beyond what it says, on a busy machine. */
  static final Duration STOP_MARGIN = Duration.ofSeconds(2);

  /** A gateway that closes waits no longer for anybody; grace periods are bounded below it. */
  private static final Duration MAX_STOP = Duration.ofSeconds(60);

  /** The most that {@link #stopTimeout} says. */
  static final Duration LONGEST_STOP = MAX_STOP.plus(STOP_MARGIN);

  private static final String RAISE = "; raise start_timeout if it needs longer";

  /** As much of stderr as an error message has room for. */
  private static final int LAST_LINES = 3;

  private static final int LAST_WORDS_LENGTH = 400;

  private final String name;
  private final Owner owner;
  private final BackendServices services;
  private volatile Duration wish = Duration.ZERO;
  private volatile boolean tooSlow;
  private volatile boolean needsSignIn;

  // A change reported during the first listing is not lost.
  private boolean listing = true;
  private boolean changed;

  /**
   * @param ours whether the backend is one of the gateway's own that never blocks, so that nothing
   *     of it needs a thread
   */
  BackendInstance(String name, Owner owner, BackendServices services, boolean ours) {
    super("backend " + name, services.engine(), ours);
    this.name = name;
    this.owner = owner;
    this.services = services;
  }

  /** How long the backend wants to be left alone after a start that it refused. */
  Duration wish() {
    return wish;
  }

  /** Whether its start took longer than its limit. */
  boolean isTooSlow() {
    return tooSlow;
  }

  /** Whether its start failed, or it ends, because a person has to sign in first. */
  boolean needsSignIn() {
    return needsSignIn;
  }

  void wantsSignIn() {
    needsSignIn = true;
  }

  /**
   * Starts; the owner hears of the first listing, or of the end.
   *
   * @param begun called when the start is over, either way
   */
  void start(Function<BackendListener, Backend> create, Duration deadline, Runnable begun) {
    start(
            () -> create.apply(this),
            created -> created.listTools().thenAccept(this::listed),
            deadline,
            () -> slow(deadline))
        .whenComplete(
            (nothing, failure) -> {
              begun.run();
              if (failure != null && !isOver()) {
                failed(failure);
              }
            });
  }

  private static CallTimeoutException slow(Duration deadline) {
    return new CallTimeoutException("it did not start within " + Durations.text(deadline) + RAISE);
  }

  private void listed(List<BackendTool> tools) {
    owner.listed(this, tools);
    boolean again;
    synchronized (this) {
      listing = false;
      again = changed;
    }
    if (again) {
      relistLater();
    }
  }

  @Override
  public void featuresChanged() {
    services.events().featuresChanged(name);
  }

  @Override
  public void resourceUpdated(String uri) {
    services.events().resourceUpdated(name, uri);
  }

  @Override
  public void toolsChanged() {
    synchronized (this) {
      if (isOver() || listing || changed) {
        changed = true;
        return;
      }
      changed = true;
    }
    relist();
  }

  /** Lists again; the owner hears of it. */
  private void relist() {
    synchronized (this) {
      if (isOver() || listing) {
        return;
      }
      listing = true;
      changed = false;
    }
    CompletableFuture<List<BackendTool>> tools = running().listTools().toCompletableFuture();
    services.deadlines().within(services.health().restartTimeout(), tools, "no answer");
    tools.whenComplete(this::relisted);
  }

  private void relisted(@Nullable List<BackendTool> tools, @Nullable Throwable failure) {
    if (tools != null) {
      owner.listed(this, tools);
    } else {
      LOG.log(
          Level.WARNING,
          "backend {0} did not list its tools again: {1}",
          name,
          Failures.logged(
              Failures.unnamed(name, Failures.sentence(Objects.requireNonNull(failure)))));
    }
    // Changes reported from now on wait until the pause is over.
    relistLater();
  }

  private void relistLater() {
    Tasks.trySchedule(services.engine()::scheduler, BETWEEN_LISTINGS, this::pauseOver);
  }

  private void pauseOver() {
    synchronized (this) {
      listing = false;
      if (!changed) {
        return;
      }
    }
    // The scheduler's threads keep the deadlines of everybody; a listing may take a moment.
    Tasks.tryExecute(services.engine()::executor, this::relist);
  }

  @Override
  public void exited(String reason) {
    owner.ended(this, reason, null);
  }

  private void failed(Throwable failure) {
    wish = Failures.wish(failure).orElse(Duration.ZERO);
    Throwable cause = Failures.cause(failure);
    boolean expected = cause instanceof GatewayException;
    needsSignIn = cause instanceof BackendUnavailableException refused && refused.needsSignIn();
    String said = String.valueOf(cause.getMessage());
    tooSlow = cause instanceof CallTimeoutException || cause.getCause() instanceof TimeoutException;
    if (expected && tooSlow) {
      said = (said.contains(RAISE) ? said : said + RAISE) + lastWords();
    }
    owner.ended(this, expected ? said : "it failed to start: " + cause, expected ? null : cause);
  }

  private String lastWords() {
    Backend created = backend();
    List<String> lines = created == null ? List.of() : created.stderrForClients();
    String words =
        String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    return words.isBlank()
        ? ""
        : "; last words: " + TextCut.shortened(words.strip(), LAST_WORDS_LENGTH);
  }

  /**
   * Ends it, whatever it is doing. Completes when nothing of it is left; the same future each time.
   */
  CompletableFuture<Void> end() {
    return end(Backend::stop);
  }

  /** The same without patience; open calls fail with the reason. */
  CompletableFuture<Void> abort(String reason) {
    return end(running -> running.abort(reason));
  }

  void sessionEnded(Session session) {
    Backend created = backend();
    if (created != null) {
      created.sessionEnded(session);
    }
  }

  /** How long its end may take. */
  Duration stopTimeout() {
    Backend created = backend();
    if (created == null) {
      return STOP_MARGIN;
    }
    Duration own = created.stopTimeout();
    return (own.compareTo(MAX_STOP) > 0 ? MAX_STOP : own).plus(STOP_MARGIN);
  }
}
