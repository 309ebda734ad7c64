package io.gatemini.examples.resilience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources of this process at one moment.
 *
 * @param threads all but those of the test's own servers, and those of the JDK that have waited for
 *     processes and are kept for a minute
 * @param processes children and their children, zombies left out
 * @param files open files and pipes; no sockets, whose number goes with the load
 * @param sockets open sockets, both ends of those to the test's own servers
 * @param heapBytes live objects
 */
record Footprint(int threads, int processes, int files, int sockets, long heapBytes) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  static Footprint now() {
    int sockets = 0;
    int files = 0;
    for (String target : descriptors()) {
      if (target.startsWith("socket:")) {
        sockets++;
      } else {
        files++;
      }
    }
    return new Footprint(threadNames().size(), children().size(), files, sockets, liveBytes());
  }

  /** The names of the threads that are counted. */
  static List<String> threadNames() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !name.startsWith("test-server") && !name.startsWith("process reaper"))
        .sorted()
        .toList();
  }

  static List<Long> children() {
    return Processes.alive(ProcessHandle.current().descendants().map(ProcessHandle::pid).toList());
  }

  /** The kinds of the open descriptors; none where the system does not list them. */
  private static List<String> descriptors() {
    List<String> targets = new ArrayList<>();
    try (Stream<Path> list = Files.list(DESCRIPTORS)) {
      for (Path descriptor : list.toList()) {
        target(descriptor).ifPresent(targets::add);
      }
    } catch (IOException e) {
      return List.of();
    }
    return targets;
  }

  /** The target of a descriptor, unless it was closed in the meantime. */
  private static Optional<String> target(Path descriptor) {
    try {
      return Optional.of(Files.readSymbolicLink(descriptor).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static long liveBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  String[] cells(String when) {
    return new String[] {
      when, "" + threads, "" + processes, "" + files, "" + sockets, heapBytes / 1_000_000 + " MB"
    };
  }
}
