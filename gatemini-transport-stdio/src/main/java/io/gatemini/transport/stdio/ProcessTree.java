package io.gatemini.transport.stdio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A child and everything it started. The system forgets who a process belonged to once its parent
 * has ended, so each child carries a mark in its environment that its descendants inherit; where
 * {@code /proc} shows environments, orphans are found by it. Elsewhere those count that were
 * descendants when somebody looked last.
 */
final class ProcessTree {
  /** The variable that marks a child and its descendants; a gateway in a gateway adds its own. */
  static final String MARK = "GATEMINI_CHILD";

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final Path PROC = Path.of("/proc");

  private final ProcessHandle root;
  private final String mark;
  private final Set<ProcessHandle> seen = new LinkedHashSet<>();

  /**
   * @param mark what only the environments of this child and its descendants contain
   */
  ProcessTree(ProcessHandle root, String mark) {
    this.root = root;
    this.mark = mark;
    seen.add(root);
  }

  /** Looks for descendants. */
  synchronized void look() {
    root.descendants().forEach(seen::add);
    if (Files.isDirectory(PROC.resolve("self"))) {
      ProcessHandle.allProcesses()
          .filter(handle -> !seen.contains(handle) && isMarked(handle))
          .forEach(seen::add);
    }
  }

  /** Asks what lives to end, and kills what still lives after the grace period. */
  synchronized void end(Duration grace) {
    long deadline = System.nanoTime() + grace.toNanos();
    look();
    seen.forEach(handle -> signal(handle, false));
    while (anyAlive() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    look();
    seen.forEach(handle -> signal(handle, true));
    long killed = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (anyAlive() && System.nanoTime() < killed) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean anyAlive() {
    return seen.stream().anyMatch(ProcessTree::isAlive);
  }

  private static void signal(ProcessHandle handle, boolean kill) {
    if (isAlive(handle)) {
      // The handle knows when the process began; a number that was given to another is left alone.
      boolean sent = kill ? handle.destroyForcibly() : handle.destroy();
      if (!sent) {
        System.getLogger(ProcessTree.class.getName())
            .log(System.Logger.Level.DEBUG, "process {0} is gone already", handle.pid());
      }
    }
  }

  /** A zombie that nobody collects is not alive. */
  static boolean isAlive(ProcessHandle handle) {
    if (!handle.isAlive()) {
      return false;
    }
    try {
      String stat = Files.readString(PROC.resolve(handle.pid() + "/stat"));
      return !stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
    } catch (IOException | RuntimeException e) {
      return handle.isAlive();
    }
  }

  private boolean isMarked(ProcessHandle handle) {
    try {
      byte[] environment = Files.readAllBytes(PROC.resolve(handle.pid() + "/environ"));
      return new String(environment, StandardCharsets.ISO_8859_1).contains(mark);
    } catch (IOException | RuntimeException e) {
      // Somebody else's process, or one that has just ended.
      return false;
    }
  }
}
