package io.gatemini.transport.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ConfigException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the options of this transport out of a configuration. */
final class Options {
  /** The largest message that is taken from the peer, in bytes; a larger one is skipped. */
  static final String MAX_MESSAGE_BYTES = "max_message_bytes";

  /** How long a child that was asked to end (TERM) may take before it is killed (KILL). */
  static final String SHUTDOWN_GRACE_PERIOD = "shutdown_grace_period";

  /** How long answers under way may take once the client has closed its end. */
  static final String DRAIN_TIMEOUT = "drain_timeout";

  /** A gateway that closes waits a minute for a backend and no longer; what is left would stay. */
  private static final Duration LONGEST_GRACE_PERIOD = Duration.ofSeconds(55);

  private static final int LARGEST_MESSAGE_BYTES = 1024 * 1024 * 1024;
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

  private Options() {}

  /**
   * A duration: {@code "500ms"}, {@code "5s"}, {@code "2m"}, {@code "1h"} or a number of seconds.
   */
  static Duration duration(JsonNode options, String key, Duration fallback) {
    JsonNode value = options.path(key);
    if (value.isMissingNode() || value.isNull()) {
      return fallback;
    }
    Matcher matcher = DURATION.matcher(value.asText());
    if (!value.isValueNode() || !matcher.matches()) {
      throw new ConfigException(key + " must be a duration like \"5s\" or \"500ms\", not " + value);
    }
    long amount = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2);
    return switch (unit == null ? "s" : unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofSeconds(amount);
    };
  }

  /** The time from TERM to KILL. */
  static Duration gracePeriod(JsonNode options) {
    Duration period = duration(options, SHUTDOWN_GRACE_PERIOD, ChildProcess.DEFAULT_GRACE_PERIOD);
    if (period.compareTo(LONGEST_GRACE_PERIOD) > 0) {
      throw new ConfigException(
          SHUTDOWN_GRACE_PERIOD
              + " must be at most "
              + LONGEST_GRACE_PERIOD.toSeconds()
              + " s, not "
              + options.path(SHUTDOWN_GRACE_PERIOD)
              + "; a gateway that closes waits no longer");
    }
    return period;
  }

  /** The size bound of a message in bytes. */
  static int maxMessageBytes(JsonNode options) {
    JsonNode value = options.path(MAX_MESSAGE_BYTES);
    if (value.isMissingNode() || value.isNull()) {
      return StreamChannel.DEFAULT_MAX_MESSAGE_BYTES;
    }
    if (!value.canConvertToInt() || value.asInt() < 1024 || value.asInt() > LARGEST_MESSAGE_BYTES) {
      throw new ConfigException(
          MAX_MESSAGE_BYTES
              + " must be a number of bytes from 1024 to "
              + LARGEST_MESSAGE_BYTES
              + ", not "
              + value);
    }
    return value.asInt();
  }
}
