package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Floors, a few tasks under the figures of measurements.md, over servers as most people have. */
class SmallCatalogsTest {
  private static final Path DATA = Path.of("src/test/resources/evaluation/small");

  @Test
  void findsTheRightToolAndSaysWhereThereIsNone() {
    List<PoolReport> pools = Evaluation.of(DATA).run().pools();

    assertThat(mean(pools, pool -> pool.scores().recallAt1())).isGreaterThan(0.78);
    assertThat(mean(pools, pool -> pool.scores().recallAt3())).isGreaterThan(0.88);
    assertThat(mean(pools, pool -> pool.nothingFits().found())).isGreaterThan(0.65);
    assertThat(mean(pools, pool -> pool.nothingFits().falseAlarms())).isLessThan(0.06);
  }

  private static double mean(List<PoolReport> pools, ToDoubleFunction<PoolReport> figure) {
    return pools.stream().mapToDouble(figure).average().orElseThrow();
  }
}
