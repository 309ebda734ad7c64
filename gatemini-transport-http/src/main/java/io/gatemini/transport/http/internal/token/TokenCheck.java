package io.gatemini.transport.http.internal.token;

import java.util.Optional;

/** Checks the access tokens of an authorization server. Thread-safe. */
public interface TokenCheck {
  /** Checks a token; may wait for the authorization server. */
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
