package io.gatemini.server.daemon;

import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.server.ipc.DaemonPlaces;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A daemon's right to its socket: the lock on the owner file, and the file that names its process.
 * Thread-safe.
 */
final class Ownership implements AutoCloseable {
  private static final Logger LOG = System.getLogger(Ownership.class.getName());

  private final DaemonPlaces places;
  private final FileLock lock;
  private final @Nullable Object key;

  private Ownership(DaemonPlaces places, FileLock lock) throws IOException {
    this.places = places;
    this.lock = lock;
    this.key = key(places);
  }

  /**
   * Takes the lock and names this process.
   *
   * @throws Daemon.Taken when another daemon has it
   */
  static Ownership take(DaemonPlaces places) throws IOException {
    places.prepareDirectory();
    FileLock lock = lock(places);
    Long before = places.readPid();
    if (before != null) {
      // One that ends removes the file.
      LOG.log(Level.WARNING, "the last daemon (process " + before + ") was killed or crashed");
    }
    try {
      // Before it greets: a greeting that this file does not confirm is a stranger's.
      writePid(places);
      return new Ownership(places, lock);
    } catch (IOException | RuntimeException e) {
      lock.channel().close();
      throw e;
    }
  }

  private static FileLock lock(DaemonPlaces places) throws IOException {
    FileChannel channel = DaemonPlaces.open(places.ownerLock());
    @Nullable FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      LOG.log(Level.DEBUG, "another daemon of this process has the socket");
    }
    if (lock == null) {
      channel.close();
      Long pid = places.readPid();
      throw new Daemon.Taken(
          "a daemon of this configuration runs already"
              + (pid == null ? "" : ", process " + pid)
              + "; "
              + OperatorCommand.of("stop")
              + " to end it");
    }
    return lock;
  }

  private static void writePid(DaemonPlaces places) throws IOException {
    try (FileChannel file = DaemonPlaces.open(places.pid())) {
      DaemonPlaces.writePid(file, ProcessHandle.current().pid());
    }
  }

  private static @Nullable Object key(DaemonPlaces places) throws IOException {
    return Files.readAttributes(places.ownerLock(), BasicFileAttributes.class).fileKey();
  }

  /**
   * Whether others still find the lock that this daemon holds. Without it, as after its directory
   * was removed, another daemon may start.
   */
  boolean lasts() {
    try {
      if (Objects.equals(key, key(places))) {
        if (places.readPid() == null) {
          writePid(places);
        }
        return true;
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "looking for the own files: " + e.getMessage());
    }
    LOG.log(
        Level.WARNING,
        "{0} was removed: this daemon ends, and the next client starts another",
        places.ownerLock());
    return false;
  }

  /** Removes the file that names this process, and leaves the lock to another daemon. */
  @Override
  public void close() {
    try {
      if (Objects.equals(places.readPid(), ProcessHandle.current().pid())) {
        Files.deleteIfExists(places.pid());
      }
      lock.channel().close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> "releasing the socket: " + e.getMessage());
    }
  }
}
