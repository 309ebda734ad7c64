package io.gatemini.examples.resilience;

import io.gatemini.internal.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Processes by their ids. */
final class Processes {
  /** Starts the faulty servers and programs of the tests. */
  private static final Set<String> OURS =
      Set.of("java", "sh", "dash", "bash", "busybox", "sleep", "yes", "coreutils");

  private Processes() {}

  /** The lines that one has noted in a file; empty before it has. */
  static List<String> notes(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those that run; one that has ended and was not collected yet does not. */
  static List<Long> alive(Collection<Long> pids) {
    return pids.stream().filter(Processes::isAlive).toList();
  }

  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessTree::isAlive).isPresent();
  }

  /** Kills what is left of the test's servers and no other: an id may have been given away. */
  static void killAll(Collection<Long> pids) {
    for (long pid : alive(pids)) {
      ProcessHandle.of(pid)
          .filter(handle -> handle.info().command().map(Processes::isOurs).orElse(true))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean isOurs(String command) {
    return OURS.contains(String.valueOf(Path.of(command).getFileName()));
  }
}
