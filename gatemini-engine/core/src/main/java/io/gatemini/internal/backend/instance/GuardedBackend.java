package io.gatemini.internal.backend.instance;

import io.gatemini.BackendCallException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Failures;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.async.Guard;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Relay;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SignIn;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A backend behind the wall: its stages are futures, and none of its methods throws. */
public final class GuardedBackend implements Backend {
  private static final Logger LOG = System.getLogger(GuardedBackend.class.getName());
  private static final String SILENT = "failed to report its health";

  private final String name;
  private final Backend backend;
  private final Guard guard;

  public GuardedBackend(String name, Backend backend) {
    this.name = name;
    this.backend = Objects.requireNonNull(backend, "its provider returned null");
    this.guard = new Guard("backend " + name);
  }

  @Override
  public CompletionStage<Void> start() {
    return Futures.of(backend::start);
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return Relay.map(Futures.of(backend::listTools), List::copyOf);
  }

  /** Returns the backend's own future: completing it from outside is what cancels the work. */
  @Override
  public CompletableFuture<ToolResult> call(BackendCall call) {
    try {
      CompletableFuture<ToolResult> answer = backend.call(call).toCompletableFuture();
      return answer.isDone() && !answer.isCompletedExceptionally() && answer.join() == null
          ? CompletableFuture.failedFuture(
              broken(name, "returned no result when it was called", null))
          : answer;
    } catch (RuntimeException | Error e) { // not by way of a lambda: each call comes along here
      return CompletableFuture.failedFuture(broken(name, e));
    }
  }

  /** The error of a backend that throws; the log has the whole of it. */
  public static BackendCallException broken(String backend, Throwable problem) {
    Guarded.log(LOG, "backend " + backend + " failed at a call", problem);
    return broken(backend, "failed when it was called: " + Failures.sentence(problem), problem);
  }

  /** A plug-in that does not keep its word: it may have done anything. */
  private static BackendCallException broken(
      String backend, String what, @Nullable Throwable cause) {
    return new BackendCallException("backend \"" + backend + "\" " + what, cause);
  }

  @Override
  public CompletionStage<Void> ping() {
    return Futures.of(backend::ping);
  }

  @Override
  public CompletionStage<Void> stop() {
    return Futures.of(backend::stop);
  }

  @Override
  public CompletionStage<Void> abort(String reason) {
    return Futures.of(() -> backend.abort(reason));
  }

  @Override
  public Duration stopTimeout() {
    return guard.ask("failed to report its grace period", backend::stopTimeout, Duration.ZERO);
  }

  @Override
  public void sessionEnded(Session session) {
    guard.run("failed to end a session", () -> backend.sessionEnded(session));
  }

  @Override
  public OptionalLong memoryBytes() {
    return guard.ask(SILENT, backend::memoryBytes, OptionalLong.empty());
  }

  @Override
  public String description() {
    return guard.ask(SILENT, backend::description, "");
  }

  @Override
  public String identity() {
    return guard.ask(SILENT, backend::identity, "");
  }

  @Override
  public String instructions() {
    return guard.ask(SILENT, backend::instructions, "");
  }

  @Override
  public void logLevel(LogLevel level) {
    guard.run("failed to set its log level", () -> backend.logLevel(level));
  }

  @Override
  public BackendFeatures features() {
    return guard.ask(SILENT, backend::features, BackendFeatures.none());
  }

  @Override
  public CompletionStage<SignIn> signIn() {
    return Futures.of(backend::signIn);
  }

  @Override
  public CompletionStage<Boolean> signOut() {
    return Futures.of(backend::signOut);
  }

  @Override
  public Optional<String> signedIn() {
    return guard.ask(SILENT, backend::signedIn, Optional.empty());
  }

  @Override
  public OptionalLong pid() {
    return guard.ask(SILENT, backend::pid, OptionalLong.empty());
  }

  @Override
  public List<Long> pids() {
    return guard.ask(SILENT, () -> List.copyOf(backend.pids()), List.of());
  }

  @Override
  public int instances() {
    return guard.ask(SILENT, backend::instances, 0);
  }

  @Override
  public List<String> stderrTail() {
    return guard.ask(SILENT, () -> List.copyOf(backend.stderrTail()), List.of());
  }

  @Override
  public List<String> stderrForClients() {
    return guard.ask(SILENT, () -> List.copyOf(backend.stderrForClients()), List.of());
  }
}
