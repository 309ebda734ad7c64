package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.internal.catalog.CatalogFixture;
import org.junit.jupiter.api.Test;

class TryAlsoTest {
  /** Functional specification, 1.10. */
  @Test
  void hasTheGoldenTermsOfTheSpecification() {
    TryAlso tryAlso = TryAlso.of(CatalogFixture.corpusC1());

    assertThat(tryAlso.of("exa")).containsExactly("content", "similar", "using");
    assertThat(tryAlso.of("tavily")).containsExactly("tavily", "via", "search");
    assertThat(tryAlso.of("time")).containsExactly("timezones", "specific", "timezone");
  }

  /** Functional specification, 1.10. */
  @Test
  void hasTheGoldenScoresOfTheSpecification() {
    assertThat(TryAlso.score("content", 1, 5)).isCloseTo(2.0094, within(5e-5));
    assertThat(TryAlso.score("using", 1, 5)).isCloseTo(1.8094, within(5e-5));
    assertThat(TryAlso.score("via", 1, 5)).isCloseTo(1.6094, within(5e-5));
    assertThat(TryAlso.score("search", 2, 5)).isCloseTo(1.2163, within(5e-5));
    assertThat(TryAlso.score("timezones", 1, 5)).isCloseTo(2.2094, within(5e-5));
  }

  @Test
  void leavesOutWhatIsNoWord() {
    TryAlso tryAlso =
        TryAlso.of(CatalogFixture.of(1, tool("a", "b", "id " + "f".repeat(5_000) + " word")));

    assertThat(tryAlso.of("a")).containsExactly("word");
    assertThat(tryAlso.of("unknown")).isEmpty();
  }
}
