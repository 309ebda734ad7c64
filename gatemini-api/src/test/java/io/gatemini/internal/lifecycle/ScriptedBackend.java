package io.gatemini.internal.lifecycle;

import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A backend whose every step the test decides. */
public final class ScriptedBackend implements Backend {
  public final BackendContext context;
  public final CompletableFuture<Void> started = new CompletableFuture<>();
  public final CompletableFuture<Void> stopped = new CompletableFuture<>();
  public final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
  public volatile List<String> toolNames = List.of("work");
  public volatile Supplier<String> words = () -> "";

  final AtomicInteger pings = new AtomicInteger();
  final AtomicInteger listings = new AtomicInteger();
  final Queue<Session> endedSessions = new ConcurrentLinkedQueue<>();
  private final Provider provider;

  public record Call(BackendCall call, CompletableFuture<ToolResult> answer) {}

  private ScriptedBackend(BackendContext context, Provider provider) {
    this.provider = provider;
    this.context = context;
  }

  @Override
  public CompletionStage<Void> start() {
    return started;
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    listings.incrementAndGet();
    return CompletableFuture.completedFuture(
        toolNames.stream()
            .map(name -> BackendTool.of(name, "Does " + name + ".", Tools.ANY_OBJECT))
            .toList());
  }

  @Override
  public String description() {
    return words.get();
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    calls.add(new Call(call, answer));
    return answer;
  }

  @Override
  public CompletionStage<Void> ping() {
    pings.incrementAndGet();
    return provider.answersPings ? Backend.done() : new CompletableFuture<>();
  }

  @Override
  public OptionalLong pid() {
    return provider.isProcess ? OptionalLong.of(1) : OptionalLong.empty();
  }

  @Override
  public OptionalLong memoryBytes() {
    return provider.memoryBytes;
  }

  @Override
  public void sessionEnded(Session session) {
    endedSessions.add(session);
  }

  @Override
  public CompletionStage<Void> stop() {
    stopped.complete(null);
    return provider.stops;
  }

  /** Hands out every backend it makes. */
  public static final class Provider implements BackendProvider {
    public final BlockingQueue<ScriptedBackend> created = new LinkedBlockingQueue<>();
    volatile boolean answersPings = true;
    volatile boolean isProcess;
    volatile CompletionStage<Void> stops = Backend.done();
    volatile OptionalLong memoryBytes = OptionalLong.empty();

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public Backend create(BackendContext context) {
      ScriptedBackend backend = new ScriptedBackend(context, this);
      created.add(backend);
      return backend;
    }

    public ScriptedBackend next() throws InterruptedException {
      @Nullable ScriptedBackend backend = created.poll(20, TimeUnit.SECONDS);
      if (backend == null) {
        throw new AssertionError("no backend was created");
      }
      return backend;
    }
  }
}
