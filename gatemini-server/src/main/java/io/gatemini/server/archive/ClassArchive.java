package io.gatemini.server.archive;

import io.gatemini.internal.process.ClassArchives;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The archives of loaded classes (AppCDS, from Java 25 on the AOT cache) that halve the start of
 * the bundled server and of its proxy. The launcher names the file it has not found; a process of
 * its own then starts both through the launcher, with a minute of a client as their input, and has
 * the virtual machine write down what they loaded. An empty file says that none could be made.
 *
 * <p>The build makes archives beside the jars: {@code java -cp gatemini.jar
 * io.gatemini.server.archive.ClassArchive}. That it fails is no error: the server works without.
 */
public final class ClassArchive {
  private static final Logger LOG = System.getLogger(ClassArchive.class.getName());

  /** The system property by which the launcher names the missing archive. */
  private static final String MISSING = "gatemini.archive";

  /** The client that started the server comes first, and the start of its backends. */
  private static final long CLIENT_FIRST_SECONDS = 5;

  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  private final Path jar;
  private final Path directory;

  /** The rest of both names after that of the program. */
  private final String key;

  private final boolean background;
  private final Path scratch;

  private ClassArchive(Path jar, Path archive, boolean background) {
    this.jar = jar;
    this.directory = archive.resolveSibling("");
    String name = archive.getFileName().toString();
    this.key = name.substring("gatemini".length(), name.lastIndexOf('.'));
    this.background = background;
    this.scratch = archive.resolveSibling("making");
  }

  /** Starts the process that makes the archives, if the launcher has found none. */
  public static void makeMissing() {
    String archive = System.getProperty(MISSING, "");
    if (archive.isEmpty()) {
      return;
    }
    try {
      ClassArchives.directory(Path.of(archive).toAbsolutePath().resolveSibling(""));
      List<String> command = new ArrayList<>(ClassArchives.lowPriority());
      command.add(JAVA_HOME.resolve("bin/java").toString());
      command.addAll(List.of("-Xmx16m", "-XX:TieredStopAtLevel=1", "-cp"));
      command.add(System.getProperty("java.class.path"));
      command.addAll(List.of(ClassArchive.class.getName(), archive));
      new ProcessBuilder(command)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "no class archive, the server starts slower", e);
    }
  }

  /**
   * Makes the archives.
   *
   * @param args the file for that of the server; none for one beside the jar, at once
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path jar = Path.of(System.getProperty("java.class.path")).toAbsolutePath();
    String version = System.getProperty("java.version");
    boolean background = args.length > 0;
    Path archive =
        background
            ? Path.of(args[0])
            : jar.resolveSibling("lib/gatemini-" + version + ClassArchives.KIND);
    if (background) {
      TimeUnit.SECONDS.sleep(CLIENT_FIRST_SECONDS);
    }
    ClassArchive made = new ClassArchive(jar, archive, background);
    try {
      made.make();
    } catch (IOException e) {
      System.out.println("no class archive, the server starts slower: " + e.getMessage());
      if (background) {
        Files.write(made.target("gatemini", 0), new byte[0]);
      }
    }
  }

  /** Makes both, unless another process does. */
  @SuppressWarnings("try") // the peer is there for the proxy
  private void make() throws IOException, InterruptedException {
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
          record("gatemini-proxy", "-c", ProxyPeer.CONFIG);
        }
        record("gatemini", "--direct", "-c", "training.yaml");
      }
    }
    deleteScratch();
  }

  /** Whether another process has made them; deletes those of another build where none has. */
  private boolean isMade() throws IOException {
    FileTime built = Files.getLastModifiedTime(jar);
    List<Path> unneeded = new ArrayList<>();
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(directory, "gatemini-*.{jsa,aot}")) {
      for (Path file : archives) {
        boolean whole = background && file.equals(target("gatemini", Files.size(file)));
        if (whole && Files.getLastModifiedTime(file).compareTo(built) > 0) {
          return true;
        }
        // Beside the jars all are of another build, those of another Java too.
        if (!background || file.toString().contains(key)) {
          unneeded.add(file);
        }
      }
    }
    unneeded.forEach(ClassArchives::delete);
    return false;
  }

  /** The launcher uses no archive of another size than its name says: Java 17 would crash. */
  private Path target(String program, long size) {
    return directory.resolve(program + key + (background ? "-" + size : "") + ClassArchives.KIND);
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
  private void record(String program, String... arguments)
      throws IOException, InterruptedException {
    // Relative: the launcher splits the flags at spaces.
    Path made = scratch.resolve(program + ClassArchives.KIND);
    run(ClassArchives.recording(made.getFileName()), arguments);
    Path target = target(program, Files.size(made));
    Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
    ClassArchives.deleteOld(target);
    System.out.printf(
        "class archive %s: %d KiB%n", target.getFileName(), Files.size(target) / 1024);
  }

  private void run(String flag, String... arguments) throws IOException, InterruptedException {
    boolean windows = System.getProperty("os.name").startsWith("Windows");
    List<String> command = new ArrayList<>();
    command.add(jar.resolveSibling(windows ? "bin/gatemini.cmd" : "bin/gatemini").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(scratch.toFile())
            .redirectInput(scratch.resolve("training.jsonl").toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT);
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
