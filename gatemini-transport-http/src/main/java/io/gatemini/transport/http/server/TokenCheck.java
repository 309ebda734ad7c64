package io.gatemini.transport.http.server;

import java.util.Optional;

/** Checks the access tokens of an authorization server. Thread-safe. */
interface TokenCheck {
  Verdict of(String token);

  /**
   * The result of a check.
   *
   * @param client the name of the client, where the token is right
   * @param missingScope whether a right token lacks a scope
   */
  record Verdict(Optional<String> client, boolean missingScope) {
    static final Verdict WRONG = new Verdict(Optional.empty(), false);
  }
}
