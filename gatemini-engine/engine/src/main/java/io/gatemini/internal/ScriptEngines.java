package io.gatemini.internal;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.config.SandboxConfig.Prewarm;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.internal.async.Tasks;
import io.gatemini.internal.engine.ProgramWarmUp;
import io.gatemini.internal.plugin.EngineChoice;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.internal.settings.Settings;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptLanguage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The languages of a gateway's programs, and the engine of each, made when its first program comes.
 * Thread-safe.
 */
final class ScriptEngines implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ScriptEngines.class.getName());

  /** Getting ready takes a core for a second: an agent that works is not disturbed by it. */
  private static final Duration QUIET = Duration.ofMillis(300);

  private final Plugins plugins;
  private final SandboxConfig sandbox;
  private final PluginContext context;
  private final OpenWork open;
  private final AtomicBoolean warmed = new AtomicBoolean();
  private final AtomicBoolean handedOut = new AtomicBoolean();
  private final List<Made> engines = new ArrayList<>();
  private final Map<String, ProgramLanguage> languages = new TreeMap<>();
  private final ProgramLanguage usual;
  private boolean closed;

  /** Its engine gets ready. */
  private volatile ProgramLanguage prepared;

  /** How many programs of the warm-up run. */
  private volatile IntSupplier warming = () -> 0;

  ScriptEngines(Plugins plugins, Settings settings, PluginContext context, OpenWork open) {
    this.open = open;
    this.sandbox = settings.now().sandbox();
    this.plugins = plugins;
    this.context = context;
    EngineChoice choice = EngineChoice.of(plugins, sandbox);
    choice.engines().forEach(this::add);
    choice.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
    Isolation isolation = sandbox.isolation();
    if (isolation.name().equals("MIXED") || isolation.name().equals("AS_NEEDED")) {
      LOG.log(
          Level.WARNING, "sandbox.isolation is read as auto; write that, process or in_process");
    }
    usual =
        Optional.ofNullable(languages.get(JavaScript.NAME))
            .or(() -> languages.values().stream().findFirst())
            .orElseGet(
                () -> new ProgramLanguage(JavaScript.NAME, JavaScript.LANGUAGE, Optional::empty));
    languages.putIfAbsent(usual.name(), usual);
    prepared = usual;
  }

  private void add(ScriptEngineProvider provider, Set<String> names) {
    Made engine = new Made(provider, names);
    engines.add(engine);
    ScriptLanguage rules = provider.language().orElse(JavaScript.LANGUAGE);
    names.forEach(name -> languages.put(name, new ProgramLanguage(name, rules, engine::get)));
  }

  /** The languages, that of programs which state none first. */
  List<ScriptLanguage> all() {
    return Stream.concat(Stream.of(usual), languages.values().stream())
        .map(ProgramLanguage::rules)
        .distinct()
        .toList();
  }

  /** Warns of backends that programs name in another way, as their name is one of a language. */
  void warnOfNames(Map<String, BackendConfig> backends) {
    backends.forEach(
        (name, config) -> {
          String namespace = config.namespace().orElse(name);
          all().stream()
              .filter(language -> language.names().isReserved(namespace))
              .forEach(
                  language ->
                      LOG.log(
                          Level.WARNING,
                          "programs in {0} call the backend \"{1}\" {1}_2: {1} is a word or a global"
                              + " of the language; give the backend another namespace",
                          language.title(),
                          namespace));
        });
  }

  boolean areThere() {
    return !engines.isEmpty();
  }

  /** The language that the surface prefers, where it is there; its engine gets ready. */
  ScriptLanguage prefer(Optional<String> preferred) {
    prepared = preferred.map(languages::get).orElse(usual);
    return prepared.rules();
  }

  /**
   * The language of a name.
   *
   * @throws InvalidArgumentsException when there is none of this name
   */
  ProgramLanguage language(Optional<String> name) {
    ProgramLanguage known = name.isEmpty() ? usual : languages.get(name.get());
    if (known == null) {
      throw new InvalidArgumentsException(
          "there is no language \""
              + name.get()
              + "\" for programs; there is "
              + String.join(", ", languages.keySet()));
    }
    return known;
  }

  /** The gateway's tools go to an agent of the host, who is seen by {@link #used()} only. */
  void handedOut() {
    handedOut.set(true);
  }

  /** A search or a program of the host; of its agent, where that has the tools for it. */
  void used() {
    if (handedOut.get()) {
      prewarm();
    }
  }

  /**
   * An agent searches or looks at a tool: has the engine get ready in the background, unless the
   * configuration forbids it, once the gateway has had nothing to do for a moment. Returns at once;
   * only the first call has an effect.
   */
  void prewarm() {
    if (sandbox.prewarm() && warmed.compareAndSet(false, true)) {
      warmWhenQuiet();
    }
  }

  private void warmWhenQuiet() {
    Duration missing = QUIET.minusNanos(open.quietNanos());
    boolean taken;
    if (missing.isNegative() || missing.isZero()) {
      taken =
          Tasks.tryExecute(context::executor, () -> prepared.engine().get().ifPresent(this::warm));
    } else {
      taken = Tasks.trySchedule(context::scheduler, missing, this::warmWhenQuiet) != null;
    }
    if (!taken) {
      LOG.log(Level.DEBUG, "programs are not prepared: the gateway is closing");
    }
  }

  private void warm(ScriptEngine engine) {
    engine.warm();
    if (sandbox.prewarming() == Prewarm.TRUE) {
      for (ProgramWarmUp path : ServiceLoader.load(ProgramWarmUp.class)) {
        warming = path.begin(engine, prepared.rules(), open::quietNanos);
      }
    }
  }

  /** The load of the engines; none as long as there is no engine. */
  Load load() {
    int before = warming.getAsInt();
    Load all = new Load(0, 0, 0);
    for (Made engine : engines) {
      Load one = engine.load();
      all =
          new Load(
              all.running() + one.running(),
              all.waiting() + one.waiting(),
              all.zombies() + one.zombies());
    }
    // One may begin or end meanwhile.
    int own = Math.max(before, warming.getAsInt());
    return new Load(Math.max(0, all.running() - own), all.waiting(), all.zombies());
  }

  @Override
  public synchronized void close() {
    closed = true;
    engines.forEach(Made::close);
  }

  /** The engine of a provider. */
  private final class Made {
    private final ScriptEngineProvider provider;
    private final Set<String> names;
    private volatile @Nullable ScriptEngine made;

    Made(ScriptEngineProvider provider, Set<String> names) {
      this.names = names;
      this.provider = provider;
    }

    Optional<ScriptEngine> get() {
      ScriptEngine known = made;
      return known != null ? Optional.of(known) : make();
    }

    private Optional<ScriptEngine> make() {
      synchronized (ScriptEngines.this) {
        if (made == null && !closed) {
          LOG.log(
              Level.INFO, "programs in {0} run on {1}", String.join(", ", names), provider.name());
          made = plugins.scriptEngine(provider, sandbox, context);
        }
        return Optional.ofNullable(made);
      }
    }

    Load load() {
      ScriptEngine known = made;
      return known == null ? new Load(0, 0, 0) : known.load();
    }

    void close() {
      ScriptEngine known = made;
      if (known != null) {
        known.close();
      }
    }
  }
}
