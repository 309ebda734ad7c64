package io.gatemini.content;

import java.util.Locale;

/** The speaker in a prompt, or the reader of a resource. */
public enum Role {
  USER,
  ASSISTANT;

  /** The role as the protocol writes it: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
