package io.gatemini.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes that are alive and deaf. */
public final class Frozen {
  private static final Path PROCESSES = Path.of("/proc");

  private Frozen() {}

  /**
   * Stops a process by a signal, and returns once all its threads stand: on a busy machine some run
   * on for a while, and answer. Without {@code /proc} it does not wait.
   *
   * @return whether the process was there
   */
  public static boolean process(long pid) throws IOException, InterruptedException {
    if (new ProcessBuilder("sh", "-c", "kill -STOP " + pid + " 2>/dev/null").start().waitFor()
        != 0) {
      return false;
    }
    Path threads = PROCESSES.resolve(pid + "/task");
    while (Files.isDirectory(threads) && !allStand(threads)) {
      Thread.onSpinWait();
    }
    return true;
  }

  private static boolean allStand(Path threads) throws IOException {
    List<Path> each;
    try (Stream<Path> listed = Files.list(threads)) {
      each = listed.toList();
    } catch (UncheckedIOException e) {
      return true; // the process is gone
    }
    for (Path thread : each) {
      String stat;
      try {
        stat = Files.readString(thread.resolve("stat"));
      } catch (IOException e) {
        continue; // the thread is gone
      }
      // The state follows the name, which may have brackets.
      if ("TtZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0) {
        return false;
      }
    }
    return true;
  }
}
