package io.gatemini.transport.http.internal.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class PersonTokensTest {
  @Table(
      """
      {"preferred_username": "ann", "sub": "7"} | ` as ann`
      {"sub": "7", "email": "ann@a.test"} | ` as ann@a.test`
      {"sub": 7} | ` as 7`
      {"sub": "a\\nb"} | ` as a b`
      {} | ``
      [] | ``
      no JSON | ``
      """)
  void findsTheNameInAnAccessToken(String claims, String who) {
    String payload = Base64.getUrlEncoder().encodeToString(claims.getBytes(UTF_8));

    assertThat(PersonTokens.who("e30." + payload + ".c2ln")).isEqualTo(who);
  }

  @Test
  void findsNoneInATokenOfAnotherKind() {
    assertThat(PersonTokens.who("opaque")).isEmpty();
    assertThat(PersonTokens.who("..")).isEmpty();
    assertThat(PersonTokens.who("a.%.b")).isEmpty();
  }
}
