package io.gatemini.internal.surface.notice;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.RateLimit;
import io.gatemini.internal.async.TokenBucket;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.SurfaceListener.LogMessage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The log of one client: {@value #BURST} lines at once, then {@value #PER_SECOND} a second. A line
 * of its own reports the number of omitted lines, at the end, and every five seconds of a
 * continuing flood. Thread-safe; who writes a line never waits for the client.
 */
final class LogLines {
  static final int BURST = 20;

  static final int PER_SECOND = 5;

  /** The line that counts what was left out. */
  static final String LOGGER = "gatemini.log";

  /** Lines that come together leave together. */
  private static final Duration GATHERING = Duration.ofMillis(20);

  private static final Duration BEFORE_COUNT = Duration.ofSeconds(1);
  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(5);

  private final Client client;
  private final Debounced sending;
  private final Debounced counted;
  private final Deque<LogMessage> waiting = new ArrayDeque<>();
  private final TokenBucket tokens;
  private long leftOut;

  LogLines(DebounceTimer timer, Client client) {
    this.client = client;
    this.tokens =
        new TokenBucket(
            new RateLimit(BURST, Duration.ofSeconds(BURST / PER_SECOND)), timer::nanoTime);
    this.sending =
        new Debounced(
            timer, GATHERING, Duration.ZERO, () -> client.deliver(this.waiting, this::send));
    this.counted =
        new Debounced(
            timer, BEFORE_COUNT, BETWEEN_COUNTS, () -> client.deliver(this, this::sendCount));
  }

  /** Takes a line, or counts it as left out. */
  void add(LogMessage message) {
    boolean taken;
    synchronized (this) {
      taken = waiting.size() < BURST && tokens.take() == 0;
      if (taken) {
        waiting.add(message);
      } else {
        leftOut++;
      }
    }
    (taken ? sending : counted).changed();
  }

  /** Sends one line, and schedules the next. */
  private void send(SurfaceListener listener) {
    LogMessage message = poll();
    if (message != null) {
      client.deliver(waiting, this::send);
      // The client may want to hear less by now.
      if (client.hears(message.level())) {
        listener.logged(message);
      }
    }
  }

  private synchronized @Nullable LogMessage poll() {
    return waiting.poll();
  }

  private void sendCount(SurfaceListener listener) {
    long count;
    synchronized (this) {
      count = leftOut;
      leftOut = 0;
    }
    if (count == 0) {
      // Later lines were sent with the earlier ones.
      return;
    }
    String line = count + (count == 1 ? " message was left out" : " messages were left out");
    LogLevel heard = client.level();
    LogLevel level = heard.compareTo(LogLevel.WARNING) > 0 ? heard : LogLevel.WARNING;
    listener.logged(
        new LogMessage(
            level,
            LOGGER,
            JsonNodeFactory.instance.objectNode().put("message", line).put("left_out", count)));
  }
}
