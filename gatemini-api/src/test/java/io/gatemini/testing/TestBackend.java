package io.gatemini.testing;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.LogLevel;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend that follows a {@link TestScript} and records what it is asked for. Thread-safe. */
public final class TestBackend implements Backend {
  public final BackendContext context;

  /** Ends the start, where the transport leaves that to the test. */
  public final CompletableFuture<Void> started = new CompletableFuture<>();

  /** Complete as soon as the backend was asked to stop. */
  public final CompletableFuture<Void> stopped = new CompletableFuture<>();

  public final AtomicInteger listings = new AtomicInteger();
  public final AtomicInteger pings = new AtomicInteger();
  public final AtomicInteger stops = new AtomicInteger();
  public final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
  public final Queue<LogLevel> logLevels = new ConcurrentLinkedQueue<>();
  public final Queue<Session> endedSessions = new ConcurrentLinkedQueue<>();
  private final TestTransport transport;

  /** A call, and the answer that the test completes where the backend is manual. */
  public record Call(BackendCall call, CompletableFuture<ToolResult> answer) {}

  TestBackend(BackendContext context, TestTransport transport) {
    this.context = context;
    this.transport = transport;
  }

  private TestScript script() {
    return transport.scriptOf(context.name());
  }

  @Override
  public CompletionStage<Void> start() {
    TestScript script = script();
    return script.isManual ? started : script.start.get();
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    listings.incrementAndGet();
    return script().list.get();
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    calls.add(new Call(call, answer));
    transport.called.add(context.name());
    TestScript script = script();
    return script.isManual ? answer : script.answer.apply(call);
  }

  @Override
  public void logLevel(LogLevel level) {
    logLevels.add(level);
  }

  @Override
  public BackendFeatures features() {
    return script().features;
  }

  @Override
  public CompletionStage<Void> ping() {
    pings.incrementAndGet();
    return script().ping.get();
  }

  @Override
  public CompletionStage<Void> stop() {
    stops.incrementAndGet();
    stopped.complete(null);
    return script().stop.get();
  }

  @Override
  public Duration stopTimeout() {
    return Duration.ofSeconds(30);
  }

  @Override
  public void sessionEnded(Session session) {
    endedSessions.add(session);
    script().sessionEnded.accept(session);
  }

  @Override
  public String description() {
    return script().description.get();
  }

  @Override
  public String identity() {
    return script().identity;
  }

  @Override
  public OptionalLong pid() {
    return script().pid;
  }

  @Override
  public OptionalLong memoryBytes() {
    return script().memoryBytes;
  }

  @Override
  public List<String> stderrTail() {
    return script().stderr.get();
  }
}
