package io.gatemini.config;

import io.gatemini.stability.Incubating;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The difference between the settings in force and those that are to replace them.
 *
 * @param addedBackends the names of backends that are new, in the order of the configuration
 * @param removedBackends the names of those that are no longer there
 * @param changedBackends the names of those that are configured in another way
 * @param changedKeys the paths of all other keys with another value, such as {@code
 *     health.interval}, in their order
 */
@Incubating
public record SettingsChange(
    Set<String> addedBackends,
    Set<String> removedBackends,
    Set<String> changedBackends,
    Set<String> changedKeys) {
  public SettingsChange {
    addedBackends = Collections.unmodifiableSet(new LinkedHashSet<>(addedBackends));
    removedBackends = Collections.unmodifiableSet(new LinkedHashSet<>(removedBackends));
    changedBackends = Collections.unmodifiableSet(new LinkedHashSet<>(changedBackends));
    changedKeys = Collections.unmodifiableSet(new LinkedHashSet<>(changedKeys));
  }

  /** Whether nothing differs. */
  public boolean isEmpty() {
    return addedBackends.isEmpty()
        && removedBackends.isEmpty()
        && changedBackends.isEmpty()
        && changedKeys.isEmpty();
  }
}
