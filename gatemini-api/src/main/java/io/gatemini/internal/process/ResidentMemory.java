package io.gatemini.internal.process;

import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.Timeouts;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The resident memory of processes: from {@code /proc} where there is one, else from {@code ps} or
 * {@code tasklist}. Pages that processes share count once for each of them.
 *
 * <p>Never takes longer than two seconds. A listing is kept for a second, so that a round over many
 * backends costs one. Thread-safe.
 */
public final class ResidentMemory {
  static final Duration TOOL_LIMIT = Duration.ofSeconds(2);

  private static final Logger LOG = System.getLogger(ResidentMemory.class.getName());
  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int LONGEST_LISTING = 16 * 1024 * 1024;
  private static final Path PROC = Path.of("/proc");
  private static final String RESIDENT = "VmRSS:";

  /** A process may be named in any bytes. */
  private static final Charset ISO = StandardCharsets.ISO_8859_1;

  private static final ResidentMemory HOST = ofHost();

  private final Function<Collection<Long>, OptionalLong> measure;

  private ResidentMemory(Function<Collection<Long>, OptionalLong> measure) {
    this.measure = measure;
  }

  /**
   * The memory of some processes together, in bytes; with {@code ps} it includes their descendants.
   * Empty when none of them lives or can be looked at.
   */
  public static OptionalLong of(Collection<Long> pids) {
    return pids.isEmpty() ? OptionalLong.empty() : HOST.measure.apply(pids);
  }

  private static ResidentMemory ofHost() {
    if (CommandLine.WINDOWS) {
      return byTasklist();
    }
    return Files.isReadable(PROC.resolve("self/status")) ? byProc() : byPs();
  }

  static ResidentMemory byProc() {
    return new ResidentMemory(
        pids -> {
          long sum = 0;
          boolean found = false;
          for (long pid : pids) {
            try {
              sum += statusBytes(Files.readString(PROC.resolve(pid + "/status"), ISO));
              found = true;
            } catch (IOException e) {
              LOG.log(Level.TRACE, "process {0} has ended", pid);
            }
          }
          return found ? OptionalLong.of(sum) : OptionalLong.empty();
        });
  }

  static ResidentMemory byPs() {
    return byListing(List.of("ps", "-A", "-o", "pid=,ppid=,rss="), ProcessTable::ofPs);
  }

  static ResidentMemory byTasklist() {
    return byListing(List.of("tasklist", "/FO", "CSV", "/NH"), ProcessTable::ofTasklist);
  }

  private static ResidentMemory byListing(
      List<String> command, Function<String, ProcessTable> parser) {
    return new ResidentMemory(new Listing(command, parser)::residentBytes);
  }

  OptionalLong residentBytes(Collection<Long> pids) {
    return measure.apply(pids);
  }

  /** {@code VmRSS} of a status file: KiB, whatever the size of a page. A zombie has none. */
  static long statusBytes(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith(RESIDENT))
        .findFirst()
        .map(line -> line.substring(RESIDENT.length()).replace("kB", "").strip())
        .filter(number -> !number.isEmpty() && number.length() <= 15)
        .filter(number -> number.chars().allMatch(c -> c >= '0' && c <= '9'))
        .map(number -> Long.parseLong(number) * 1024)
        .orElse(0L);
  }

  /**
   * The output of a program, if it ends well in time; whatever it started is ended. A program that
   * writes 16 MB does not end.
   */
  public static Optional<String> run(List<String> command, Duration limit) {
    ProcessTree tree;
    try {
      // The memory of a process has the same digits in every locale.
      Map<String, String> locale = Map.of("LC_ALL", "C");
      tree = ProgramStart.of(command, List.of(), locale, Optional.empty()).discardErrors().start();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, () -> command.get(0) + " is not there: " + e.getMessage());
      return Optional.empty();
    }
    // A descendant may keep the pipe open, so that the reader is not waited for.
    CompletableFuture<Optional<String>> read = new CompletableFuture<>();
    Runnable reader = () -> read.complete(output(tree.process()));
    Guarded.startOrRun(LOG, "gatemini-program-output", reader);
    try {
      return Timeouts.orTimeout(read, limit).exceptionally(late -> Optional.empty()).join();
    } finally {
      tree.end(Duration.ZERO);
    }
  }

  private static Optional<String> output(Process process) {
    try (InputStream out = process.getInputStream()) {
      process.getOutputStream().close();
      byte[] output = out.readNBytes(LONGEST_LISTING);
      return process.waitFor() == 0 ? Optional.of(new String(output, ISO)) : Optional.empty();
    } catch (IOException | InterruptedException e) {
      LOG.log(Level.DEBUG, () -> "a program broke off: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A listing of all processes that is asked again when it is old. */
  private static final class Listing {
    private final List<String> command;
    private final Function<String, ProcessTable> parser;
    private Optional<ProcessTable> known = Optional.empty();
    private long knownUntil = System.nanoTime();

    Listing(List<String> command, Function<String, ProcessTable> parser) {
      this.command = command;
      this.parser = parser;
    }

    synchronized OptionalLong residentBytes(Collection<Long> pids) {
      if (System.nanoTime() - knownUntil >= 0) {
        known = run(command, TOOL_LIMIT).map(parser);
        knownUntil = System.nanoTime() + KEPT_NANOS;
      }
      return known.isPresent() ? known.get().residentBytes(pids) : OptionalLong.empty();
    }
  }
}
