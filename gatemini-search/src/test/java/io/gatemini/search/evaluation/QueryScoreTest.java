package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

/** Expected values are worked out by hand: the gain at rank r is 1 / log2(r + 1). */
class QueryScoreTest {
  @Test
  void isOneInEverythingWhenTheOnlyGoldToolIsFirst() {
    assertThat(all(List.of("a", "b"), "a")).isEqualTo(new QueryScore(1, 1, 1, 1, 1, 1));
  }

  @Test
  void isZeroWhenNothingIsFound() {
    QueryScore nothing = new QueryScore(0, 0, 0, 0, 0, 0);

    assertThat(all(List.of(), "a")).isEqualTo(nothing);
    assertThat(all(List.of("b", "c"), "a")).isEqualTo(nothing);
    assertThat(any(List.of("b", "c"), "a")).isEqualTo(nothing);
  }

  @Test
  void discountsALaterRank() {
    QueryScore score = all(List.of("x", "y", "a"), "a");

    assertThat(score.recallAt1()).isZero();
    assertThat(score.recallAt5()).isEqualTo(1);
    assertThat(score.reciprocalRank()).isEqualTo(1 / 3.0);
    assertThat(score.ndcgAt10()).isEqualTo(0.5, within(1e-12));
  }

  @Test
  void wantsEveryGoldToolWhereAllCount() {
    QueryScore score = all(List.of("x", "a", "y", "z", "w", "b"), "a", "b", "c");

    assertThat(score.recallAt1()).isZero();
    assertThat(score.recallAt3()).isEqualTo(1 / 3.0);
    assertThat(score.recallAt5()).isEqualTo(1 / 3.0);
    assertThat(score.recallAt10()).isEqualTo(2 / 3.0);
    assertThat(score.reciprocalRank()).isEqualTo(0.5);
    // (1/log2(3) + 1/log2(7)) / (1 + 1/log2(3) + 1/log2(4)) = 0.987137 / 2.130930
    assertThat(score.ndcgAt10()).isEqualTo(0.463242, within(1e-6));
  }

  @Test
  void countsOnlyTheBestRankedGoldToolWhereAnyIsEnough() {
    QueryScore score = any(List.of("x", "b", "a"), "a", "b", "c");

    assertThat(score.recallAt1()).isZero();
    assertThat(score.recallAt5()).isEqualTo(1);
    assertThat(score.recallAt10()).isEqualTo(1);
    assertThat(score.reciprocalRank()).isEqualTo(0.5);
    assertThat(score.ndcgAt10()).isEqualTo(0.630930, within(1e-6));
  }

  @Test
  void countsADuplicateOnce() {
    QueryScore score = all(List.of("a", "a", "b"), "a", "b");

    assertThat(score.recallAt5()).isEqualTo(1);
    // (1 + 1/log2(4)) / (1 + 1/log2(3)) = 1.5 / 1.630930
    assertThat(score.ndcgAt10()).isEqualTo(0.919721, within(1e-6));
    assertThat(all(List.of("a", "a"), "a", "b").recallAt10()).isEqualTo(0.5);
  }

  @Test
  void boundsTheIdealByTenWhereMoreAreGold() {
    List<String> twelve = IntStream.range(0, 12).mapToObj(i -> "t" + i).toList();

    QueryScore score = all(twelve, twelve.toArray(String[]::new));

    assertThat(score.recallAt1()).isEqualTo(1 / 12.0);
    assertThat(score.recallAt5()).isEqualTo(5 / 12.0);
    assertThat(score.recallAt10()).isEqualTo(10 / 12.0);
    assertThat(score.ndcgAt10()).isEqualTo(1, within(1e-12));
  }

  @Test
  void looksNoDeeperThanTen() {
    List<String> ranking = IntStream.range(0, 11).mapToObj(i -> "t" + i).toList();

    assertThat(all(ranking, "t9").recallAt10()).isEqualTo(1);
    assertThat(all(ranking, "t10")).isEqualTo(new QueryScore(0, 0, 0, 0, 0, 0));
  }

  @Test
  void meansAreUnweighted() {
    Scores mean =
        Scores.mean(
            List.of(new QueryScore(1, 1, 1, 1, 1, 1), new QueryScore(0, 0, 0, 1, 0.125, 0.5)));

    assertThat(mean).isEqualTo(new Scores(2, 0.5, 0.5, 0.5, 1, 0.5625, 0.75));
  }

  @Test
  void percentilesAreNearestRanks() {
    long[] nanos = IntStream.rangeClosed(1, 200).mapToLong(i -> (201 - i) * 1_000L).toArray();

    assertThat(Latency.ofNanos(nanos)).isEqualTo(new Latency(100, 198));
    assertThat(Latency.ofNanos(new long[] {1_500})).isEqualTo(new Latency(1.5, 1.5));
    assertThat(Latency.ofNanos(new long[0])).isEqualTo(new Latency(0, 0));
  }

  @Property
  void isAShareAndNeverBetterThanTheIdealRanking(
      @ForAll @Size(max = 15) List<@IntRange(max = 20) Integer> ranking,
      @ForAll @Size(min = 1, max = 15) @UniqueElements List<@IntRange(max = 20) Integer> gold,
      @ForAll boolean any) {
    Set<String> ids = new LinkedHashSet<>(gold.stream().map(String::valueOf).toList());
    EvaluatedQuery query = new EvaluatedQuery("q", "q", ids, any, "s", "");

    QueryScore score = QueryScore.of(ranking.stream().map(String::valueOf).toList(), query);
    QueryScore ideal = QueryScore.of(List.copyOf(ids), query);

    assertThat(List.of(score.recallAt1(), score.recallAt3(), score.recallAt5(), score.recallAt10()))
        .isSorted();
    assertThat(score.recallAt10()).isBetween(0.0, 1.0);
    assertThat(score.ndcgAt10()).isBetween(0.0, 1.0 + 1e-12);
    assertThat(ideal.ndcgAt10()).isEqualTo(1, within(1e-12));
    assertThat(score.reciprocalRank() > 0)
        .isEqualTo(
            !Collections.disjoint(ids, ranking.stream().limit(10).map(String::valueOf).toList()));
  }

  private static QueryScore all(List<String> ranking, String... gold) {
    return QueryScore.of(ranking, query(false, gold));
  }

  private static QueryScore any(List<String> ranking, String... gold) {
    return QueryScore.of(ranking, query(true, gold));
  }

  private static EvaluatedQuery query(boolean any, String... gold) {
    return new EvaluatedQuery("q", "q", Set.of(gold), any, "s", "");
  }
}
