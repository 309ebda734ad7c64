package io.gatemini.transport.stdio;

import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.process.Environment;
import io.gatemini.internal.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The servers whose gateway was killed before it could end them: most end with their input, those
 * that do not are ended by the next gateway of this user. Each running server has a file that names
 * its gateway's process and its own, as descendants that it detached on purpose carry the same
 * environment and are left alone. Does nothing where there is no {@code /proc}. Thread-safe.
 */
final class OrphanedServers {
  private static final Logger LOG = System.getLogger(OrphanedServers.class.getName());
  private static final Path PROC = Path.of("/proc");

  /** The fields of {@code stat} behind the name, see proc_pid_stat(5). */
  private static final int SESSION = 3;

  private static final int START = 19;

  /** How long a server whose gateway was killed just now has to read the end of its input. */
  private static final Duration VOLUNTARY_EXIT = Duration.ofMillis(500);

  /** Shorter than usual: what it still says is not read. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Another host or container with the same files may still run what they name. */
  private static final Duration FOREIGN_FILES_KEPT = Duration.ofDays(7);

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final String HOST = host();

  /** Those of this user. */
  static final OrphanedServers OF_USER =
      new OrphanedServers(Environment.cacheDirectory().resolve("gatemini").resolve("children"));

  private final Path directory;
  private final AtomicBoolean searched = new AtomicBoolean();

  OrphanedServers(Path directory) {
    this.directory = directory;
  }

  /** Ends them once in the life of this process, in the background. */
  void endOnce() {
    if (searched.compareAndSet(false, true)) {
      Guarded.startOrRun(LOG, "gatemini-orphans", this::end);
    }
  }

  /** Notes that a server runs; the result is run when it has ended. */
  Runnable note(String backend, long pid) {
    Optional<String> gateway = identity(ProcessHandle.current().pid());
    Optional<String> server = identity(pid);
    if (gateway.isPresent() && server.isPresent()) {
      try {
        Files.createDirectories(directory);
        Path file = Files.createTempFile(directory, "", ""); // only this user may read it
        Files.write(file, List.of(gateway.get(), server.get(), backend));
        return () -> delete(file);
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "a killed gateway will leave this server behind", e);
      }
    }
    return () -> {};
  }

  /** Ends them. Takes as long as they do, some seconds at most. */
  void end() {
    Map<ProcessHandle, String> orphans = new HashMap<>();
    List<Path> read = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> files = Files.list(directory)) {
        files.filter(file -> isOfDeadGateway(file, orphans)).forEach(read::add);
      } catch (IOException | UncheckedIOException e) {
        LOG.log(Level.DEBUG, "servers of killed gateways are not looked for", e);
      }
    }
    awaitEnd(orphans.keySet(), VOLUNTARY_EXIT);
    orphans.keySet().removeIf(server -> !ProcessTree.isAlive(server));
    if (!orphans.isEmpty()) {
      LOG.log(
          Level.INFO,
          "ending servers that a killed gateway left running: "
              + String.join(", ", new TreeSet<>(orphans.values())));
      List<ProcessHandle> all = orphans.keySet().stream().flatMap(OrphanedServers::tree).toList();
      all.forEach(ProcessHandle::destroy);
      awaitEnd(all, GRACE);
      all.stream().filter(ProcessTree::isAlive).forEach(ProcessHandle::destroyForcibly);
    }
    // Only now: a gateway that is killed in the meantime leaves them to the next one.
    read.forEach(OrphanedServers::delete);
  }

  /** Whether a file has served its purpose; its server is put to the orphans if it still runs. */
  private static boolean isOfDeadGateway(Path file, Map<ProcessHandle, String> orphans) {
    try {
      List<String> lines = Files.readAllLines(file);
      Instant written = Files.getLastModifiedTime(file).toInstant();
      if (lines.size() < 3 || !lines.get(0).endsWith(HOST)) {
        return written.isBefore(Instant.now().minus(FOREIGN_FILES_KEPT));
      }
      if (process(lines.get(0)).isPresent()) {
        return false;
      }
      process(lines.get(1))
          .ifPresent(it -> orphans.put(it, lines.get(2) + " (process " + it.pid() + ")"));
      return true;
    } catch (IOException | NumberFormatException e) {
      LOG.log(Level.DEBUG, "it ended just now, or is written at the moment: " + file, e);
      return false;
    }
  }

  /** The running process of this identity: another one may have its number by now. */
  private static Optional<ProcessHandle> process(String identity) {
    long pid = Long.parseLong(identity.substring(0, identity.indexOf(' ')));
    return identity(pid)
        .filter(identity::equals)
        .flatMap(it -> ProcessHandle.of(pid))
        .filter(ProcessTree::isAlive);
  }

  /** A server and what belongs to it, as behind npx; a daemon has a session of its own. */
  private static Stream<ProcessHandle> tree(ProcessHandle server) {
    Optional<String> session = field(server.pid(), SESSION);
    return Stream.concat(
        Stream.of(server),
        server.descendants().filter(it -> field(it.pid(), SESSION).equals(session)));
  }

  private static void awaitEnd(Collection<ProcessHandle> processes, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (processes.stream().anyMatch(ProcessTree::isAlive) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Belongs to no other process, not even after the next start of the system. */
  static Optional<String> identity(long pid) {
    return field(pid, START).map(start -> pid + " " + start + " " + HOST);
  }

  private static Optional<String> field(long pid, int index) {
    try {
      // A process may be named in any bytes.
      String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
      return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", index + 2)[index]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The start of this system, and the numbers of processes that count here. */
  private static String host() {
    try {
      return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the next gateway deletes it", e);
    }
  }
}
