package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.LosslessReduction.Answer;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.spi.ResultStore;
import io.gatemini.text.BytesTokenEstimator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LosslessReductionTest {
  private static final String ID = "abcdefghij";
  private static final String LARGE = "a line of some length, and no two alike\n".repeat(500);

  private final List<RawJson> kept = new ArrayList<>();
  private final ResultStore store =
      new ResultStore() {
        @Override
        public Optional<String> put(String owner, RawJson result) {
          kept.add(result);
          return Optional.of(ID);
        }

        @Override
        public Lookup find(String owner, String id) {
          return new Lookup.Unknown();
        }

        @Override
        public void forget(String owner) {}
      };
  private final LosslessReduction reduction =
      GivenReduction.of(new ReductionPipeline(List.of()), store, OutputConfig.defaults());

  @Test
  void beginsWithWhatWasDoneAndHowToGetTheRest() {
    Answer answer = reduce(LARGE, 5_000, OptionalInt.empty());

    assertThat(answer.texts().get(0))
        .matches(
            "(?s)\\[4\\.\\dKB of 19\\.5KB returned, 4\\.\\dx less; truncate: \\d+\\.\\dKB omitted;"
                + " whole result: gatemini://result/abcdefghij"
                + " \\(\\?lines=1-9 \\?page=1 \\?search=\\)"
                + " or await results\\.get\\(\"abcdefghij\"\\) in a program]\na line.*");
    assertThat(kept).containsExactly(RawJson.ofValue(LARGE));
  }

  @Test
  void tellsOfStagesThatRanOutOfTimeAndKeepsTheWhole() {
    LosslessReduction pressed =
        GivenReduction.of(
            new ReductionPipeline(List.of(new Stage(9, new LinesReducer(OutputConfig::defaults)))),
            store,
            OutputConfig.defaults());
    AnswerBounds bounds =
        new AnswerBounds(
            true,
            5_000,
            Long.MAX_VALUE,
            OptionalInt.empty(),
            Optional.empty(),
            Session.local(),
            false,
            TimeBudget.of(Duration.ZERO));

    Answer answer =
        pressed.reduce(List.of(Payload.text(LARGE)), () -> RawJson.ofValue(LARGE), bounds);

    assertThat(answer.header())
        .contains("; lines: ran out of time; truncate: ")
        .contains("whole result: gatemini://result/" + ID);
    assertThat(kept).containsExactly(RawJson.ofValue(LARGE));
  }

  @Test
  void offersPathsIntoWhatIsNotJustAText() {
    Payload json = Payload.json(RawJson.ofValue(List.of(LARGE)));
    List<Payload> two = List.of(Payload.text(LARGE), Payload.text(LARGE));

    assertThat(header(List.of(json))).contains("(?path= ?lines=1-9 ?page=1 ?search=)");
    assertThat(header(two)).contains("(?path= ?lines=1-9 ?page=1 ?search=)");
  }

  private String header(List<Payload> parts) {
    return reduction
        .reduce(parts, () -> RawJson.ofValue(LARGE), GivenReduction.bounds(5_000))
        .header();
  }

  @Test
  void saysTheFiguresThatHold() {
    Answer answer = reduce(LARGE, 5_000, OptionalInt.empty());

    assertThat(answer.header()).startsWith("[" + Truncation.kilobytes(answer.sizeBytes()) + " of");
  }

  @Property
  void keepsTheBoundWhateverItIs(
      @ForAll @IntRange(max = 20_000) int bound, @ForAll @IntRange(min = 1, max = 3) int parts) {
    List<Payload> texts = Collections.nCopies(parts, Payload.text(LARGE + "é"));

    Answer answer =
        reduction.reduce(texts, () -> RawJson.ofValue(LARGE), GivenReduction.bounds(bound));

    long size = answer.texts().stream().mapToLong(Utf8Size::of).sum();
    assertThat(size).isLessThanOrEqualTo(Math.max(bound, 0)).isEqualTo(answer.sizeBytes());
    assertThat(answer.parts()).hasSize(parts);
    assertThat(answer.isReduced()).isTrue();
  }

  @Property
  void keepsABudgetInTokens(@ForAll @IntRange(min = 1, max = 6_000) int tokens) {
    Answer answer = reduce(LARGE, 200_000, OptionalInt.of(tokens));

    long estimate = new BytesTokenEstimator().estimate(answer.texts().get(0));
    assertThat(estimate).isLessThanOrEqualTo(tokens);
    if (answer.header().contains("KB of")) {
      assertThat(answer.header()).contains(" tokens (estimated)");
    }
  }

  @Test
  void givesMoreWhereTheBudgetAllowsMore() {
    assertThat(reduce(LARGE, 200_000, OptionalInt.of(2_000)).sizeBytes()).isGreaterThan(5_000);
    assertThat(reduce(LARGE, 200_000, OptionalInt.of(7_000)).isReduced()).isFalse();
  }

  @Test
  void leavesAnAnswerAloneThatAHeaderWouldOnlyMakeLonger() {
    OutputReducer little = stage(payload -> payload.reducedTo(payload.text().substring(5), "cut"));
    LosslessReduction reduction =
        GivenReduction.of(
            new ReductionPipeline(List.of(new Stage(9, little))), store, OutputConfig.defaults());

    Answer answer =
        reduction.reduce(
            List.of(Payload.text(LARGE)),
            () -> RawJson.ofValue(LARGE),
            GivenReduction.bounds(90_000));

    assertThat(answer.texts()).containsExactly(LARGE);
    assertThat(answer.reductions()).isEmpty();
    assertThat(kept).isEmpty();
  }

  @Test
  void tellsWhyAStageCouldDoNothing() {
    OutputReducer silent = stage(payload -> payload.withNote("mine: nothing matches"));
    LosslessReduction reduction =
        GivenReduction.of(
            new ReductionPipeline(List.of(new Stage(9, silent))), store, OutputConfig.defaults());

    Answer answer =
        reduction.reduce(
            List.of(Payload.text("all")), () -> RawJson.ofValue("all"), GivenReduction.bounds(900));

    assertThat(answer.texts()).containsExactly("[mine: nothing matches]\nall");
    assertThat(answer.isReduced()).isFalse();
    assertThat(kept).isEmpty();
  }

  @Test
  void saysOfWhatIsTooLargeThatItIsNotKept() {
    LosslessReduction reduction =
        GivenReduction.of(
            new ReductionPipeline(List.of()), ResultStore.none(), OutputConfig.defaults());

    Answer answer =
        reduction.reduce(
            List.of(Payload.text(LARGE)),
            () -> RawJson.ofValue(LARGE),
            GivenReduction.bounds(5_000));

    assertThat(answer.header()).endsWith("; too large to be kept as a whole]");
  }

  private Answer reduce(String text, int bytes, OptionalInt tokens) {
    return reduction.reduce(
        List.of(Payload.text(text)),
        () -> RawJson.ofValue(text),
        new AnswerBounds(
            true,
            bytes,
            Long.MAX_VALUE,
            tokens,
            Optional.empty(),
            Session.local(),
            false,
            AnswerBounds.time(() -> false)));
  }

  private static OutputReducer stage(UnaryOperator<Payload> work) {
    return new OutputReducer() {
      @Override
      public String name() {
        return "mine";
      }

      @Override
      public Optional<Payload> reduce(Payload payload, Request request) {
        return Optional.of(work.apply(payload));
      }
    };
  }
}
