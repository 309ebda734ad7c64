package io.gatemini;

import java.time.Duration;

/**
 * How many instances of a backend in {@link InstanceMode#DEDICATED} there are.
 *
 * @param minIdle how many are kept started ahead for new sessions
 * @param maxInstances how many there are at most, idle ones included
 * @param acquireTimeout how long a session waits for one when all are taken
 * @param replenishDelay how long after a release the idle ones are made up again
 */
public record PoolConfig(
    int minIdle, int maxInstances, Duration acquireTimeout, Duration replenishDelay) {
  private static final PoolConfig DEFAULTS =
      new PoolConfig(1, 20, Duration.ofSeconds(30), Duration.ofSeconds(2));

  public PoolConfig {
    Bounds.between(1, 1_000, "pool.max_instances", maxInstances);
    Bounds.between(0, maxInstances, "pool.min_idle", minIdle);
    Bounds.positive("pool.acquire_timeout", acquireTimeout);
    Bounds.positive("pool.replenish_delay", replenishDelay);
  }

  /** One idle, twenty at most. */
  public static PoolConfig defaults() {
    return DEFAULTS;
  }

  /** The same with other numbers of instances. */
  public PoolConfig withInstances(int minIdle, int maxInstances) {
    return new PoolConfig(minIdle, maxInstances, acquireTimeout, replenishDelay);
  }

  /** The same with another bound on the wait for an instance. */
  public PoolConfig withAcquireTimeout(Duration acquireTimeout) {
    return new PoolConfig(minIdle, maxInstances, acquireTimeout, replenishDelay);
  }

  /** The same with another pause before idle instances are made up. */
  public PoolConfig withReplenishDelay(Duration replenishDelay) {
    return new PoolConfig(minIdle, maxInstances, acquireTimeout, replenishDelay);
  }
}
