package io.gatemini.transport.cli;

import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.Optional;

/**
 * A tool and the program behind it.
 *
 * @param published what the gateway lists
 * @param hasOwnSchema whether its input schema was written, and not made of its parameters
 * @param command what runs
 * @param stdin what it reads; nothing where empty
 * @param output how what it writes becomes a result
 * @param timeout how long it may run; as long as any call to the backend where empty
 */
record CommandTool(
    BackendTool published,
    boolean hasOwnSchema,
    CommandTemplate command,
    Optional<TextTemplate> stdin,
    OutputFormat output,
    Optional<Duration> timeout) {

  String name() {
    return published.name();
  }
}
