package io.gatemini.mcp.server;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.spi.LogLevel;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code logging/setLevel}: from which level on a client hears log messages. */
final class LoggingMethod {
  private LoggingMethod() {}

  static RequestMethod<?> setLevel() {
    return RequestMethod.done(
        (params, client) ->
            client.listening().logLevel(level(params.text("level", "one of " + names()))));
  }

  /** A level as the specification writes it. */
  static String name(LogLevel level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  static LogLevel level(String name) {
    for (LogLevel level : LogLevel.values()) {
      if (name(level).equals(name)) {
        return level;
      }
    }
    throw new InvalidArgumentsException("\"level\" must be one of " + names());
  }

  private static String names() {
    return Arrays.stream(LogLevel.values())
        .map(LoggingMethod::name)
        .collect(Collectors.joining(", "));
  }
}
