package io.gatemini.config;

import java.util.Locale;

/**
 * The reaction to a tool whose definition is no longer the one that the gateway saw first. Whoever
 * approved a tool approved that definition; a server that changes it later may want something else.
 */
public enum Pinning {
  /** Nothing. */
  OFF,
  /** The change is logged, and told in the status of the backend. */
  REPORT,
  /** The tool cannot be found or called until the operator accepts the change. */
  ENFORCE;

  /** The value as configurations write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
