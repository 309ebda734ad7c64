package io.gatemini.sandbox.internal.worker;

import io.gatemini.internal.process.Environment;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The archives of loaded classes (AppCDS, from Java 25 on the AOT cache) that halve the start of
 * the server, the proxy and workers: where they are kept, how a process of its own makes one, and
 * when they are deleted.
 */
public final class ClassArchives {
  private static final Logger LOG = System.getLogger(ClassArchives.class.getName());
  private static final boolean AOT = Runtime.version().feature() >= 25;

  /** How the names of archives for this Java end. */
  public static final String KIND = AOT ? ".aot" : ".jsa";

  /** All that is kept there; a daemon has its files in the directory, too. */
  private static final String FILES = "{*.jsa,*.aot,*.snapshot,*.part,libjavet-*}";

  /** Each version of Java or of Gatemini leaves some; what is in use is made again. */
  private static final Duration KEPT = Duration.ofDays(30);

  private static final long RUN_SECONDS = 120;

  /** The directories that this process has made. */
  private static final Set<Path> NEW = ConcurrentHashMap.newKeySet();

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private ClassArchives() {}

  /** The flag with which a process writes down what it has loaded, when it ends. */
  public static String recording(Path archive) {
    return (AOT ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive;
  }

  /** The flag with which a process uses an archive. */
  public static String using(Path archive) {
    return (AOT ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive;
  }

  /** The beginning of the command of a process at the lowest priority; empty on Windows. */
  public static List<String> lowPriority() {
    for (String nice : List.of("/usr/bin/nice", "/bin/nice")) {
      if (Files.isExecutable(Path.of(nice))) {
        return List.of(nice, "-n", "19");
      }
    }
    return List.of();
  }

  /** Waits for a process; fails where it does not end well, and has ended it by then. */
  public static void await(Process process) throws IOException, InterruptedException {
    try {
      if (!process.waitFor(RUN_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the training run did not end");
      }
      if (process.exitValue() != 0) {
        throw new IOException("the training run ended with " + process.exitValue());
      }
    } finally {
      end(process);
    }
  }

  /** Ends a process, and that which it has started to write its archive. */
  public static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Deletes what is old beside a new file. */
  public static void deleteOld(Path kept) throws IOException {
    Instant old = Instant.now().minus(KEPT);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(kept.resolveSibling(""), FILES)) {
      for (Path file : files) {
        if (!file.equals(kept) && Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
          delete(file);
        }
      }
    }
  }

  /** Deletes a file where that can be. */
  public static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a file of the cache could not be deleted", e);
    }
  }

  /** Where gateways of this user keep archives: in the cache, or among the temporary files. */
  public static Path directory() {
    Path cache = Environment.cacheDirectory().resolve("gatemini").resolve("classes");
    try {
      return directory(cache);
    } catch (IOException | RuntimeException e) {
      Path temporary =
          Path.of(System.getProperty("java.io.tmpdir"))
              .resolve("gatemini-" + System.getProperty("user.name"));
      LOG.log(Level.INFO, "{0} cannot be used ({1}), but {2} is", cache, e, temporary);
      return temporary;
    }
  }

  /**
   * Makes a directory that is this user's alone, or checks that it is: who can write there could
   * give our processes code of his own.
   *
   * @throws IOException where it is not or cannot be made
   */
  public static Path directory(Path directory) throws IOException {
    if (!directory.isAbsolute()) {
      throw new IOException(directory + " is no absolute path");
    }
    boolean posix = directory.getFileSystem().supportedFileAttributeViews().contains("posix");
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(directory.resolveSibling(""));
      try {
        if (posix) {
          Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } else {
          Files.createDirectory(directory);
        }
        NEW.add(directory);
      } catch (FileAlreadyExistsException e) {
        LOG.log(Level.DEBUG, "another gateway made the directory", e);
      }
    }
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("a file is in place of the directory");
    }
    if (posix && !isOurs(directory)) {
      throw new IOException("the directory is not this user's alone");
    }
    return directory;
  }

  /**
   * Whether this process has made the directory: where each run has a new one, as in a container,
   * an archive is lost with it.
   */
  public static boolean isNew(Path directory) {
    return NEW.contains(directory);
  }

  private static boolean isOurs(Path directory) throws IOException {
    if (!Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
      return false;
    }
    Path probe = Files.createTempFile(directory, "probe", ".part");
    try {
      return Files.getOwner(probe).equals(Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS));
    } finally {
      Files.delete(probe);
    }
  }
}
