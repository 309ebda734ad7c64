package io.gatemini.config;

import io.gatemini.stability.Incubating;

/** Who sees, calls and removes a backend that an agent registers. */
@Incubating
public enum RegistrationVisible {
  /** The authenticated client that registered it; without authentication every client. */
  OWNER,

  /** Every client. */
  ALL
}
