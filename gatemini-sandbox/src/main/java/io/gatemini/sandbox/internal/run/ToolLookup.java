package io.gatemini.sandbox.internal.run;

import io.gatemini.ToolDescriptor;
import io.gatemini.spi.ScriptHost;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The tools of one program by their names. A tool that a call switches on exists a moment after the
 * answer, once it is listed: a program that has found tools before waits for it, so long in all.
 * Belongs to the program's thread.
 */
public final class ToolLookup {
  private static final long PAUSE_NANOS = 10_000_000;

  private final ScriptHost host;
  private boolean hasFound;
  private int pauses = 60;

  public ToolLookup(ScriptHost host) {
    this.host = host;
  }

  /** The tool behind two names of a program. */
  public Optional<ToolDescriptor> find(String backend, String tool) {
    Optional<ToolDescriptor> found = host.resolve(backend, tool);
    while (found.isEmpty() && hasFound && pauses-- > 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      found = host.resolve(backend, tool);
    }
    hasFound |= found.isPresent();
    return found;
  }
}
