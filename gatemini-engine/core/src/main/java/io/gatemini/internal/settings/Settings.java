package io.gatemini.internal.settings;

import io.gatemini.config.GatewaySettings;
import java.util.Optional;

/**
 * The settings that are in force. Code reads it at the time of need and keeps no copy. Thread-safe.
 */
public final class Settings {
  private volatile GatewaySettings now;
  private volatile Optional<String> fault = Optional.empty();

  public Settings(GatewaySettings first) {
    this.now = first;
  }

  /** The settings at this moment. */
  public GatewaySettings now() {
    return now;
  }

  /** Puts others in force. */
  public void replace(GatewaySettings next) {
    this.now = next;
    this.fault = Optional.empty();
  }

  /** Notes why the last ones that were to come into force could not. */
  public void refused(String fault) {
    this.fault = Optional.of(fault);
  }

  /** The fault of the last settings; empty if they are in force. */
  public Optional<String> fault() {
    return fault;
  }
}
