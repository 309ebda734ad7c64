package io.gatemini.internal.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The processor time of a process and its descendants. */
final class CpuTime {
  private CpuTime() {}

  /**
   * The time used since the start, at the precision of the system, which may be 10 ms. Empty if the
   * process has ended or the system reports nothing.
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
