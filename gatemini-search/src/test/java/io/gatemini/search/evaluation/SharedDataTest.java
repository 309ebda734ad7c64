package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.EvaluationData;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Floors, 0.01 under the figures of the README, on the whole evaluation data, where it is there.
 */
@Tag("long")
@EnabledIf("io.gatemini.testing.EvaluationData#isThere")
class SharedDataTest {
  /** The one place for the floors; raise them with the figures. */
  static final List<Floor> FLOORS =
      List.of(
          new Floor("hybrid", 0.812, 0.843),
          new Floor("lexical", 0.770, 0.826),
          new Floor("semantic", 0.755, 0.784),
          new Floor("rrf", 0.790, 0.832));

  record Floor(String retrieval, double meanNdcgAt10, double noisyMeanRecallAt5) {}

  @ParameterizedTest
  @FieldSource("FLOORS")
  void isNoWorseThanItWas(Floor floor) {
    EvaluationReport report =
        Evaluation.of(EvaluationData.directory().orElseThrow()).retrieval(floor.retrieval()).run();

    assertThat(report.meanNdcgAt10())
        .as(report.toText())
        .isGreaterThanOrEqualTo(floor.meanNdcgAt10());
    assertThat(report.noisyMeanRecallAt5().orElse(0))
        .as(report.toText())
        .isGreaterThanOrEqualTo(floor.noisyMeanRecallAt5());
  }
}
