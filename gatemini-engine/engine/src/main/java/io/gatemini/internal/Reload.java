package io.gatemini.internal;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.SettingsChange;
import io.gatemini.internal.backend.BackendReload;
import io.gatemini.internal.backend.Backends;
import io.gatemini.internal.catalog.Catalog;
import io.gatemini.internal.composite.CompositeBackend;
import io.gatemini.internal.plugin.Plugins;
import io.gatemini.internal.settings.Settings;
import io.gatemini.internal.settings.SettingsCheck;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Puts other settings in force while the gateway runs, whole or not at all. Thread-safe. */
record Reload(Settings settings, Plugins plugins, Catalog catalog, Backends backends) {
  private static final Logger LOG = System.getLogger(Reload.class.getName());

  /** Keys that components read once, when the gateway is created, by their beginnings. */
  private static final List<String> FIXED =
      List.of(
          ("admin cache_path daemon discover exclude lazy_start log_level max_in_flight_bytes"
                  + " output_config.max_stored plugins registration.policy registration.shared"
                  + " sandbox search semantic surface")
              .split(" "));

  /** One at a time: each is the difference from the one before. */
  SettingsChange run(Supplier<GatewaySettings> read) {
    synchronized (settings) {
      try {
        return inForce(read.get());
      } catch (ConfigException e) {
        settings.refused(String.valueOf(e.getMessage()));
        throw e;
      }
    }
  }

  private SettingsChange inForce(GatewaySettings next) {
    SettingsCheck.check(next, plugins.all());
    GatewaySettings before = settings.now();
    SettingsChange change = before.to(next);
    Set<String> removed = new HashSet<>(change.removedBackends());
    Map<String, BackendConfig> wanted = new LinkedHashMap<>();
    change.addedBackends().forEach(name -> wanted.put(name, next.backends().get(name)));
    change.changedBackends().forEach(name -> wanted.put(name, next.backends().get(name)));
    if (!before.compositeTools().equals(next.compositeTools())) {
      if (next.compositeTools().isEmpty()) {
        removed.add(CompositeBackend.NAME);
      } else {
        wanted.put(CompositeBackend.NAME, CompositeBackend.config());
      }
    }
    BackendReload reload = backends.reload(removed, wanted, next.strictSecrets());
    settings.replace(next);
    catalog.batch(
        () -> {
          catalog.aliases(next.aliases());
          reload.apply();
        });
    List<String> later = change.changedKeys().stream().filter(Reload::isFixed).toList();
    if (!later.isEmpty()) {
      String keys = String.join(", ", later);
      LOG.log(Level.WARNING, "reloaded; these keys count from the next start on: {0}", keys);
    }
    return change;
  }

  private static boolean isFixed(String key) {
    return FIXED.stream().anyMatch(key::startsWith);
  }
}
