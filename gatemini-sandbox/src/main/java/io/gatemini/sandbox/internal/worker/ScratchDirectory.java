package io.gatemini.sandbox.internal.worker;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Where a worker may write while it starts: a directory of its own under the temporary files. */
final class ScratchDirectory {
  private static final String PREFIX = "gatemini-worker-";

  private ScratchDirectory() {}

  /** Makes one that only this user can read. */
  static Path create() throws IOException {
    return Files.createTempDirectory(PREFIX);
  }

  /** Deletes one with what is in it, as far as that can be; anything else is left alone. */
  static void delete(Path directory) {
    Path name = directory.getFileName();
    if (name == null || !name.toString().startsWith(PREFIX) || !Files.isDirectory(directory)) {
      return;
    }
    try {
      Files.walkFileTree(directory, new Deleting());
    } catch (IOException e) {
      // Something in it is in use; the next one to try is the gateway, after the process.
      return;
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
