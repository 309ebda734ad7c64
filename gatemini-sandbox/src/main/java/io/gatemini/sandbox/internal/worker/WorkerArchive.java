package io.gatemini.sandbox.internal.worker;

import io.gatemini.internal.async.Guarded;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The archive of loaded classes that halves what the start of a worker costs. It is made once for a
 * Java version and a class path, by a process that runs what workers warm up with, and kept for all
 * gateways of this user. Where there is none, and none can be made, workers start slower.
 * Thread-safe.
 */
final class WorkerArchive implements AutoCloseable {
  private static final Logger LOG = System.getLogger(WorkerArchive.class.getName());

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
   * @param cache where gateways of this user keep what they can do without
   */
  WorkerArchive(String classPath, Trainer trainer, Path cache) {
    this.classPath = classPath;
    this.trainer = trainer;
    this.file = file(classPath, cache);
  }

  String classPath() {
    return classPath;
  }

  /** How the path of the archive begins; absent where there can be none. */
  Optional<Path> file() {
    return file;
  }

  /** The archive. Its name ends with its size: Java 17 crashes where one is cut off. */
  Optional<Path> made() {
    if (file.isPresent()) {
      Path begin = file.get();
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(begin.resolveSibling(""), begin.getFileName() + "-*")) {
        for (Path path : found) {
          if (path.equals(sized(begin, path))) {
            return Optional.of(path);
          }
        }
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "the archives of workers cannot be listed", e);
      }
    }
    return Optional.empty();
  }

  private static Path sized(Path begin, Path made) throws IOException {
    return Path.of(begin + "-" + Files.size(made) + ClassArchives.KIND);
  }

  /** The flags that make a worker use the archive, if it is there. */
  synchronized List<String> flags() {
    return trusted
        ? made().map(path -> List.of(ClassArchives.using(path))).orElse(List.of())
        : List.of();
  }

  /** A worker that used it did not start; the next ones do without. */
  synchronized void distrust() {
    if (!flags().isEmpty()) {
      trusted = false;
      made().ifPresent(ClassArchives::delete);
    }
  }

  /**
   * Makes the archive if it is not there; the first time it is asked for, and not in a cache that
   * this process has made, for that may be lost with it.
   */
  synchronized void makeInBackground() {
    boolean lasts = file.isPresent() && !ClassArchives.isNew(file.get().resolveSibling(""));
    if (begun || closed || !trusted || !lasts || made().isPresent()) {
      return;
    }
    begun = true;
    Thread thread =
        new Thread(
            () -> Guarded.run(LOG, "no class archive for workers", this::makeOrDoWithout),
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

  private void makeOrDoWithout() {
    try {
      make();
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.DEBUG, "no class archive for workers, they start slower", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the archive and waits for it; empty where it is there, or there can be none. */
  Optional<Path> make() throws IOException, InterruptedException {
    if (file.isEmpty() || made().isPresent()) {
      return Optional.empty();
    }
    Path begin = file.get();
    Path made = Path.of(begin + "." + ProcessHandle.current().pid() + ".part");
    Path scratch = ScratchDirectory.create();
    try {
      Process process = start(made, scratch);
      if (process == null) {
        return Optional.empty();
      }
      ClassArchives.await(process);
      Path target = sized(begin, made);
      Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
      ClassArchives.deleteOld(target);
      return Optional.of(target);
    } finally {
      ClassArchives.delete(made);
      ScratchDirectory.delete(scratch);
    }
  }

  private synchronized @Nullable Process start(Path made, Path scratch) throws IOException {
    if (closed) {
      return null;
    }
    Process process = trainer.train(classPath, List.of(ClassArchives.recording(made)), scratch);
    training = process;
    return process;
  }

  @Override
  public void close() {
    Thread thread;
    synchronized (this) {
      closed = true;
      thread = maker;
      if (training != null) {
        ClassArchives.end(training);
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

  private static Optional<Path> file(String classPath, Path cache) {
    for (String entry : entries(classPath)) {
      // The virtual machine archives classes of jars only.
      if (!Files.isRegularFile(Path.of(entry))) {
        return Optional.empty();
      }
    }
    try {
      String name = "worker-" + key(classPath);
      return Optional.of(ClassArchives.directory(cache).resolve(name));
    } catch (IOException | NoSuchAlgorithmException | RuntimeException e) {
      LOG.log(Level.WARNING, "workers start slower: {0} cannot be used ({1})", cache, e);
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
}
