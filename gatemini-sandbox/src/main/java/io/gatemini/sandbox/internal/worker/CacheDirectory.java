package io.gatemini.sandbox.internal.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Where what speeds up the start of workers is kept for all gateways of a user. */
final class CacheDirectory {
  private static final Logger LOG = System.getLogger(CacheDirectory.class.getName());
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private CacheDirectory() {}

  /**
   * A directory that is this user's alone. Others can write among temporary files: one who made it
   * before us could give our workers code of his own.
   */
  static Path of(Path temporary) throws IOException {
    Path directory = temporary.resolve("gatemini-" + System.getProperty("user.name"));
    boolean posix = temporary.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(temporary);
      try {
        if (posix) {
          Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
          Files.createDirectory(directory);
        }
      } catch (FileAlreadyExistsException e) {
        LOG.log(Level.DEBUG, "another gateway made the directory", e);
      }
    }
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("what should be a directory is none");
    }
    if (posix && !isOurs(directory)) {
      throw new IOException("the directory is not this user's alone");
    }
    return directory;
  }

  private static boolean isOurs(Path directory) throws IOException {
    if (!Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
      return false;
    }
    Path probe = Files.createTempFile(directory, "probe", "");
    try {
      return Files.getOwner(probe).equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS));
    } finally {
      Files.delete(probe);
    }
  }
}
