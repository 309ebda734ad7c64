package io.gatemini.internal.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.GatewayListener;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.HealthConfig;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.Pinning;
import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** All that a builder was told, in the shape the engine reads it. */
public record GatewayOptions(
    Map<String, BackendConfig> backends,
    Map<String, String> aliases,
    Map<String, CompositeTool> compositeTools,
    Map<String, JsonNode> pluginConfigs,
    List<Provider> plugins,
    List<CallInterceptor> interceptors,
    List<GatewayListener> listeners,
    boolean discover,
    Set<String> excluded,
    Optional<Executor> executor,
    Optional<ScheduledExecutorService> scheduler,
    Clock clock,
    Optional<TextAnalyzer> textAnalyzer,
    Optional<TokenEstimator> tokenEstimator,
    Optional<String> retrieval,
    boolean usageBoost,
    boolean lazyStart,
    OutputConfig outputConfig,
    Duration chainTimeout,
    SandboxConfig sandbox,
    Optional<RegistrationPolicy> registrationPolicy,
    Set<String> allowedCommands,
    Set<String> allowedHosts,
    Set<String> allowedSecrets,
    int maxDynamicBackends,
    long maxInFlightBytes,
    HealthConfig health,
    Pinning pinning,
    Optional<String> catalogDigest,
    Optional<String> instructions,
    Optional<String> moreInstructions) {

  public GatewayOptions {
    backends = Collections.unmodifiableMap(new LinkedHashMap<>(backends));
    aliases = Collections.unmodifiableMap(new LinkedHashMap<>(aliases));
    compositeTools = Collections.unmodifiableMap(new LinkedHashMap<>(compositeTools));
    pluginConfigs = Map.copyOf(pluginConfigs);
    plugins = List.copyOf(plugins);
    interceptors = List.copyOf(interceptors);
    listeners = List.copyOf(listeners);
    excluded = Set.copyOf(excluded);
  }
}
