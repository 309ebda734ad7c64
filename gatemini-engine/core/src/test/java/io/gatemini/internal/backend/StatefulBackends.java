package io.gatemini.internal.backend;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes backends that count their calls, and counts what lives: from the start to the end of the
 * stop.
 */
public final class StatefulBackends implements BackendProvider {
  public final List<Instance> created = new CopyOnWriteArrayList<>();
  public final AtomicInteger alive = new AtomicInteger();
  public final AtomicInteger mostAlive = new AtomicInteger();
  public volatile CompletableFuture<Void> start = CompletableFuture.completedFuture(null);
  public volatile CompletableFuture<Void> stop = CompletableFuture.completedFuture(null);
  public volatile boolean dedicated = true;
  public volatile boolean lacksAClass;
  public volatile String[] tools = {"count", "hold"};

  @Override
  public String name() {
    return "stateful";
  }

  @Override
  public boolean allowsDedicatedInstances() {
    return dedicated;
  }

  @Override
  public Backend create(BackendContext context) {
    Instance instance = new Instance(context, created.size());
    created.add(instance);
    return instance;
  }

  public Instance last() {
    return created.get(created.size() - 1);
  }

  public final class Instance implements Backend {
    public final BackendContext context;
    public final int number;
    final AtomicInteger count = new AtomicInteger();
    public final Set<CompletableFuture<ToolResult>> open = ConcurrentHashMap.newKeySet();
    public final AtomicInteger pings = new AtomicInteger();
    public final AtomicInteger pingsToRefuse = new AtomicInteger();
    public volatile boolean answersPings = true;

    /** The pings that it has not answered; completing one answers it, on the same thread. */
    public final List<CompletableFuture<Void>> openPings = new CopyOnWriteArrayList<>();

    public volatile long memory;
    public volatile boolean ended;
    private boolean lives;
    private boolean stopping;

    private Instance(BackendContext context, int number) {
      this.context = context;
      this.number = number;
    }

    @Override
    public synchronized CompletionStage<Void> start() {
      if (stopping) {
        throw new AssertionError("started after it was stopped");
      }
      lack();
      lives = true;
      int now = alive.incrementAndGet();
      mostAlive.accumulateAndGet(now, Math::max);
      return start.copy();
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      return CompletableFuture.completedFuture(
          List.of(tools).stream()
              .map(name -> BackendTool.of(name, "Does " + name + ".", Tools.ANY_OBJECT))
              .toList());
    }

    /** {@code count} answers "instance:calls so far". */
    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      if (ended) {
        return CompletableFuture.failedFuture(new BackendUnavailableException("it has ended"));
      }
      lack();
      if (call.tool().equals("count")) {
        return CompletableFuture.completedFuture(
            ToolResult.text(number + ":" + count.incrementAndGet()));
      }
      CompletableFuture<ToolResult> answer = new CompletableFuture<>();
      open.add(answer);
      return answer;
    }

    @Override
    public CompletionStage<Void> ping() {
      pings.incrementAndGet();
      if (pingsToRefuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        return CompletableFuture.failedFuture(new BackendCallException("no"));
      }
      if (answersPings) {
        return Backend.done();
      }
      CompletableFuture<Void> pong = new CompletableFuture<>();
      openPings.add(pong);
      return pong;
    }

    @Override
    public Duration stopTimeout() {
      return Duration.ofSeconds(30);
    }

    @Override
    public CompletionStage<Void> stop() {
      end();
      synchronized (this) {
        if (stopping) {
          return stop;
        }
        stopping = true;
        if (!lives) {
          return Backend.done();
        }
      }
      return stop.thenRun(alive::decrementAndGet);
    }

    private void end() {
      ended = true;
      open.forEach(call -> call.completeExceptionally(new BackendCallException("it ended")));
    }

    public void exit() {
      end();
      context.listener().exited("it crashed");
    }

    @Override
    public OptionalLong memoryBytes() {
      return OptionalLong.of(memory);
    }

    private void lack() {
      if (lacksAClass) {
        throw new NoClassDefFoundError("org/example/Gone");
      }
    }

    @Override
    public List<String> stderrTail() {
      lack();
      return List.of("words of " + number);
    }
  }
}
