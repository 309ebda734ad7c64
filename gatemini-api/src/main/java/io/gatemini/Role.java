package io.gatemini;

/** Who speaks in a prompt, or reads a resource. */
public enum Role {
  USER,
  ASSISTANT
}
