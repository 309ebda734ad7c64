package io.gatemini.server.daemon;

import io.gatemini.BackendUnavailableException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InstanceMode;
import io.gatemini.internal.backend.instance.DelegatingContext;
import io.gatemini.internal.plugin.EngineContext;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendListener;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SignIn;
import io.gatemini.spi.TokenStore;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Backends that several gateways of this process use together. Each gateway takes a backend for its
 * own; behind it, those of one name whose definition is the same, variables and secrets put in, are
 * one: started with the first that starts, stopped with the last that stops. One that dies, or that
 * a gateway ends because it hangs, is gone for all, and each gateway starts it again as it would
 * one of its own.
 *
 * <p>A backend with an instance for each session is never shared, nor is one inside this process.
 * Bounds on calls count for each gateway. Thread-safe.
 */
final class SharedBackends {
  /** The engine that lends to backends: it outlives the gateway that started them. */
  private final EngineContext lender;

  private final Map<Definition, Shared> shared = new HashMap<>();

  /** The settings that two gateways must have in common to share a backend. */
  private record Definition(String transport, String name, BackendConfig config) {}

  SharedBackends(EngineContext lender) {
    this.lender = lender;
  }

  /** A provider whose backends are shared. */
  BackendProvider over(BackendProvider provider) {
    return new SharingProvider(provider);
  }

  private final class SharingProvider implements BackendProvider {
    private final BackendProvider provider;

    SharingProvider(BackendProvider provider) {
      this.provider = provider;
    }

    @Override
    public String name() {
      return provider.name();
    }

    @Override
    public int weight() {
      return provider.weight();
    }

    @Override
    public OptionTable settings() {
      return provider.settings();
    }

    @Override
    public void validate(String backend, BackendConfig config) {
      provider.validate(backend, config);
    }

    @Override
    public Options translated(Options file) {
      return provider.translated(file);
    }

    @Override
    public OptionTable options() {
      return provider.options();
    }

    @Override
    public List<String> impliedBy() {
      return provider.impliedBy();
    }

    @Override
    public int maxConcurrentCalls() {
      return provider.maxConcurrentCalls();
    }

    @Override
    public boolean isInline() {
      return provider.isInline();
    }

    @Override
    public boolean takesSignIn() {
      return provider.takesSignIn();
    }

    @Override
    public boolean allowsDedicatedInstances() {
      return provider.allowsDedicatedInstances();
    }

    @Override
    public Backend create(BackendContext context) {
      return provider.isInline() || context.config().instanceMode() == InstanceMode.DEDICATED
          ? provider.create(context)
          : new Share(provider, context);
    }
  }

  /** One backend that runs, and the gateways that use it. */
  private final class Shared {
    private final Definition definition;
    private final Set<Share> shares = new LinkedHashSet<>();
    private final Backend backend;
    private final CompletableFuture<Void> started = new CompletableFuture<>();

    /** The lines of stderr from before any client could call it; empty until it has started. */
    private volatile Optional<List<String>> startWords = Optional.empty();

    Shared(Definition definition, BackendProvider provider, BackendContext first) {
      this.definition = definition;
      this.backend =
          provider.create(
              new DelegatingContext(
                  first.name(),
                  first.config(),
                  first::reread,
                  new Announcer(this),
                  lender,
                  lender.messageMemory(),
                  Optional.of(new SharedTokens(this, first)),
                  first::mayConnectTo,
                  true));
    }

    void start() {
      backend
          .start()
          .whenComplete(
              (done, problem) -> {
                if (problem == null) {
                  startWords = Optional.of(backend.stderrTail());
                  started.complete(null);
                } else {
                  forget();
                  started.completeExceptionally(problem);
                }
              });
    }

    /** No gateway joins it any more. */
    void forget() {
      synchronized (shared) {
        shared.remove(definition, this);
      }
    }

    List<Share> shares() {
      synchronized (shared) {
        return List.copyOf(shares);
      }
    }

    /** Sets the backend's level to the lowest that a gateway asks for. */
    void logLevel() {
      shares().stream()
          .map(share -> share.level)
          .filter(level -> level != null)
          .min(Comparator.naturalOrder())
          .ifPresent(backend::logLevel);
    }
  }

  /** The tokens of a gateway that uses the backend: the store of the first may be closed. */
  private record SharedTokens(Shared of, BackendContext first) implements TokenStore {
    private TokenStore store() {
      return of.shares().stream()
          .map(share -> share.context)
          .findFirst()
          .orElse(first)
          .tokens()
          .orElseThrow();
    }

    @Override
    public Optional<byte[]> read(String key) {
      return store().read(key);
    }

    @Override
    public Optional<byte[]> update(String key, UnaryOperator<Optional<byte[]>> change) {
      return store().update(key, change);
    }
  }

  /** Passes a backend's reports to all gateways that use it. */
  private record Announcer(Shared of) implements BackendListener {
    @Override
    public void toolsChanged() {
      each(BackendListener::toolsChanged);
    }

    @Override
    public void featuresChanged() {
      each(BackendListener::featuresChanged);
    }

    @Override
    public void resourceUpdated(String uri) {
      each(listener -> listener.resourceUpdated(uri));
    }

    @Override
    public void exited(String reason) {
      of.forget();
      each(listener -> listener.exited(reason));
    }

    private void each(Consumer<BackendListener> news) {
      of.shares().forEach(share -> news.accept(share.context.listener()));
    }
  }

  /** One gateway's part of a backend. */
  private final class Share implements Backend {
    private final BackendProvider provider;
    private final BackendContext context;
    private volatile Optional<Shared> joined = Optional.empty();
    private volatile @Nullable LogLevel level;

    Share(BackendProvider provider, BackendContext context) {
      this.provider = provider;
      this.context = context;
    }

    @Override
    public CompletionStage<Void> start() {
      // The time of a start grows for each gateway after a slow one: the server is the same.
      Definition definition =
          new Definition(
              provider.name(),
              context.name(),
              context.config().startTimeout(BackendConfig.DEFAULT_START_TIMEOUT));
      Shared found;
      boolean first;
      synchronized (shared) {
        Shared known = shared.get(definition);
        first = known == null;
        found = known == null ? new Shared(definition, provider, context) : known;
        shared.put(definition, found);
        found.shares.add(this);
        joined = Optional.of(found);
      }
      if (first) {
        found.start();
      }
      // A copy: who gives up waits alone.
      return found.started.copy();
    }

    private Backend backend() {
      return joined.orElseThrow(
              () ->
                  new BackendUnavailableException(
                      "backend \"" + context.name() + "\" is not started"))
          .backend;
    }

    /** Its description of itself; nothing before it has started. */
    private <T> T asked(Function<Backend, T> question, T before) {
      return joined.map(known -> question.apply(known.backend)).orElse(before);
    }

    /** Leaves; true if no gateway is left. */
    private boolean leave(Shared known) {
      synchronized (shared) {
        known.shares.remove(this);
        if (known.shares.isEmpty()) {
          shared.remove(known.definition, known);
          return true;
        }
        return false;
      }
    }

    @Override
    public CompletionStage<Void> stop() {
      return joined.filter(this::leave).map(left -> left.backend.stop()).orElseGet(Backend::done);
    }

    @Override
    public CompletionStage<Void> abort(String reason) {
      return joined.map(known -> abort(known, reason)).orElseGet(Backend::done);
    }

    private CompletionStage<Void> abort(Shared known, String reason) {
      known.forget();
      leave(known);
      known.shares().forEach(share -> share.context.listener().exited(reason));
      return known.backend.abort(reason);
    }

    @Override
    public CompletionStage<List<BackendTool>> listTools() {
      return backend().listTools();
    }

    @Override
    public CompletionStage<ToolResult> call(BackendCall call) {
      return backend().call(call);
    }

    @Override
    public CompletionStage<Void> ping() {
      return backend().ping();
    }

    @Override
    public CompletionStage<SignIn> signIn() {
      return backend().signIn();
    }

    /** A start after it finds nothing to join; other gateways go on until a call is refused. */
    @Override
    public CompletionStage<Boolean> signOut() {
      joined.ifPresent(Shared::forget);
      return backend().signOut();
    }

    @Override
    public Optional<String> signedIn() {
      return asked(Backend::signedIn, Optional.empty());
    }

    @Override
    public Duration stopTimeout() {
      return asked(Backend::stopTimeout, Duration.ofSeconds(7));
    }

    @Override
    public void sessionEnded(Session session) {
      joined.ifPresent(known -> known.backend.sessionEnded(session));
    }

    @Override
    public OptionalLong memoryBytes() {
      return asked(Backend::memoryBytes, OptionalLong.empty());
    }

    @Override
    public String description() {
      return asked(Backend::description, "");
    }

    @Override
    public String identity() {
      return asked(Backend::identity, "");
    }

    @Override
    public String instructions() {
      return asked(Backend::instructions, "");
    }

    @Override
    public void logLevel(LogLevel wanted) {
      level = wanted;
      joined.ifPresent(Shared::logLevel);
    }

    @Override
    public BackendFeatures features() {
      return asked(Backend::features, BackendFeatures.none());
    }

    @Override
    public OptionalLong pid() {
      return asked(Backend::pid, OptionalLong.empty());
    }

    @Override
    public int instances() {
      return asked(Backend::instances, 1);
    }

    @Override
    public List<String> stderrTail() {
      return asked(Backend::stderrTail, List.of());
    }

    @Override
    public List<String> stderrForClients() {
      List<String> tail = stderrTail(); // read first: no client had called it by then
      return joined.flatMap(known -> known.startWords).orElse(tail);
    }
  }
}
