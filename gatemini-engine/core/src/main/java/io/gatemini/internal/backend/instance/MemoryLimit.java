package io.gatemini.internal.backend.instance;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The {@code max_memory_mb} of one running backend or instance. Logs one warning when more than
 * four fifths are used. Thread-safe; the warning may come twice when two threads check at once.
 */
public final class MemoryLimit {
  private static final Logger LOG = System.getLogger(MemoryLimit.class.getName());
  private static final int MIB = 1 << 20;

  private final String who;
  private final long limitMiB;
  private final String consequence;
  private volatile boolean warned;

  /**
   * @param who for the warning, as in {@code backend files}
   * @param consequence what happens above the limit, as in {@code it is stopped}
   */
  public MemoryLimit(String who, long limitMiB, String consequence) {
    this.who = who;
    this.limitMiB = limitMiB;
    this.consequence = consequence;
  }

  /** Returns, in words, by how much the limit is exceeded; empty while it is not. */
  public Optional<String> check(OptionalLong used) {
    long bytes = used.orElse(0);
    long usedMiB = bytes / MIB;
    if (bytes > limitMiB * MIB) {
      return Optional.of("it used " + usedMiB + " MiB, more than max_memory_mb " + limitMiB);
    }
    if (bytes > limitMiB * MIB / 5 * 4 && !warned) {
      warned = true;
      LOG.log(
          Level.WARNING,
          "{0} uses {1} of {2} MiB; {3} above that",
          who,
          usedMiB,
          limitMiB,
          consequence);
    }
    return Optional.empty();
  }
}
