package io.gatemini.server.archive;

import io.gatemini.internal.async.Guarded;
import io.gatemini.sandbox.internal.worker.ClassArchives;
import io.gatemini.server.install.InstalledServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The archives of loaded classes (AppCDS, from Java 25 on the AOT cache) that halve the start of
 * the bundled server and of its proxy. This starts both through the launcher, with a minute of a
 * client as their input, and has the virtual machine write down what they loaded. The launcher
 * names the file in the user's cache that it has not found; an empty one says that none could be
 * made.
 */
public final class ClassArchive {
  private static final Logger LOG = System.getLogger(ClassArchive.class.getName());

  /** The system property by which the launcher names the missing archive. */
  private static final String MISSING = "gatemini.archive";

  private static final Duration IDLE = Duration.ofMinutes(1);

  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  private final Path jar;
  private final Path directory;

  /** The rest of both names after that of the program. */
  private final String key;

  private final boolean shared;
  private final Path scratch;

  private ClassArchive(Path archive, boolean shared) {
    this.jar = InstalledServer.required().jar();
    this.directory = archive.resolveSibling("");
    String name = archive.getFileName().toString();
    this.key = name.substring("gatemini".length(), name.lastIndexOf('.'));
    this.shared = shared;
    this.scratch = archive.resolveSibling("making");
  }

  /** Those in the user's cache, where the launcher has found none. */
  public static Optional<ClassArchive> missing() {
    return Optional.of(System.getProperty(MISSING, ""))
        .filter(archive -> !archive.isEmpty())
        .map(archive -> new ClassArchive(Path.of(archive).toAbsolutePath(), false));
  }

  /** Whether this process has taken its classes from one. */
  public static boolean isUsed() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .anyMatch(flag -> flag.matches("-XX:(SharedArchiveFile|AOTCache)=.*"));
  }

  /** Those beside the jars, for all users of this installation. */
  public static ClassArchive shared() {
    String name = "gatemini-" + System.getProperty("java.version") + ClassArchives.KIND;
    return new ClassArchive(InstalledServer.required().directory("lib").resolve(name), true);
  }

  /** Where they are kept. */
  public Path directory() {
    return directory;
  }

  /**
   * Makes them in the background once there was nothing to do for a minute; not in a cache that
   * this process has made, for that may be lost with it.
   *
   * @param worked changes whenever a client comes or has something done
   */
  public void makeWhenIdle(LongSupplier worked) {
    Thread thread =
        new Thread(
            () -> Guarded.run(LOG, "no class archive was made", () -> makeLater(worked)),
            "gatemini-archive");
    thread.setDaemon(true);
    thread.start();
  }

  private void makeLater(LongSupplier worked) {
    try {
      if (!ClassArchives.isNew(ClassArchives.directory(directory))) {
        awaitIdle(worked, IDLE);
        make(line -> LOG.log(Level.DEBUG, line));
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "no class archive, the server starts slower", e);
      giveUp();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void awaitIdle(LongSupplier worked, Duration idle) throws InterruptedException {
    long now = worked.getAsLong();
    long before;
    do {
      before = now;
      TimeUnit.NANOSECONDS.sleep(idle.toNanos());
      now = worked.getAsLong();
    } while (now != before);
  }

  private void giveUp() {
    try {
      // Never through a link that somebody else has put there.
      Files.createFile(target("gatemini", 0));
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the next process tries again", e);
    }
  }

  /**
   * Makes both, unless another process does or has.
   *
   * @param report takes a line for each
   */
  @SuppressWarnings("try") // the peer is there for the proxy
  public void make(Consumer<String> report) throws IOException, InterruptedException {
    if (!shared) {
      ClassArchives.directory(directory);
    }
    Files.createDirectories(scratch);
    try (FileChannel channel =
            FileChannel.open(
                scratch.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        return;
      }
      if (!isMade()) {
        for (String file : List.of("training.yaml", "training.jsonl", ProxyPeer.CONFIG)) {
          copy(file);
        }
        try (ProxyPeer peer = ProxyPeer.open(scratch)) {
          record(report, "gatemini-proxy", "-c", ProxyPeer.CONFIG);
        }
        record(report, "gatemini", "--direct", "-c", "training.yaml");
      }
    }
    deleteScratch();
  }

  /** Whether another process has made them; deletes those of another build where none has. */
  private boolean isMade() throws IOException {
    FileTime built = built();
    List<Path> unneeded = new ArrayList<>();
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(directory, "gatemini-*.{jsa,aot}")) {
      for (Path file : archives) {
        long size = Files.size(file);
        boolean whole = size > 0 && file.equals(target("gatemini", size));
        if (whole && Files.getLastModifiedTime(file).compareTo(built) > 0) {
          return true;
        }
        // Beside the jars all are of another build, those of another Java too.
        if (shared || file.toString().contains(key)) {
          unneeded.add(file);
        }
      }
    }
    unneeded.forEach(ClassArchives::delete);
    return false;
  }

  /** When the last of the jars was made: a build leaves alone those in which nothing changed. */
  private FileTime built() throws IOException {
    FileTime last = Files.getLastModifiedTime(jar);
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(jar.resolveSibling("lib"), "*.jar")) {
      for (Path file : jars) {
        FileTime made = Files.getLastModifiedTime(file);
        last = made.compareTo(last) > 0 ? made : last;
      }
    }
    return last;
  }

  /** The launcher uses no archive of another size than its name says: Java 17 would crash. */
  private Path target(String program, long size) {
    return directory.resolve(program + key + (shared ? "" : "-" + size) + ClassArchives.KIND);
  }

  private void copy(String resource) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ClassArchive.class.getResourceAsStream(resource))) {
      Files.copy(in, scratch.resolve(resource), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Runs the server or the proxy while it records its archive. Its input ends after the last
   * request, and it ends with that, whatever has become of this process.
   */
  private void record(Consumer<String> report, String program, String... arguments)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    // Relative: the launcher splits the flags at spaces.
    Path made = scratch.resolve(program + ClassArchives.KIND);
    run(ClassArchives.recording(made.getFileName()), arguments);
    Path target = target(program, Files.size(made));
    Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
    ClassArchives.deleteOld(target);
    report.accept(line(target, began));
  }

  /** A line for an archive that was made in the time since. */
  public static String line(Path archive, long beganNanos) throws IOException {
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    return String.format(
        Locale.ROOT, "%s: %,d KB in %.1f s", archive, Files.size(archive) / 1024, seconds);
  }

  private void run(String flag, String... arguments) throws IOException, InterruptedException {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    List<String> command = new ArrayList<>(ClassArchives.lowPriority());
    command.add(jar.resolveSibling(windows ? "bin/gatemini.cmd" : "bin/gatemini").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectInput(scratch.resolve("training.jsonl").toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD);
    builder.environment().put("JAVA_HOME", JAVA_HOME.toString());
    builder.environment().put("GATEMINI_JAVA_OPTS", "-D" + MISSING + "= " + flag);
    builder.environment().put("TRAINING_JAVA", JAVA_HOME.resolve("bin/java").toString());
    builder.environment().put("TRAINING_JAR", jar.toString());
    ClassArchives.await(builder.start());
  }

  private void deleteScratch() throws IOException {
    try (Stream<Path> files = Files.walk(scratch)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
