package io.gatemini.internal.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The processor time of a process and its descendants. */
final class CpuTime {
  private CpuTime() {}

  /**
   * What they have used since each began, as exact as the system counts, which may be 10 ms. Empty
   * where the process has ended or the system does not tell.
   */
  public static Optional<Duration> of(long pid) {
    return ProcessHandle.of(pid)
        .filter(root -> root.info().totalCpuDuration().isPresent())
        .map(
            root ->
                Stream.concat(Stream.of(root), root.descendants())
                    .flatMap(process -> process.info().totalCpuDuration().stream())
                    .reduce(Duration.ZERO, Duration::plus));
  }
}
