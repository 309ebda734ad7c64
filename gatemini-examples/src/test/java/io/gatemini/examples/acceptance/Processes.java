package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.internal.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The processes that test servers noted in a file. */
final class Processes {
  private Processes() {}

  /** Ids noted so far; the file may not be there yet. */
  static List<Long> noted(Path pidFile) {
    try {
      return Files.exists(pidFile)
          ? Files.readAllLines(pidFile).stream().map(Long::valueOf).distinct().toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a process runs; one that has ended and was not collected yet does not. */
  static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessTree::isAlive).isPresent();
  }

  /** Waits until none of the noted processes is left. */
  static void awaitNoneOf(Path pidFile, Duration patience) {
    await()
        .alias("processes of " + pidFile.getFileName())
        .atMost(patience)
        .untilAsserted(
            () ->
                assertThat(noted(pidFile).stream().filter(Processes::isAlive))
                    .extracting(Processes::describe)
                    .as("what is left of %s", noted(pidFile))
                    .isEmpty());
  }

  private static String describe(long pid) {
    return ProcessHandle.of(pid)
        .map(
            handle ->
                pid
                    + " child of "
                    + handle.parent().map(ProcessHandle::pid).orElse(0L)
                    + ": "
                    + handle.info())
        .orElse(pid + " (gone)");
  }

  /** Kills what is left of the processes noted in files of a directory. */
  static void killAll(Path directory) {
    try (var files = Files.newDirectoryStream(directory, "*.pids")) {
      for (Path file : files) {
        for (long pid : noted(file)) {
          ProcessHandle.of(pid).filter(ProcessHandle::isAlive).ifPresent(Processes::kill);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Only a Java process: an id may have been given away again. */
  private static void kill(ProcessHandle process) {
    boolean ours = process.info().command().map(program -> program.contains("java")).orElse(true);
    if (ours) {
      process.destroyForcibly();
    }
  }
}
