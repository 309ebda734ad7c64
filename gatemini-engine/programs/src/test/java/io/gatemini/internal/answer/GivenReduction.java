package io.gatemini.internal.answer;

import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.program.code.JavaScript;
import io.gatemini.spi.ResultStore;
import io.gatemini.text.BytesTokenEstimator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A reduction for tests of what stands before and behind it. */
public final class GivenReduction {
  private GivenReduction() {}

  /** Keeps the bound and nothing else: no header, no original. */
  public static LosslessReduction boundOnly() {
    return of(
        new ReductionPipeline(List.of()),
        ResultStore.none(),
        OutputConfig.defaults().responseMetadata(false));
  }

  static LosslessReduction of(
      ReductionPipeline pipeline, ResultStore results, OutputConfig output) {
    return new LosslessReduction(
        pipeline, results, new BytesTokenEstimator(), () -> output, JavaScript.LANGUAGE::stored);
  }

  /** The bounds of an answer of the local session. */
  public static AnswerBounds bounds(int bytes) {
    return new AnswerBounds(
        true,
        bytes,
        Long.MAX_VALUE,
        OptionalInt.empty(),
        Optional.empty(),
        Session.local(),
        false,
        AnswerBounds.time(() -> false));
  }
}
