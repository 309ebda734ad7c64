package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.EmbeddingModel;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Texts and intents that are no good, with a model and without one. */
@Timeout(120)
class IntentBadInputTest {
  private static final int MOST = 6_000;
  private static final String ASKED = "where was the lost parcel found";
  private static final String WANTED = "the lost parcel was found in the cellar";

  /** Counts letters: texts of the same letters are alike. */
  private static final class Letters implements EmbeddingModel {
    @Override
    public String name() {
      return "letters";
    }

    @Override
    public List<float[]> embed(List<String> texts) {
      return texts.stream().map(Letters::vector).toList();
    }

    @Override
    public boolean instant() {
      return true;
    }

    private static float[] vector(String text) {
      float[] vector = new float[26];
      text.toLowerCase(Locale.ROOT)
          .chars()
          .filter(c -> c >= 'a' && c <= 'z')
          .forEach(c -> vector[c - 'a']++);
      return vector;
    }
  }

  @Test
  void findsThePlaceInAMegabyteOfOneLine() {
    String text = "a word, ".repeat(60_000) + WANTED + ", another one".repeat(40_000);

    both(text, ASKED, answer -> assertThat(answer.text()).contains(WANTED));
  }

  @Test
  void findsThePlaceInALineWithoutAnySpace() {
    String text = "x".repeat(300_000) + "parcel" + "y".repeat(300_000);

    both(text, "parcel", answer -> assertThat(answer.sizeBytes()).isPositive());
  }

  @Test
  void findsThePlaceInSixtyFourMegabytes() {
    String half = "a line of a text that goes on and on, and on\n".repeat((32 << 20) / 45);

    both(half + WANTED + "\n" + half, ASKED, a -> assertThat(a.text()).contains(WANTED));
  }

  @Test
  void findsThePlaceInBrokenMarkup() {
    String broken =
        "#\n##\n```\n| a |\n|--\n<div <p>\n[x](\n---\n===\n####### seven\n\t\t- \n* \n"
            .repeat(1_000);

    both(broken + WANTED + "\n" + broken, ASKED, a -> assertThat(a.text()).contains(WANTED));
  }

  @Test
  void cutsATextOfWhichEverythingMatches() {
    both(
        "one parcel of many parcels\n".repeat(4_000),
        "parcels",
        answer -> assertThat(answer.notes().toString()).contains("omitted"));
  }

  @Test
  void saysThatNothingMatchesInAnotherScript() {
    both(
        "ein Satz auf Deutsch.\n".repeat(2_000),
        "天気予報",
        answer -> assertThat(answer.notes().toString()).contains("nothing matches \"天気予報\""));
  }

  @Test
  void readsAnIntentOfTenThousandWords() {
    String intent =
        ASKED
            + " "
            + IntStream.range(0, 10_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));

    both(
        "a plain line\n".repeat(3_000) + WANTED + "\n" + "a plain line\n".repeat(3_000),
        intent,
        answer -> assertThat(answer.text()).contains(WANTED));
  }

  @Test
  void goesByWordsWhereTheModelFails() {
    EmbeddingModel broken =
        new EmbeddingModel() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public List<float[]> embed(List<String> texts) {
            throw new IllegalStateException("no vectors today");
          }
        };

    String plain = "a plain line\n".repeat(3_000);

    Payload answer = reduce(Optional.of(broken), plain + WANTED + "\n" + plain, ASKED);

    assertThat(answer.text()).contains(WANTED);
  }

  @Test
  void goesByWordsWhereTheModelTakesTooLong() {
    TimeBudget time = TimeBudget.of(Duration.ofMillis(500));
    EmbeddingModel slow =
        new EmbeddingModel() {
          @Override
          public String name() {
            return "slow";
          }

          @Override
          public List<float[]> embed(List<String> texts) {
            while (!time.isOver()) {
              Thread.onSpinWait();
            }
            return new Letters().embed(texts);
          }
        };
    String plain = "a plain line\n".repeat(3_000);

    Payload answer = reduce(Optional.of(slow), plain + WANTED + "\n" + plain, ASKED, time);

    assertThat(answer.text()).contains(WANTED);
    assertThat(answer.notes()).singleElement().asString().contains("of 6001 lines");
  }

  private static void both(String text, String intent, Consumer<Payload> check) {
    for (Optional<EmbeddingModel> model :
        List.of(Optional.<EmbeddingModel>empty(), Optional.<EmbeddingModel>of(new Letters()))) {
      Payload answer = reduce(model, text, intent);
      assertThat(answer.sizeBytes()).isLessThanOrEqualTo(MOST);
      check.accept(answer);
    }
  }

  private static Payload reduce(Optional<EmbeddingModel> model, String text, String intent) {
    return reduce(model, text, intent, TimeBudget.of(Duration.ofMinutes(5)));
  }

  private static Payload reduce(
      Optional<EmbeddingModel> model, String text, String intent, TimeBudget time) {
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new Stage(
                    IntentReducer.WEIGHT,
                    new IntentReducer(OutputConfig::defaults, new EnglishAnalyzer(), model)),
                new Stage(TruncateReducer.WEIGHT, new TruncateReducer())));
    return pipeline.reduce(
        Payload.text(text),
        new OutputReducer.Request(MOST, Optional.of(intent), Session.local()),
        time);
  }
}
