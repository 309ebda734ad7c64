package io.gatemini.sandbox.internal.worker;

import io.gatemini.internal.thread.Guarded;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The archive of loaded classes (AppCDS) that halves what the start of a worker costs. It is made
 * once for a Java version and a class path, by a process that runs what workers warm up with, and
 * kept among the temporary files of this user for all gateways. Where there is none, and none can
 * be made, workers start slower. Thread-safe.
 */
final class WorkerArchive implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkerArchive.class.getName());
  private static final long TRAINING_SECONDS = 120;

  /** Starts a process that records what it loads. */
  interface Trainer {
    Process train(String classPath, List<String> flags, Path scratch) throws IOException;
  }

  private final String classPath;
  private final Trainer trainer;
  private final Optional<Path> file;

  // Guarded by this.
  private boolean trusted = true;
  private boolean begun;
  private boolean closed;
  private @Nullable Process training;
  private @Nullable Thread maker;

  /**
   * @param temporary where directories for temporary files are
   */
  WorkerArchive(String classPath, Trainer trainer, Path temporary) {
    this.classPath = classPath;
    this.trainer = trainer;
    this.file = file(classPath, temporary);
  }

  String classPath() {
    return classPath;
  }

  /** Where the archive is, or would be; absent where none can be. */
  Optional<Path> file() {
    return file;
  }

  /** The flags that make a worker use the archive, if it is there. */
  synchronized List<String> flags() {
    return file.filter(path -> trusted && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
        .map(path -> List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + path))
        .orElse(List.of());
  }

  /** A worker that used it did not start; the next ones do without. */
  synchronized void distrust() {
    if (!flags().isEmpty()) {
      trusted = false;
      file.ifPresent(WorkerArchive::delete);
    }
  }

  /** Makes the archive if it is not there; the first time it is asked for. */
  synchronized void makeInBackground() {
    if (begun || closed || !trusted || file.isEmpty() || Files.exists(file.get())) {
      return;
    }
    begun = true;
    Thread thread =
        new Thread(
            () -> Guarded.run(LOG, "no class archive for workers", () -> make(file.get())),
            "gatemini-sandbox-archive");
    thread.setDaemon(true);
    maker = thread;
    thread.start();
  }

  /** Waits until what was begun in the background is done. */
  void awaitMade() throws InterruptedException {
    Thread thread;
    synchronized (this) {
      thread = maker;
    }
    if (thread != null) {
      thread.join();
    }
  }

  private void make(Path target) {
    Path made = target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid());
    Path scratch = null;
    try {
      scratch = ScratchDirectory.create();
      Process process = start(made, scratch);
      if (process != null && ended(process) && Files.size(made) > 0) {
        Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        deleteOld(target);
      }
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.DEBUG, "no class archive for workers, they start slower", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      delete(made);
      if (scratch != null) {
        ScratchDirectory.delete(scratch);
      }
    }
  }

  private synchronized @Nullable Process start(Path made, Path scratch) throws IOException {
    if (closed) {
      return null;
    }
    Process process =
        trainer.train(classPath, List.of("-XX:ArchiveClassesAtExit=" + made), scratch);
    training = process;
    return process;
  }

  private static boolean ended(Process process) throws InterruptedException {
    if (!process.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return false;
    }
    return process.exitValue() == 0;
  }

  @Override
  public void close() {
    Thread thread;
    synchronized (this) {
      closed = true;
      thread = maker;
      if (training != null) {
        training.destroyForcibly();
      }
    }
    if (thread != null) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  // ---- where it is ----

  private static Optional<Path> file(String classPath, Path temporary) {
    for (String entry : entries(classPath)) {
      // The virtual machine archives classes of jars only.
      if (!Files.isRegularFile(Path.of(entry))) {
        return Optional.empty();
      }
    }
    try {
      Path directory = CacheDirectory.of(temporary);
      return Optional.of(directory.resolve("worker-" + key(classPath) + ".jsa"));
    } catch (IOException | NoSuchAlgorithmException | RuntimeException e) {
      LOG.log(Level.DEBUG, "there is no place for a class archive", e);
      return Optional.empty();
    }
  }

  private static List<String> entries(String classPath) {
    return List.of(classPath.split(File.pathSeparator, -1));
  }

  /** Another build of Java, and another content of the class path, need another archive. */
  private static String key(String classPath) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (String property : List.of("java.vm.version", "java.vm.name", "java.home", "os.arch")) {
      digest.update(System.getProperty(property, "").getBytes(StandardCharsets.UTF_8));
    }
    for (String entry : entries(classPath)) {
      BasicFileAttributes jar = Files.readAttributes(Path.of(entry), BasicFileAttributes.class);
      String text = entry + jar.size() + jar.lastModifiedTime().toMillis();
      digest.update(text.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest(), 0, 12);
  }

  /** Each new version of a host leaves an archive that nobody will use again. */
  private static void deleteOld(Path kept) throws IOException {
    Instant old = Instant.now().minus(Duration.ofDays(30));
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(kept.resolveSibling(""), "worker-*.jsa*")) {
      for (Path archive : archives) {
        if (Files.getLastModifiedTime(archive).toInstant().isBefore(old)) {
          delete(archive);
        }
      }
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a class archive could not be deleted", e);
    }
  }
}
