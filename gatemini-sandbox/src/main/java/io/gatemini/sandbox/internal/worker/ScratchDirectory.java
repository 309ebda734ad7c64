package io.gatemini.sandbox.internal.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

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
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // Something in it is in use; the next one to try is the gateway, after the process.
      return;
    }
  }
}
