package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Values;

/** The texts are those of the specification, section 2.9. */
class TransientErrorsTest {
  @Values(
      """
      Rate limit exceeded | HTTP 429 Too Many Requests | connection refused (os error 111)
      failed to connect to host | network is unreachable | 503 Service Unavailable
      the service is temporarily unavailable
      """)
  void tellsARefusalFarAway(String text) {
    assertThat(FallbackChain.isTransient(text, false)).isTrue();
  }

  @Values(
      """
      request timeout | operation timed out | context deadline exceeded | Connection reset by peer
      connection closed | connection aborted | network error | Broken pipe
      """)
  void asksElsewhereAfterALostAnswerOnlyWhereThatDoesNoHarm(String text) {
    assertThat(FallbackChain.isTransient(text, true)).isTrue();
    assertThat(FallbackChain.isTransient(text, false)).isFalse();
  }

  @Values(
      """
      invalid connection string | authentication failed | tool not found | invalid parameters | ``
      """)
  void leavesOtherErrorsAlone(String text) {
    assertThat(FallbackChain.isTransient(text, true)).isFalse();
    assertThat(FallbackChain.isTransient(text + "x".repeat(2_001) + "rate limit", true)).isFalse();
  }
}
