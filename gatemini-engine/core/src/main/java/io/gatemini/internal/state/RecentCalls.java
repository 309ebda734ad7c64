package io.gatemini.internal.state;

import io.gatemini.GatewayStats.RecentCall;
import io.gatemini.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The calls that ended last. Recording is wait-free: each takes the next place of a ring. */
final class RecentCalls {
  /** The number of calls listed. */
  static final int SIZE = 500;

  /** A power of two, so that finding a place costs no division. */
  private static final int PLACES = 512;

  private final AtomicReferenceArray<@Nullable Ended> ring = new AtomicReferenceArray<>(PLACES);
  private final AtomicLong next = new AtomicLong();

  void add(
      Session session, String tool, String backend, long nanos, boolean success, long atMillis) {
    long number = next.getAndIncrement();
    ring.setRelease(
        (int) number & PLACES - 1,
        new Ended(number, tool, backend, nanos, success, atMillis, session.principal()));
  }

  /** The last calls, newest first; one that is only just being written is left out. */
  List<RecentCall> newestFirst() {
    long end = next.get();
    List<RecentCall> calls = new ArrayList<>();
    for (long number = end - 1; number >= Math.max(0, end - SIZE); number--) {
      Ended call = ring.get((int) number & PLACES - 1);
      if (call != null && call.number == number) {
        calls.add(
            new RecentCall(
                call.tool,
                call.backend,
                Duration.ofNanos(Math.max(0, call.nanos)),
                call.success,
                Instant.ofEpochMilli(call.atMillis),
                call.principal));
      }
    }
    return calls;
  }

  private record Ended(
      long number,
      String tool,
      String backend,
      long nanos,
      boolean success,
      long atMillis,
      Optional<String> principal) {}
}
