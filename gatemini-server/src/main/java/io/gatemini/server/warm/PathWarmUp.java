package io.gatemini.server.warm;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.engine.ProgramWarmUp;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.transport.stdio.StdioTransport;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Runs programs through a gateway of its own, whose backend is an MCP server in this process behind
 * a pair of pipes: what the gateway of the clients runs for a program is loaded and compiled then,
 * and nothing of theirs has seen it. Only the engine is shared.
 */
public final class PathWarmUp implements ProgramWarmUp {
  /** Names the threads and their group. */
  private static final String NAME = "gatemini-warm-up";

  private static final Logger LOG = System.getLogger(PathWarmUp.class.getName());

  /** After so many programs of ten calls a further one saves less than it costs. */
  private static final int PROGRAMS = 60;

  /** A slow engine, or a busy machine, is warm enough then. */
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** An agent that works is not disturbed. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** A client that comes while a program of this runs waits so long for the engine at most. */
  private static final long LOOK_MILLIS = 10;

  private static final String JAVASCRIPT =
      """
      let last;
      for (let i = %d; i > 0; i -= 1) last = await w.call_tool_chain({code: '%s'});
      return last;""";

  private static final String LUA =
      """
      local last
      for i = %d, 1, -1 do last = w.call_tool_chain({code = '%s'}) end
      return last""";

  /** A call without a program. */
  private static final String CALL = "{\"tool\": \"echo.echo\", \"arguments\": {\"text\": \"%d\"}}";

  /** Code is compiled for all gateways of a process: the first one that is used warms up. */
  static final AtomicBoolean BEGUN = new AtomicBoolean();

  /** For {@link java.util.ServiceLoader}. */
  public PathWarmUp() {}

  @Override
  public IntSupplier begin(ScriptEngine engine, ScriptLanguage language, LongSupplier quietNanos) {
    return BEGUN.compareAndSet(false, true) ? start(engine, language, quietNanos) : () -> 0;
  }

  /** The same however often. */
  static IntSupplier start(ScriptEngine engine, ScriptLanguage language, LongSupplier quietNanos) {
    AtomicInteger running = new AtomicInteger();
    // The threads of its gateways are in the group as well.
    ThreadGroup group = new ThreadGroup(NAME);
    group.setMaxPriority(Thread.MIN_PRIORITY);
    LentEngine lent = new LentEngine(engine, language, running);
    Thread thread = new Thread(group, () -> run(lent, quietNanos), NAME);
    thread.setDaemon(true);
    thread.start();
    return running::get;
  }

  /** Whether the calling thread works for a warm-up, so that nothing of it belongs into the log. */
  public static boolean silences(String logger) {
    return Thread.currentThread().getThreadGroup().getName().equals(NAME)
        && !logger.equals(PathWarmUp.class.getName());
  }

  @SuppressWarnings("try") // the server is there for its client
  private static void run(LentEngine engine, LongSupplier quietNanos) {
    String program = engine.rules().name().equals("lua") ? LUA : JAVASCRIPT;
    try (PipedServer pipes = PipedServer.open();
        Gateway server =
            Gateway.builder()
                .discover(false)
                .backend("echo", BackendConfig.inProcess().tool("echo", "", "{}", given -> given))
                .build();
        Exposure exposure = server.expose(StdioTransport.over(pipes.in(), pipes.out()));
        Gateway client =
            Gateway.builder()
                .discover(false)
                .plugin(engine)
                .plugin(pipes)
                .backend("w", BackendConfig.of(pipes.name()))
                .build()) {
      boolean goesOn = true;
      long spent = 0;
      for (int i = 1; goesOn && i <= PROGRAMS && spent < MOST_NANOS; i++) {
        awaitQuiet(quietNanos);
        long began = System.nanoTime();
        goesOn = run(client, program.formatted(10, CALL.formatted(i)), quietNanos);
        // The first one waits for the engine.
        spent += i == 1 ? 0 : System.nanoTime() - began;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | GatewayException e) {
      LOG.log(Level.DEBUG, "programs are not prepared", e);
    }
  }

  private static void awaitQuiet(LongSupplier quietNanos) throws InterruptedException {
    for (long missing = QUIET_NANOS; missing > 0; missing = QUIET_NANOS - quietNanos.getAsLong()) {
      TimeUnit.NANOSECONDS.sleep(missing == QUIET_NANOS ? 0 : missing);
    }
  }

  /** Runs a program, which ends early for a client; false where there is no use in another one. */
  private static boolean run(Gateway gateway, String program, LongSupplier quietNanos)
      throws InterruptedException {
    CompletableFuture<ChainResult> result = gateway.runAsync(ChainRequest.of(program));
    while (true) {
      try {
        return !result.get(LOOK_MILLIS, TimeUnit.MILLISECONDS).result().isError();
      } catch (CancellationException e) {
        return true;
      } catch (ExecutionException e) {
        LOG.log(Level.DEBUG, "programs are not prepared", e);
        return false;
      } catch (TimeoutException e) {
        if (quietNanos.getAsLong() < QUIET_NANOS) {
          result.cancel(true);
        }
      }
    }
  }
}
