package io.gatemini.server.warm;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptLanguage;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The engine of another gateway, which stays open. Its programs take no place there.
 *
 * @param running counts programs that run
 */
record LentEngine(ScriptEngine engine, ScriptLanguage rules, AtomicInteger running)
    implements ScriptEngineProvider, ScriptEngine {
  private static final Duration MOMENT = Duration.ofMillis(20);

  @Override
  public String name() {
    return "lent";
  }

  @Override
  public Set<String> languages() {
    return Set.of(rules.name());
  }

  @Override
  public Optional<ScriptLanguage> language() {
    return Optional.of(rules);
  }

  @Override
  public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
    return this;
  }

  @Override
  public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
    running.incrementAndGet();
    Program nested =
        new Program(program.code(), program.language(), program.params(), true, program.plan());
    CompletionStage<Outcome> outcome = engine.run(nested, limits, host);
    // The engine itself counts it a little longer than to its outcome.
    outcome.whenComplete(
        (result, failure) -> Timeouts.later(MOMENT, () -> running.decrementAndGet()));
    return outcome;
  }

  @Override
  public void close() {}
}
