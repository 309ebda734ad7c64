package io.gatemini.content;

import java.util.Locale;

/** Who speaks in a prompt, or reads a resource. */
public enum Role {
  USER,
  ASSISTANT;

  /** The role as the protocol writes it: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
