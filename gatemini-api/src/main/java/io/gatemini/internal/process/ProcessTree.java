package io.gatemini.internal.process;

import io.gatemini.internal.async.Guarded;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * A child and everything it started. The system forgets who a process belonged to once its parent
 * has ended, so a child carries a mark in its environment that its descendants inherit; where
 * {@code /proc} shows environments, orphans are found by it. Elsewhere those count that were
 * descendants when somebody looked last. Thread-safe.
 */
public final class ProcessTree {
  private static final Logger LOG = System.getLogger(ProcessTree.class.getName());

  /** The variable that marks a child and its descendants; a gateway in a gateway adds its own. */
  public static final String MARK = "GATEMINI_CHILD";

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** How long the system may take to end what was killed. */
  private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Reading all environments costs ten times as much as looking for descendants. */
  private static final long MARKS_KEPT_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final Path PROC = Path.of("/proc");

  private final Process process;
  private final ProcessHandle root;
  private final String mark;
  private final Set<ProcessHandle> seen = ConcurrentHashMap.newKeySet();
  private volatile long marksRead = System.nanoTime() - MARKS_KEPT_NANOS - 1;

  ProcessTree(Process process, String mark) {
    this.process = process;
    this.root = process.toHandle();
    this.mark = mark;
    seen.add(root);
  }

  /** The child itself. */
  public Process process() {
    return process;
  }

  /**
   * Does some work when the child has ended, on a thread of its own: {@link Process#onExit} leaves
   * it to the common pool, which a host may block.
   *
   * @throws OutOfMemoryError where the system has no room for the thread
   */
  public void onExit(String threadName, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                process.waitFor();
              } catch (InterruptedException e) {
                LOG.log(Level.DEBUG, "interrupted while a child lives");
              }
              Guarded.run(LOG, threadName + " failed", work);
            },
            threadName);
    thread.setDaemon(true);
    thread.start();
  }

  /** Looks for descendants, and for what bears the mark. */
  public void look() {
    lookBelow();
    if (!mark.isEmpty() && Files.isDirectory(PROC.resolve("self"))) {
      ProcessHandle.allProcesses()
          .filter(handle -> !seen.contains(handle) && environment(handle).contains(mark))
          .forEach(seen::add);
    }
    marksRead = System.nanoTime();
  }

  private void lookBelow() {
    // A child that starts a program for each call must not be remembered by all of them.
    seen.removeIf(handle -> !handle.equals(root) && !isAlive(handle));
    root.descendants().forEach(seen::add);
  }

  /**
   * Asks what lives to end, and kills what still lives after the grace period; at once on a thread
   * that is interrupted. Takes a second beyond it at most.
   */
  public void end(Duration grace) {
    endAll(List.of(this), grace);
  }

  /** Ends some trees at the same time, as {@link #end} does with one. */
  public static void endAll(Collection<ProcessTree> trees, Duration grace) {
    long deadline = System.nanoTime() + grace.toNanos();
    Set<ProcessHandle> asked = lookAt(trees);
    asked.forEach(handle -> signal(handle, false));
    awaitEnd(asked, deadline);
    kill(lookAt(trees));
  }

  private static Set<ProcessHandle> lookAt(Collection<ProcessTree> trees) {
    trees.forEach(ProcessTree::look);
    return trees.stream().flatMap(tree -> tree.seen.stream()).collect(Collectors.toSet());
  }

  private static void awaitEnd(Set<ProcessHandle> handles, long deadline) {
    while (anyAlive(handles)
        && System.nanoTime() < deadline
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static void kill(Set<ProcessHandle> handles) {
    handles.forEach(handle -> signal(handle, true));
    awaitEnd(handles, System.nanoTime() + KILL_NANOS);
  }

  /** The name of a family. */
  public static String newFamily() {
    return UUID.randomUUID() + ".";
  }

  /**
   * Ends whatever still lives of what the children of a family started; nothing is found where
   * there is no {@code /proc}. Takes a second beyond the grace period at most.
   *
   * @param apart trees of the family that end by themselves: what is theirs is left alone
   */
  public static void endFamily(String family, Collection<ProcessTree> apart, Duration grace) {
    if (!Files.isDirectory(PROC.resolve("self"))) {
      return;
    }
    long deadline = System.nanoTime() + grace.toNanos();
    Set<String> marks = apart.stream().map(tree -> tree.mark).collect(Collectors.toSet());
    Set<ProcessHandle> asked = members(family, marks);
    asked.forEach(handle -> signal(handle, false));
    awaitEnd(asked, deadline);
    if (!asked.isEmpty()) {
      asked.addAll(members(family, marks));
      kill(asked);
    }
  }

  private static Set<ProcessHandle> members(String family, Set<String> apart) {
    return ProcessHandle.allProcesses()
        .filter(
            handle -> {
              String environment = environment(handle);
              return environment.contains(family)
                  && apart.stream().noneMatch(environment::contains);
            })
        .collect(Collectors.toCollection(HashSet::new));
  }

  /**
   * The resident memory of the child and all it started, in bytes; empty when nothing of it lives.
   * Takes some milliseconds, at most two seconds. A process that left the tree unseen, as daemons
   * do, counts within minutes.
   */
  public OptionalLong residentBytes() {
    if (System.nanoTime() - marksRead > MARKS_KEPT_NANOS) {
      look();
    } else {
      lookBelow();
    }
    return ResidentMemory.of(
        seen.stream().filter(ProcessTree::isAlive).map(ProcessHandle::pid).toList());
  }

  private static boolean anyAlive(Set<ProcessHandle> handles) {
    return handles.stream().anyMatch(ProcessTree::isAlive);
  }

  /**
   * Whether a process is on its way out, or a zombie: it lets go of its memory before its files.
   * Not known where there is no {@code /proc}.
   */
  public static boolean isExiting(ProcessHandle handle) {
    try {
      return Files.readString(PROC.resolve(handle.pid() + "/statm")).startsWith("0 ");
    } catch (IOException | RuntimeException e) {
      return Files.isDirectory(PROC.resolve("self"));
    }
  }

  private static void signal(ProcessHandle handle, boolean kill) {
    if (isAlive(handle)) {
      // The handle knows when the process began; a number that was given to another is left alone.
      boolean sent = kill ? handle.destroyForcibly() : handle.destroy();
      if (!sent) {
        LOG.log(Level.DEBUG, "process {0} is gone already", handle.pid());
      }
    }
  }

  /** A zombie that its parent has not collected is not alive. */
  public static boolean isAlive(ProcessHandle handle) {
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

  /** Its variables in one text; empty where they cannot be seen. */
  private static String environment(ProcessHandle handle) {
    try {
      byte[] environment = Files.readAllBytes(PROC.resolve(handle.pid() + "/environ"));
      return new String(environment, StandardCharsets.ISO_8859_1);
    } catch (IOException | RuntimeException e) {
      // Somebody else's process, or one that has just ended.
      return "";
    }
  }
}
