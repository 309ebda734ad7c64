package io.gatemini.internal.plugin;

import io.gatemini.GatewayListener;
import io.gatemini.internal.process.Environment;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** The code of a host in a gateway: what no configuration can say. */
public record HostParts(
    List<Provider> plugins,
    List<CallInterceptor> interceptors,
    List<GatewayListener> listeners,
    Optional<Executor> executor,
    Optional<ScheduledExecutorService> scheduler,
    Clock clock,
    Environment environment,
    Optional<TextAnalyzer> textAnalyzer,
    Optional<TokenEstimator> tokenEstimator,
    Optional<RegistrationPolicy> registrationPolicy) {
  public HostParts {
    plugins = List.copyOf(plugins);
    interceptors = List.copyOf(interceptors);
    listeners = List.copyOf(listeners);
  }

  /** A host without code of its own. */
  public static HostParts none(Environment environment) {
    return new HostParts(
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Clock.systemUTC(),
        environment,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
