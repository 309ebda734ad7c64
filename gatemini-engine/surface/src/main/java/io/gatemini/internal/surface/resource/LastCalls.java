package io.gatemini.internal.surface.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.RecentCall;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.content.ContentAnnotations;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.internal.text.VisibleText;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The last calls of a client that ended, from all sources, newest first. Thread-safe. */
record LastCalls(Gateway gateway, Supplier<Clock> clock) {
  private static final int USUAL = 50;

  /** As many as the gateway keeps. */
  private static final int MOST = 500;

  /** Three digits at most: always an int. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");

  private static final int MAX_SHOWN_LENGTH = 40;

  /** {@code gatemini://recent}: the last 50. */
  OwnResource usual() {
    return OwnResource.of(
        new Resource(
            "gatemini://recent",
            "recent",
            "Recent Tool Calls",
            "The last "
                + USUAL
                + " calls of backend tools by this client, newest first: tool, backend,"
                + " milliseconds, success, how long ago.",
            Reading.JSON,
            ContentAnnotations.of(0.3, Role.USER, Role.ASSISTANT)),
        session -> last(session, USUAL));
  }

  /** <code>gatemini://recent/{limit}</code>: as many as are asked for. */
  OwnResource limited() {
    return OwnResource.of(
            new ResourceTemplate(
                "gatemini://recent/{limit}",
                "recent-limit",
                "Recent Tool Calls, as many as asked for",
                "The last calls of backend tools, newest first. limit: from 1 to " + MOST,
                Reading.JSON,
                ContentAnnotations.of(0.2, Role.USER, Role.ASSISTANT)),
            (session, variables) ->
                new Reading(
                    Reading.JSON, last(session, limit(variables.getOrDefault("limit", "")))))
        .withValues("limit", () -> List.of("10", "20", "50"));
  }

  private static int limit(String asked) {
    int limit = NUMBER.matcher(asked).matches() ? Integer.parseInt(asked) : 0;
    if (limit < 1 || limit > MOST) {
      throw new InvalidArgumentsException(
          "\"limit\" must be a whole number from 1 to "
              + MOST
              + ", not "
              + VisibleText.quoted(asked, MAX_SHOWN_LENGTH));
    }
    return limit;
  }

  private String last(Session session, int limit) {
    Instant now = clock.get().instant();
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    gateway.stats().recent().stream()
        .filter(call -> call.principal().equals(session.principal()))
        .limit(limit)
        .forEach(
            call ->
                rows.addObject()
                    .put("tool_name", call.tool())
                    .put("backend_name", call.backend())
                    .put("duration_ms", millis(call))
                    .put("success", call.success())
                    .put("seconds_ago", Math.max(0, secondsAgo(call, now))));
    return Reading.rows(rows).text();
  }

  private static long secondsAgo(RecentCall call, Instant now) {
    return Duration.between(call.when(), now).toSeconds();
  }

  private static double millis(RecentCall call) {
    return TimeUnit.NANOSECONDS.toMicros(call.duration().toNanos()) / 1_000.0;
  }
}
