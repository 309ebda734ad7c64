package io.gatemini.server.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A process under test, its CPU time and its memory. Ends by itself when it outlives its bound. */
final class ServerProcess implements AutoCloseable {
  /** A longer silence is a failure; the reader then sees the end of the stream. */
  private static final Duration LONGEST_LIFE = Duration.ofMinutes(5);

  private final Process process;

  private ServerProcess(Process process) {
    this.process = process;
  }

  static ServerProcess start(ServerCommand command) throws IOException {
    Process process =
        new ProcessBuilder(command.commandLine())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    ServerProcess server = new ServerProcess(process);
    Thread watchdog = new Thread(server::endLate, "benchmark-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    return server;
  }

  InputStream stdout() {
    return process.getInputStream();
  }

  OutputStream stdin() {
    return process.getOutputStream();
  }

  /** CPU time of the process without its children, in steps of the system's clock (often 10 ms). */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Resident memory in bytes; empty where there is no {@code /proc}. */
  OptionalLong residentBytes() throws IOException {
    return residentBytes(process.pid());
  }

  /** The same with those of its children that have this in their command line. */
  OptionalLong residentBytes(String mark) throws IOException {
    long sum = residentBytes().orElse(0);
    for (ProcessHandle child : process.descendants().toList()) {
      if (child.info().commandLine().orElse("").contains(mark)) {
        sum += residentBytes(child.pid()).orElse(0);
      }
    }
    return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  /** Resident memory with all descendants but those that have this in their command line. */
  double megabytesWithout(String mark) throws IOException {
    long sum = residentBytes().orElse(0);
    for (ProcessHandle child : process.descendants().toList()) {
      if (!child.info().commandLine().orElse("").contains(mark)) {
        sum += residentBytes(child.pid()).orElse(0);
      }
    }
    return sum / (double) (1 << 20);
  }

  private static OptionalLong residentBytes(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst();
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    }
  }

  private void endLate() {
    try {
      if (!process.waitFor(LONGEST_LIFE.toSeconds(), TimeUnit.SECONDS)) {
        destroy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void destroy() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Ends the process the way an MCP client does: by closing its input. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        destroy();
      }
    } catch (IOException e) {
      destroy();
    } catch (InterruptedException e) {
      destroy();
      Thread.currentThread().interrupt();
    }
  }
}
