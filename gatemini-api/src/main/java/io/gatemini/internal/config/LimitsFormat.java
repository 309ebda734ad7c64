package io.gatemini.internal.config;

import io.gatemini.BackendConfig;
import io.gatemini.ConfigException;
import io.gatemini.InstanceMode;
import io.gatemini.PoolConfig;
import io.gatemini.Prerequisite;
import io.gatemini.RateLimit;
import io.gatemini.RetryConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What a backend in the gateway's own format says of its limits, its instances and its needs. */
final class LimitsFormat {
  static final Set<String> KEYS =
      ordered(
          "max_concurrent_calls",
          "semaphore_timeout",
          "retry",
          "rate_limit",
          "fallback_chain",
          "prerequisite",
          "instance_mode",
          "pool",
          "max_memory_mb");

  static final Set<String> RETRY_KEYS =
      ordered("max_retries", "initial_delay", "max_delay", "backoff_multiplier");

  static final Set<String> RATE_LIMIT_KEYS = ordered("max_calls", "window");

  static final Set<String> PREREQUISITE_KEYS =
      ordered(
          "command",
          "args",
          "env",
          "cwd",
          "process_match",
          "managed",
          "startup_delay",
          "ready_port",
          "ready_url",
          "ready_timeout");

  static final Set<String> POOL_KEYS =
      ordered("min_idle", "max_instances", "acquire_timeout", "replenish_delay");

  private LimitsFormat() {}

  static BackendConfig read(Section section, BackendConfig from) {
    BackendConfig config = from;
    config =
        set(
            config,
            section,
            "max_concurrent_calls",
            Entry::integer,
            BackendConfig::maxConcurrentCalls);
    config =
        set(config, section, "semaphore_timeout", Entry::duration, BackendConfig::semaphoreTimeout);
    config = set(config, section, "retry", LimitsFormat::retry, BackendConfig::retry);
    config =
        set(
            config,
            section,
            "rate_limit",
            LimitsFormat::rateLimit,
            (changed, limit) -> changed.rateLimit(limit.maxCalls(), limit.window()));
    config =
        set(
            config,
            section,
            "fallback_chain",
            at -> at.strings().toArray(String[]::new),
            BackendConfig::fallbackChain);
    config =
        set(
            config,
            section,
            "prerequisite",
            LimitsFormat::prerequisite,
            BackendConfig::prerequisite);
    config =
        set(
            config,
            section,
            "instance_mode",
            at -> InstanceMode.of(at.text()),
            BackendConfig::instanceMode);
    config = set(config, section, "pool", LimitsFormat::pool, BackendConfig::pool);
    return set(config, section, "max_memory_mb", Entry::integer, BackendConfig::maxMemoryMb);
  }

  private static RetryConfig retry(Entry at) {
    Section section = at.section();
    section.allow(RETRY_KEYS);
    RetryConfig defaults = RetryConfig.defaults();
    return new RetryConfig(
        value(section, "max_retries", Entry::integer, defaults.maxRetries()),
        value(section, "initial_delay", Entry::duration, defaults.initialDelay()),
        value(section, "max_delay", Entry::duration, defaults.maxDelay()),
        value(section, "backoff_multiplier", Entry::decimal, defaults.backoffMultiplier()));
  }

  private static RateLimit rateLimit(Entry at) {
    Section section = at.section();
    section.allow(RATE_LIMIT_KEYS);
    int maxCalls =
        section
            .get("max_calls")
            .orElseThrow(() -> section.wrong("a rate limit needs \"max_calls\"; add it"))
            .integer();
    return new RateLimit(
        maxCalls, value(section, "window", Entry::duration, RateLimit.DEFAULT_WINDOW));
  }

  private static PoolConfig pool(Entry at) {
    Section section = at.section();
    section.allow(POOL_KEYS);
    PoolConfig defaults = PoolConfig.defaults();
    int mostInstances = value(section, "max_instances", Entry::integer, defaults.maxInstances());
    return new PoolConfig(
        value(section, "min_idle", Entry::integer, Math.min(defaults.minIdle(), mostInstances)),
        mostInstances,
        value(section, "acquire_timeout", Entry::duration, defaults.acquireTimeout()),
        value(section, "replenish_delay", Entry::duration, defaults.replenishDelay()));
  }

  private static Prerequisite prerequisite(Entry at) {
    Section section = at.section();
    section.allow(PREREQUISITE_KEYS);
    List<String> line = new ArrayList<>();
    line.add(
        section
            .get("command")
            .orElseThrow(() -> section.wrong("a prerequisite needs \"command\"; add it"))
            .secretText());
    section.get("args").ifPresent(args -> line.addAll(args.secretStrings()));
    Prerequisite needed = Prerequisite.command(line);
    Map<String, String> env = value(section, "env", Entry::secretStringMap, Map.of());
    for (Map.Entry<String, String> variable : env.entrySet()) {
      needed = needed.env(variable.getKey(), variable.getValue());
    }
    needed = set(needed, section, "cwd", Entry::text, Prerequisite::cwd);
    needed = set(needed, section, "process_match", Entry::text, Prerequisite::processMatch);
    needed = set(needed, section, "managed", Entry::bool, Prerequisite::managed);
    needed = set(needed, section, "startup_delay", Entry::duration, Prerequisite::startupDelay);
    needed = set(needed, section, "ready_port", Entry::integer, Prerequisite::readyPort);
    needed = set(needed, section, "ready_url", Entry::text, Prerequisite::readyUrl);
    return set(needed, section, "ready_timeout", Entry::duration, Prerequisite::readyTimeout);
  }

  private static <T> T value(Section section, String key, Function<Entry, T> read, T otherwise) {
    return section.get(key).map(read).orElse(otherwise);
  }

  /** Sets what a key says; what the value must not be is told with its place in the file. */
  private static <C, T> C set(
      C config, Section section, String key, Function<Entry, T> read, BiFunction<C, T, C> setter) {
    Optional<Entry> at = section.get(key);
    if (at.isEmpty()) {
      return config;
    }
    try {
      return setter.apply(config, read.apply(at.get()));
    } catch (ConfigException e) {
      throw at.get().located(e);
    }
  }

  private static Set<String> ordered(String... keys) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(List.of(keys)));
  }
}
