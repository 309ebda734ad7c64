package io.gatemini.internal.state;

import io.gatemini.Session;
import io.gatemini.SessionStats;
import io.gatemini.SessionStats.ToolBytes;
import io.gatemini.internal.state.Reports.SessionReport;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The figures of each session. Recording takes no lock; the sessions that were quiet longest are
 * forgotten where there are more than {@value #MAX_SESSIONS}.
 *
 * <p>A session takes some 150 bytes and each name in it some 180: 36 MB at the very most, 2 MB for
 * 1,000 sessions of ten names.
 */
final class SessionLedger {
  static final int MAX_SESSIONS = 1_000;
  static final int MAX_NAMES = 200;

  /** So many go at a time, so that not every new session has to look for the oldest one. */
  private static final int FORGOTTEN_AT_ONCE = 50;

  private final Clock clock;
  private final Map<String, Account> accounts = new ConcurrentHashMap<>();

  SessionLedger(Clock clock) {
    this.clock = clock;
  }

  void record(Session session, String name, long processed, long returned) {
    account(session).row(name).add(processed, returned);
  }

  /** The session received the meta-tools, in so many bytes. */
  void listed(Session session, long bytes) {
    account(session).listedBytes = bytes;
  }

  void forget(Session session) {
    accounts.remove(session.id());
  }

  int size() {
    return accounts.size();
  }

  /** The figures of a session; {@code costs} contains the cost of other ways. */
  SessionStats stats(Session session, ListedTools.Cost costs) {
    Account account =
        Optional.ofNullable(accounts.get(session.id())).orElseGet(() -> new Account(clock));
    List<ToolBytes> tools =
        account.rows.entrySet().stream()
            .map(entry -> entry.getValue().figures(entry.getKey()))
            .sorted(
                Comparator.comparingLong(ToolBytes::bytesReturned)
                    .reversed()
                    .thenComparing(ToolBytes::name))
            .toList();
    long returned = tools.stream().mapToLong(ToolBytes::bytesReturned).sum();
    return new SessionReport(
        session.id(),
        account.since(),
        tools.stream().mapToLong(ToolBytes::calls).sum(),
        tools.stream().mapToLong(ToolBytes::bytesProcessed).sum(),
        returned,
        tools,
        costs.bytes(),
        costs.tokens(),
        account.listedBytes,
        costs.tokensOf(account.listedBytes + returned));
  }

  private Account account(Session session) {
    Account known = accounts.get(session.id());
    if (known == null) {
      if (accounts.size() >= MAX_SESSIONS) {
        forgetOldest();
      }
      known = accounts.computeIfAbsent(session.id(), id -> new Account(clock));
    }
    known.lastUsed = System.nanoTime();
    return known;
  }

  /** Two threads may find the same ones; then a few more places are left free. */
  private void forgetOldest() {
    long now = System.nanoTime();
    accounts.entrySet().stream()
        .map(entry -> Map.entry(now - entry.getValue().lastUsed, entry.getKey()))
        .sorted(Map.Entry.<Long, String>comparingByKey().reversed())
        .limit(FORGOTTEN_AT_ONCE)
        .forEach(oldest -> accounts.remove(oldest.getValue()));
  }

  private static final class Account {
    private final long sinceMillis;
    private final Map<String, Row> rows = new ConcurrentHashMap<>();
    private final AtomicInteger names = new AtomicInteger();
    volatile long listedBytes;
    volatile long lastUsed = System.nanoTime();

    Account(Clock clock) {
      this.sinceMillis = clock.millis();
    }

    Instant since() {
      return Instant.ofEpochMilli(sinceMillis);
    }

    Row row(String name) {
      Row known = rows.get(name);
      if (known != null) {
        return known;
      }
      String shown = names.get() < MAX_NAMES ? name : SessionStats.OTHERS;
      return rows.computeIfAbsent(
          shown,
          key -> {
            names.incrementAndGet();
            return new Row();
          });
    }
  }

  /** Contention is a session's own, so plain atomic numbers do. */
  private static final class Row {
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong processed = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();

    void add(long processedBytes, long returnedBytes) {
      calls.incrementAndGet();
      processed.addAndGet(processedBytes);
      returned.addAndGet(returnedBytes);
    }

    ToolBytes figures(String name) {
      return new ToolBytes(name, calls.get(), processed.get(), returned.get());
    }
  }
}
