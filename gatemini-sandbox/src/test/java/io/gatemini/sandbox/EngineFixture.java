package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.text.WordAnalyzer;
import java.time.Clock;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** An engine as a gateway makes it, with short ways to run a program. */
final class EngineFixture implements AutoCloseable {
  static final Limits LIMITS = new Limits(Duration.ofSeconds(20), 50, 4, 1_000);

  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "test-scheduler");
            thread.setDaemon(true);
            return thread;
          });
  final ScriptEngine engine;

  EngineFixture(int maxPrograms) {
    ScriptEngineProvider provider =
        ServiceLoader.load(ScriptEngineProvider.class).findFirst().orElseThrow();
    engine =
        provider.create(
            JsonNodeFactory.instance.objectNode().put("max_concurrent_programs", maxPrograms),
            new Context());
  }

  Outcome run(String code) {
    return run(code, TestHost.echo());
  }

  Outcome run(String code, ScriptHost host) {
    return run(code, host, LIMITS);
  }

  Outcome run(String code, ScriptHost host, Limits limits) {
    return start(code, host, limits).orTimeout(60, TimeUnit.SECONDS).join();
  }

  CompletableFuture<Outcome> start(String code, ScriptHost host, Limits limits) {
    return engine.run(new Program(code, "typescript"), limits, host).toCompletableFuture();
  }

  @Override
  public void close() {
    engine.close();
    scheduler.shutdownNow();
  }

  private final class Context implements PluginContext {
    @Override
    public Executor executor() {
      return Runnable::run;
    }

    @Override
    public ScheduledExecutorService scheduler() {
      return scheduler;
    }

    @Override
    public Clock clock() {
      return Clock.systemUTC();
    }

    @Override
    public TextAnalyzer textAnalyzer() {
      return new WordAnalyzer();
    }
  }
}
