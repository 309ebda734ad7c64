package io.gatemini.server.benchmark;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The subject and duration of a measurement.
 *
 * @param full as often as a figure to be quoted needs, instead of about a minute in all
 * @param server the server under test
 * @param directory where configuration files may be written
 * @param peers where npm has installed other gateways
 */
record Settings(boolean full, ServerCommand server, Path directory, Optional<Path> peers) {
  /** One of two numbers, by how long it may take. */
  int pick(int quick, int full) {
    return this.full ? full : quick;
  }
}
