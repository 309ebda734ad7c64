package io.gatemini.internal;

import io.gatemini.config.SandboxConfig;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.thread.Guarded;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The script engine of a gateway, made when the first program comes. Thread-safe. */
final class ScriptEngines implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ScriptEngines.class.getName());
  private static final String LANGUAGE = "typescript";

  /** Getting ready takes a core for a second: an agent that works is not disturbed by it. */
  private static final Duration QUIET = Duration.ofMillis(300);

  /** An agent that looks at one tool may call it alone; one that looks at more may combine them. */
  private static final int WARMING_LOOK = 2;

  private final Plugins plugins;
  private final SandboxConfig sandbox;
  private final PluginContext context;
  private final OpenWork open;
  private final AtomicInteger looks = new AtomicInteger();
  private volatile @Nullable ScriptEngine engine;
  private boolean closed;

  ScriptEngines(Plugins plugins, SandboxConfig sandbox, PluginContext context, OpenWork open) {
    this.open = open;
    this.sandbox = sandbox;
    this.plugins = plugins;
    this.context = context;
    provider()
        .flatMap(known -> known.warning(sandbox, plugins.config(known.name())))
        .ifPresent(warning -> LOG.log(Level.WARNING, warning));
  }

  private Optional<ScriptEngineProvider> provider() {
    return plugins.all(ScriptEngineProvider.class).stream()
        .filter(provider -> provider.languages().contains(LANGUAGE))
        .findFirst();
  }

  /** The engine, or empty when no module on the class path brings one. */
  Optional<ScriptEngine> engine() {
    ScriptEngine known = engine;
    return known != null ? Optional.of(known) : create();
  }

  /**
   * Has the engine get ready in the background, where the configuration wants it, when this is the
   * second time, and not before the gateway has had nothing to do for a moment. Returns at once.
   */
  void prewarm() {
    if (sandbox.prewarm() && looks.incrementAndGet() == WARMING_LOOK) {
      warmWhenQuiet();
    }
  }

  private void warmWhenQuiet() {
    Duration missing = QUIET.minusNanos(open.quietNanos());
    boolean taken;
    if (missing.isNegative() || missing.isZero()) {
      taken = Tasks.tryExecute(context::executor, () -> engine().ifPresent(ScriptEngine::warm));
    } else {
      taken = Tasks.trySchedule(context::scheduler, missing, this::warmWhenQuiet) != null;
    }
    if (!taken) {
      LOG.log(Level.DEBUG, "programs are not prepared: the gateway is closing");
    }
  }

  /** The load of the engine; none as long as there is no engine. */
  ScriptEngine.Load load() {
    ScriptEngine known = engine;
    if (known != null) {
      try {
        return known.load();
      } catch (RuntimeException | Error e) {
        Guarded.log(LOG, "the script engine does not say what it is busy with", e);
      }
    }
    return new ScriptEngine.Load(0, 0, 0);
  }

  private synchronized Optional<ScriptEngine> create() {
    if (engine == null && !closed) {
      engine =
          provider()
              .map(
                  it ->
                      plugins.made(
                          it, (provider, config) -> provider.create(sandbox, config, context)))
              .orElse(null);
    }
    return Optional.ofNullable(engine);
  }

  @Override
  public synchronized void close() {
    closed = true;
    ScriptEngine known = engine;
    if (known != null) {
      known.close();
    }
  }
}
