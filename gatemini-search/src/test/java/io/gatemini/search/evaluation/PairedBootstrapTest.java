package io.gatemini.search.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.config.ConfigException;
import io.gatemini.search.evaluation.PairedBootstrap.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedBootstrapTest {
  private static final Path SAMPLE = Path.of("src", "test", "resources", "evaluation", "sample");

  @Test
  void findsNoDifferenceWhereThereIsNone() {
    Difference same = PairedBootstrap.difference(List.of(new double[50], new double[20]));

    assertThat(same).isEqualTo(new Difference(0, 0, 0));
    assertThat(same.isSignificant()).isFalse();
  }

  @Test
  void countsEveryStratumAlike() {
    double[] better = new double[10];
    Arrays.fill(better, 0.5);

    Difference difference = PairedBootstrap.difference(List.of(better, new double[1_000]));

    assertThat(difference).isEqualTo(new Difference(0.25, 0.25, 0.25));
    assertThat(difference.isSignificant()).isTrue();
  }

  @Test
  void hasTheIntervalOfTheNormalApproximation() {
    double[] halfBetter = new double[400];
    Arrays.fill(halfBetter, 0, 200, 1);

    Difference difference = PairedBootstrap.difference(List.of(halfBetter));

    // Standard error of a share of a half of 400: 0.025; 1.96 of them to each side.
    assertThat(difference.mean()).isEqualTo(0.5);
    assertThat(difference.lower()).isEqualTo(0.451, within(0.006));
    assertThat(difference.upper()).isEqualTo(0.549, within(0.006));
  }

  @Test
  void comparesTheRankingsOfTwoRuns(@TempDir Path directory) throws IOException {
    Path byName = directory.resolve("name.jsonl");
    Path lexical = directory.resolve("lexical.jsonl");
    EvaluationReport earlier = Evaluation.of(SAMPLE).retrieval("name").rankings(byName).run();
    EvaluationReport later = Evaluation.of(SAMPLE).retrieval("lexical").rankings(lexical).run();

    PairedBootstrap compared = PairedBootstrap.compare(SAMPLE, byName, lexical);

    assertThat(compared.ndcgAt10().mean())
        .isEqualTo(later.meanNdcgAt10() - earlier.meanNdcgAt10(), within(1e-12));
    assertThat(compared.noisyRecallAt5()).isPresent();
    Files.writeString(byName, "");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> PairedBootstrap.compare(SAMPLE, byName, lexical))
        .withMessage(
            "name.jsonl has no ranking for query \"q1\" of pool \"everyday30\"; make it with the"
                + " same data");
  }
}
