package io.gatemini.config;

import java.util.Locale;

/**
 * The reaction to a tool whose definition is no longer the one that the gateway saw first. An
 * approved tool is approved with its definition; a server that changes it later may have another
 * intent.
 */
public enum Pinning {
  /** Nothing. */
  OFF,
  /** The change is logged and listed in the status of the backend. */
  REPORT,
  /** The tool cannot be found or called until the operator accepts the change. */
  ENFORCE;

  /** The value as configurations write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
