package io.gatemini.config;

import java.util.Locale;

/** Who shares a running backend. */
public enum InstanceMode {
  /** All sessions use the same one. */
  SHARED,
  /** Each session has one of its own, for backends that keep state: a browser, a shell. */
  DEDICATED;

  /** The mode as configurations write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
