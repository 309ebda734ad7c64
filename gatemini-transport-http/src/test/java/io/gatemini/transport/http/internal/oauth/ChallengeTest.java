package io.gatemini.transport.http.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ChallengeTest {
  @Test
  void readsSchemesWithParametersTokensAndSeveralInALine() {
    // RFC 9110, section 11.6.1.
    assertThat(
            Challenge.in(
                List.of(
                    "Basic realm=\"simple\", Newauth realm=\"apps\", type=1,"
                        + " title=\"Login to \\\"apps\\\"\"",
                    "Negotiate a87421000492aa874209af8bc028==",
                    "bearer")))
        .containsExactly(
            new Challenge("Basic", Map.of("realm", "simple")),
            new Challenge(
                "Newauth", Map.of("realm", "apps", "type", "1", "title", "Login to \"apps\"")),
            new Challenge("Negotiate", Map.of()),
            new Challenge("bearer", Map.of()));
  }

  @Test
  void prefersWhatAnOAuthClientCanMeet() {
    assertThat(Challenge.foremost(List.of("Basic", "BEARER scope=a")).orElseThrow().parameters())
        .containsEntry("scope", "a");
    assertThat(Challenge.foremost(List.of("Basic, Digest")).orElseThrow().scheme())
        .isEqualTo("Basic");
    assertThat(Challenge.foremost(List.of("", " , "))).isEmpty();
  }

  @Test
  void takesTheFirstOfTwoParametersOfANameInAnyCaseAndNoEndlessHeader() {
    assertThat(Challenge.in(List.of("Bearer SCOPE=a, scope=b")))
        .containsExactly(new Challenge("Bearer", Map.of("scope", "a")));
    assertThat(Challenge.in(List.of("Basic" + ",".repeat(9_000) + "Bearer scope=a")))
        .containsExactly(new Challenge("Basic", Map.of()));
  }

  @Property
  void survivesAnything(
      @ForAll
          @StringLength(max = 200)
          @CharRange(from = ' ', to = '~')
          @CharRange(from = '\u0000', to = '\u00ff')
          String header) {
    for (Challenge challenge : Challenge.in(List.of(header))) {
      assertThat(challenge.describe()).hasSizeLessThan(600).doesNotContain("\n", "\r");
    }
  }

  @Property
  void survivesPiecesOfChallenges(
      @ForAll @StringLength(max = 60) @CharRange(from = 'a', to = 'b') String a,
      @ForAll @StringLength(max = 20) String b) {
    for (String header : List.of(a + "=\"" + b, "Bearer x=" + b + "," + a, a + " " + a + "=\"\\")) {
      assertThat(Challenge.in(List.of(header))).isNotNull();
    }
  }
}
