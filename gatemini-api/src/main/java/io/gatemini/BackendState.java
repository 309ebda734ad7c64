package io.gatemini;

/** Where a backend stands. */
public enum BackendState {
  /** Being started, or waiting to be started again. */
  STARTING("Starting"),
  /** Started, its tools listed; calls go through. */
  HEALTHY("Healthy"),
  /** Alive but not answering as it should. */
  UNHEALTHY("Unhealthy"),
  /** Ended, or never came up. */
  STOPPED("Stopped"),
  /** Waits for a person to sign in: {@link Gateway#signIn}. */
  NEEDS_SIGN_IN("Needs sign-in");

  private final String label;

  BackendState(String label) {
    this.label = label;
  }

  /** The state as agents and people read it. */
  public String label() {
    return label;
  }
}
