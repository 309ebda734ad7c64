package io.gatemini.spi;

/** One client that listens to a surface, until it is closed. Thread-safe; nothing here blocks. */
public interface Listening extends AutoCloseable {
  /**
   * Asks for {@link SurfaceListener#resourceUpdated} of a resource. Twice is the same as once.
   *
   * @throws io.gatemini.UnknownResourceException when there is none under that address
   * @throws io.gatemini.InvalidArgumentsException if it does not announce changes, or the client
   *     has subscribed to too many
   */
  void subscribe(String uri);

  /** Ends a subscription; one that never was is ignored. */
  void unsubscribe(String uri);

  /** From which level on the client hears log messages; {@link LogLevel#WARNING} at first. */
  void logLevel(LogLevel level);

  /** Shows the client a line, if it hears of that level, at the rate of its log. */
  void log(SurfaceListener.LogMessage message);

  /** Ends the listening with its subscriptions. Idempotent. */
  @Override
  void close();
}
