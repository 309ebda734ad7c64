package io.gatemini.server.serve;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Keeps a log file, and the one before it, within a size. The starter of this process has
 * redirected its stderr to the file, so it is copied and emptied instead of renamed; if stderr goes
 * elsewhere there is no such file.
 */
final class LogRotation implements AutoCloseable {
  static final long MAX_BYTES = 5 * 1024 * 1024;

  private static final Logger LOG = System.getLogger(LogRotation.class.getName());

  private final Thread thread;

  LogRotation(Path log) {
    this(log, MAX_BYTES, Duration.ofSeconds(30));
  }

  LogRotation(Path log, long maxBytes, Duration look) {
    thread = new Thread(() -> run(log, maxBytes, look), "gatemini-log-rotation");
    thread.setDaemon(true);
    thread.start();
  }

  private static void run(Path log, long maxBytes, Duration look) {
    boolean said = false;
    while (true) {
      try {
        if (Files.exists(log) && Files.size(log) > maxBytes) {
          rotate(log);
          said = false;
        }
      } catch (IOException e) {
        if (!said) {
          said = true; // once, for it goes into the very log that has no room
          LOG.log(Level.WARNING, "{0} cannot be rotated and grows: {1}", log, e);
        }
      }
      try {
        Thread.sleep(look.toMillis());
      } catch (InterruptedException e) {
        return; // it is closed
      }
    }
  }

  static void rotate(Path log) throws IOException {
    Files.copy(
        log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
    // Its writers append: the next line is the first of the empty file.
    FileChannel.open(log, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING).close();
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
