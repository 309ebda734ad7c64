package io.gatemini.server.serve;

import io.gatemini.server.warm.PathWarmUp;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.System.LoggerFinder;
import java.text.MessageFormat;
import java.time.Instant;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/**
 * The log of the bundled server: a line each, to stderr, with date and time in UTC. Setting up
 * {@code java.util.logging} instead would take a fifth of the server's start.
 */
public final class StderrLoggerFinder extends LoggerFinder {
  /** For {@link java.util.ServiceLoader}. */
  public StderrLoggerFinder() {}

  @Override
  public Logger getLogger(String name, Module module) {
    return new StderrLogger(name);
  }

  private record StderrLogger(String name) implements Logger {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return Logs.shows(level) && !PathWarmUp.silences(name);
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String message,
        @Nullable Throwable thrown) {
      if (isLoggable(level)) {
        write(level, localized(bundle, message), thrown);
      }
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        @Nullable String format,
        @Nullable Object @Nullable ... values) {
      if (isLoggable(level)) {
        String pattern = localized(bundle, format);
        boolean plain = values == null || values.length == 0;
        write(level, plain ? pattern : MessageFormat.format(pattern, values), null);
      }
    }

    private static String localized(@Nullable ResourceBundle bundle, @Nullable String key) {
      String text = String.valueOf(key);
      try {
        return bundle == null ? text : bundle.getString(text);
      } catch (MissingResourceException e) {
        return text;
      }
    }

    private static void write(Level level, String message, @Nullable Throwable thrown) {
      StringBuilder line = new StringBuilder();
      line.append(Instant.ofEpochSecond(System.currentTimeMillis() / 1000));
      line.append(' ').append(level).append(' ').append(message.replace('\n', ' '));
      if (thrown != null) {
        line.append(": ").append(String.valueOf(thrown).replace('\n', ' '));
      }
      System.err.println(line);
    }
  }
}
