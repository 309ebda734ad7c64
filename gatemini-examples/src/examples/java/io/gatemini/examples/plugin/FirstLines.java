package io.gatemini.examples.plugin;

import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps the first lines of an answer that is too large. The whole answer stays with the gateway,
 * whose header names the handle of the rest.
 */
public final class FirstLines implements OutputReducer {
  static final String NAME = "first-lines";

  private final int lines;

  /**
   * Makes the reducer.
   *
   * @param lines how many to keep; with 0 it declines every answer
   */
  FirstLines(int lines) {
    this.lines = lines;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Payload> reduce(Payload payload, Request request) {
    if (lines == 0 || payload.sizeBytes() <= request.maxOutputBytes()) {
      return Optional.empty();
    }
    long all = payload.text().lines().count();
    if (all <= lines) {
      return Optional.empty();
    }
    String kept = payload.text().lines().limit(lines).collect(Collectors.joining("\n"));
    return Optional.of(payload.reducedTo(kept, "first " + lines + " of " + all + " lines"));
  }
}
