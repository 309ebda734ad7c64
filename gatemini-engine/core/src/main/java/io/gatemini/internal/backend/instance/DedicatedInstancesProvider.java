package io.gatemini.internal.backend.instance;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.config.HealthConfig;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import java.util.function.Supplier;

/** Makes backends that have an instance for each session out of a transport's provider. */
public final class DedicatedInstancesProvider implements BackendProvider {
  private final BackendProvider instances;
  private final Supplier<HealthConfig> health;

  /**
   * @param instances makes the instances
   * @param health what an instance may take for a ping, and how many it may miss
   */
  public DedicatedInstancesProvider(BackendProvider instances, Supplier<HealthConfig> health) {
    this.instances = instances;
    this.health = health;
  }

  @Override
  public String name() {
    return instances.name();
  }

  @Override
  public void validate(String backend, BackendConfig config) {
    if (!instances.allowsDedicatedInstances()) {
      throw new ConfigException(
          "backends."
              + BackendNames.key(backend)
              + ".instance_mode: a backend of transport \""
              + instances.name()
              + "\" cannot have an instance for each session; write \"shared\", or leave it out");
    }
    instances.validate(backend, config);
  }

  /**
   * No bound: sessions that wait for an instance must not take the turns of those that have one.
   */
  @Override
  public int maxConcurrentCalls() {
    return 0;
  }

  @Override
  public boolean allowsDedicatedInstances() {
    return true;
  }

  @Override
  public Backend create(BackendContext context) {
    return DedicatedInstances.over(instances, context, health);
  }
}
