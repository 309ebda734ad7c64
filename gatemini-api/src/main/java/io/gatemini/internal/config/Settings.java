package io.gatemini.internal.config;

import io.gatemini.config.GatewaySettings;

/**
 * The settings that are in force. Whoever needs one asks at the time of need and keeps none.
 * Thread-safe.
 */
public final class Settings {
  private volatile GatewaySettings now;

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
  }
}
