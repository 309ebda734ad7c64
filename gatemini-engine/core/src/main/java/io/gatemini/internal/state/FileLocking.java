package io.gatemini.internal.state;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Does something while no other process does it, by a lock on a file that stays there. The system
 * frees it when a process ends, however that ends.
 *
 * @param patience the longest wait for another process
 */
public record FileLocking(Path file, Duration patience) {
  /** A process that was stopped while it had the lock must not stop the others. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration LOOK = Duration.ofMillis(5);

  /** Waits for a few seconds. */
  FileLocking(Path file) {
    this(file, PATIENCE);
  }

  /** The work under the lock. */
  @FunctionalInterface
  public interface Step<T extends @Nullable Object> {
    T take() throws IOException;
  }

  /**
   * Does it; the directory is there by then.
   *
   * @throws IOException also where another process has the lock for long
   */
  public <T extends @Nullable Object> T locked(Step<T> step) throws IOException {
    Path directory = file.getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      Files.createDirectories(directory, ownerOnly(directory, "rwx------"));
    }
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            ownerOnly(file, "rw-------"))) {
      FileLock lock = lock(channel);
      try {
        return step.take();
      } finally {
        lock.release();
      }
    }
  }

  private FileLock lock(FileChannel channel) throws IOException {
    long from = System.nanoTime();
    while (true) {
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return lock;
        }
      } catch (OverlappingFileLockException e) {
        // Held by this process, but by classes of another loader.
      }
      if (System.nanoTime() - from > patience.toNanos()) {
        throw new IOException(
            "another process has held %s for %s seconds".formatted(file, patience.toSeconds()));
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  /** The permissions of a new file or directory, where the file system has them. */
  static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
