package io.gatemini.config;

import java.util.Locale;

/** Whether the resources, or the prompts, of backends appear in the gateway's own lists. */
public enum Passthrough {
  /** They are not listed, so that the context of a client stays small; all can be reached. */
  HIDDEN,
  /** They are listed: resources under their own addresses, prompts as {@code backend/prompt}. */
  LIST;

  /** The value as configurations write it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
