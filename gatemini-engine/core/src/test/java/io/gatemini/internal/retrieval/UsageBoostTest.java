package io.gatemini.internal.retrieval;

import static io.gatemini.internal.catalog.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.SearchExplanation;
import io.gatemini.Session;
import io.gatemini.internal.state.CallTracker;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.testing.Pairs;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsageBoostTest {
  private final CallTracker tracker = new CallTracker(Clock.systemUTC());
  private final UsageBoost boost = new UsageBoost(tracker);

  private void use(String tool, int times, boolean success) {
    for (int i = 0; i < times; i++) {
      tracker.recordCall(
          Session.local(), tool, tool.substring(0, tool.indexOf('.')), 1_000, success);
    }
  }

  private static Hit hit(String backend, String name, double score) {
    return new Hit(tool(backend, name), score);
  }

  private List<String> order(Hit... hits) {
    return boost.apply(List.of(hits), 10).stream().map(hit -> hit.tool().key()).toList();
  }

  /** Functional specification, 1.11. */
  @Pairs(
      """
      0 -> 1.0 | 1 -> 1.2079 | 10 -> 1.7194 | 50 -> 2.1795 | 100 -> 2.3845 | 1000 -> 3.0726
      10000 -> 3.7631
      """)
  void hasTheGoldenFactorsOfTheSpecification(long successes, double factor) {
    assertThat(UsageBoost.seedFactor(successes)).isCloseTo(factor, within(5e-5));
  }

  @Pairs(
      """
      0 -> 1.0 | 1 -> 1.0104 | 27 -> 1.04998 | 28 -> 1.05 | 10000 -> 1.05
      9223372036854775807 -> 1.05
      """)
  void countsAtMostAFewPercent(long successes, double factor) {
    assertThat(UsageBoost.factor(successes)).isCloseTo(factor, within(5e-5));
  }

  @Test
  void leavesEverythingAsItIsWhileNothingWasUsed() {
    List<Hit> hits = List.of(hit("b", "t", 1), hit("a", "t", 1), hit("c", "t", 3));

    assertThat(boost.apply(hits, 10)).isSameAs(hits);
    assertThat(boost.apply(hits, 2)).containsExactly(hits.get(0), hits.get(1));
    assertThat(boost.candidates(5)).isEqualTo(5);
  }

  @Test
  void breaksATie() {
    use("b.t", 1, true);

    assertThat(order(hit("a", "t", 1), hit("b", "t", 1), hit("c", "t", 1)))
        .containsExactly("b.t", "a.t", "c.t");
  }

  @Test
  void neverPassesAToolThatScoresTenPercentMore() {
    use("b.t", 10_000, true);

    assertThat(order(hit("a", "t", 1.1), hit("b", "t", 1))).containsExactly("a.t", "b.t");
  }

  @Test
  void countsNoFailures() {
    use("b.t", 100, false);
    assertThat(order(hit("a", "t", 1), hit("b", "t", 1))).containsExactly("a.t", "b.t");

    use("c.t", 1, true);
    assertThat(order(hit("a", "t", 1), hit("b", "t", 1))).containsExactly("a.t", "b.t");
    assertThat(boost.candidates(5)).isEqualTo(15);
  }

  @Test
  void countsEqualNamesOfTwoBackendsApart() {
    use("b.search", 3, true);

    assertThat(order(hit("a", "search", 1), hit("b", "search", 1), hit("c", "search", 1)))
        .containsExactly("b.search", "a.search", "c.search");
  }

  @Test
  void letsAToolBelowTheLimitIn() {
    use("z.t", 30, true);

    List<Hit> hits = boost.apply(List.of(hit("a", "t", 1), hit("z", "t", 0.99)), 1);

    assertThat(hits).extracting(hit -> hit.tool().key()).containsExactly("z.t");
    assertThat(hits.get(0).score()).isCloseTo(0.99 * 1.05, within(1e-9));
  }

  @Test
  void boostsOnlyWhatIsAScore() {
    for (String name : List.of("n.t", "z.t", "i.t")) {
      use(name, 1_000, true);
    }

    assertThat(
            boost.apply(
                List.of(
                    hit("i", "t", Double.POSITIVE_INFINITY), hit("z", "t", 0), hit("n", "t", -2)),
                10))
        .extracting(Hit::score)
        .containsExactly(Double.POSITIVE_INFINITY, 0.0, -2.0);
    assertThat(order(hit("a", "t", 0), hit("z", "t", 0), hit("b", "t", -1), hit("n", "t", -2)))
        .containsExactly("a.t", "z.t", "b.t", "n.t");
  }

  @Test
  void saysInAnExplanationWhatItAdded() {
    use("a.t", 10_000, true);
    Hit explained =
        new Hit(
            tool("a", "t"),
            2,
            Optional.of(new SearchExplanation("name", Map.of("name", 2.0), List.of())));

    SearchExplanation explanation =
        boost.apply(List.of(explained), 10).get(0).explanation().orElseThrow();

    assertThat(explanation.scores().keySet()).containsExactly("name", UsageBoost.PART);
    assertThat(explanation.scores().get("usage")).isCloseTo(0.1, within(1e-9));
  }
}
