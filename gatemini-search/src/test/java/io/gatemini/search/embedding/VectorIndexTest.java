package io.gatemini.search.embedding;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class VectorIndexTest {
  private static float[] random(Random random, int dims) {
    float[] vector = new float[dims];
    for (int i = 0; i < dims; i++) {
      // The fifth power gives vectors of a few large and many small values too.
      vector[i] = (float) Math.pow(random.nextGaussian(), random.nextBoolean() ? 1 : 5);
    }
    return scaled(vector, 1 / Math.sqrt(dot(vector, vector)));
  }

  private static float[] scaled(float[] vector, double factor) {
    float[] scaled = new float[vector.length];
    for (int i = 0; i < vector.length; i++) {
      scaled[i] = (float) (vector[i] * factor);
    }
    return scaled;
  }

  private static double dot(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }

  @Property
  void givesTheCosinesWithinTheErrorOfRounding(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int dims) {
    Random random = new Random(seed);
    List<float[]> vectors = IntStream.range(0, 9).mapToObj(i -> random(random, dims)).toList();
    VectorIndex index = VectorIndex.of(vectors.stream().map(QuantizedVector::of).toList());
    float[] query = random(random, dims);
    float[] scores = new float[12];

    index.dots(QueryVector.of(query), scores);

    // Two roundings, and 1.0, which becomes 1 - 2^-15.
    double bound = (Math.sqrt(dims) + 3) / QuantizedVector.SCALE;
    for (int i = 0; i < index.size(); i++) {
      assertThat((double) scores[i]).isCloseTo(dot(vectors.get(i), query), within(bound));
      assertThat(index.dot(i, QueryVector.of(query))).isEqualTo(scores[i]);
    }
  }

  /** An index is made of blocks of 512 rows. */
  @Property(tries = 100)
  void givesAfterChangesWhatAnIndexOfTheSameVectorsGives(
      @ForAll long seed,
      @ForAll @IntRange(max = 1_100) int before,
      @ForAll @IntRange(max = 1_100) int after) {
    Random random = new Random(seed);
    int dims = 1 + random.nextInt(11);
    List<QuantizedVector> vectors = new ArrayList<>(vectors(random, before, dims));
    VectorIndex old =
        VectorIndex.empty(dims).with(before, IntStream.range(0, before).toArray(), vectors::get);
    QueryVector query = QueryVector.of(random(random, dims));
    float[] oldScores = scores(old, query);
    Map<Integer, QuantizedVector> changed = new HashMap<>();
    List<QuantizedVector> expected = new ArrayList<>();
    for (int i = 0; i < after; i++) {
      if (i >= before || random.nextInt(50) == 0) {
        changed.put(i, QuantizedVector.of(random(random, dims)));
      }
      expected.add(changed.containsKey(i) ? changed.get(i) : vectors.get(i));
    }

    VectorIndex index =
        old.with(after, changed.keySet().stream().mapToInt(row -> row).toArray(), changed::get);

    assertThat(scores(index, query)).isEqualTo(scores(VectorIndex.of(expected), query));
    assertThat(scores(old, query)).isEqualTo(oldScores);
    for (int i = 0; i < after; i++) {
      assertThat(index.vector(i).pairs()).isEqualTo(expected.get(i).pairs());
    }
  }

  private static List<QuantizedVector> vectors(Random random, int count, int dims) {
    return Stream.generate(() -> QuantizedVector.of(random(random, dims))).limit(count).toList();
  }

  private static float[] scores(VectorIndex index, QueryVector query) {
    float[] scores = new float[index.size()];
    index.dots(query, scores);
    return scores;
  }

  @Test
  void hasZerosInRowsThatWereNotSaid() {
    float[] one = {0.6f, 0, -0.8f, 0, 0};
    VectorIndex index =
        VectorIndex.empty(5).with(700, new int[] {699}, row -> QuantizedVector.of(one));

    float[] scores = scores(index, QueryVector.of(one));

    assertThat(scores[0]).isZero();
    assertThat(scores[699]).isCloseTo(1, within(0.001f));
  }

  @Property
  void doesNotOverflowForEqualOrOppositeVectors(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = RowTable.MAX_DIMS) int dims) {
    float[] vector = random(new Random(seed), dims);
    float[] opposite = scaled(vector, -1);
    VectorIndex index =
        VectorIndex.of(List.of(QuantizedVector.of(vector), QuantizedVector.of(opposite)));

    assertThat((double) index.dot(0, QueryVector.of(vector))).isCloseTo(1, within(0.003));
    assertThat((double) index.dot(1, QueryVector.of(vector))).isCloseTo(-1, within(0.003));
  }

  @Test
  void scoresTextsWithoutKnownWordsWithZero() {
    float[] zeros = new float[5];
    float[] other = {0.6f, 0, -0.8f, 0, 0};
    VectorIndex index =
        VectorIndex.of(List.of(QuantizedVector.of(zeros), QuantizedVector.of(other)));

    assertThat(index.dot(0, QueryVector.of(other))).isZero();
    assertThat(index.dot(1, QueryVector.of(zeros))).isZero();
  }

  @Test
  void refusesVectorsOfOtherLengths() {
    QuantizedVector two = QuantizedVector.of(new float[] {1, 0});
    QuantizedVector three = QuantizedVector.of(new float[] {1, 0, 0});
    QueryVector query = QueryVector.of(new float[] {1, 0, 0});

    assertThrown(IllegalArgumentException.class, () -> VectorIndex.of(List.of(two, three)));
    assertThrown(IllegalArgumentException.class, () -> VectorIndex.of(List.of(two)).dot(0, query))
        .hasMessage("the query has 3 values, the index 2");
  }

  @Test
  void mayBeEmpty() {
    VectorIndex index = VectorIndex.of(List.of());

    index.dots(QueryVector.of(new float[] {1, 0, 0}), new float[0]);

    assertThat(index.size()).isZero();
  }
}
