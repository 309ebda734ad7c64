package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.RecentCall;
import io.gatemini.internal.presentation.Rows;
import io.gatemini.internal.text.VisibleText;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The last calls that ended, from all sources, newest first. Thread-safe. */
record RecentCallRows(Gateway gateway, Supplier<Clock> clock) {
  /** As many as the gateway keeps. */
  static final int MOST = 500;

  String last(int limit) {
    Instant now = clock.get().instant();
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    gateway.stats().recent().stream()
        .limit(limit)
        .forEach(
            call ->
                rows.addObject()
                    .put("tool_name", call.tool())
                    .put("backend_name", call.backend())
                    .put("duration_ms", millis(call))
                    .put("success", call.success())
                    .put("seconds_ago", Math.max(0, secondsAgo(call, now))));
    return VisibleText.escaped(Rows.of(rows));
  }

  private static long secondsAgo(RecentCall call, Instant now) {
    return Duration.between(call.when(), now).toSeconds();
  }

  private static double millis(RecentCall call) {
    return TimeUnit.NANOSECONDS.toMicros(call.duration().toNanos()) / 1_000.0;
  }
}
