package io.gatemini.internal.answer;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.internal.answer.json.JsonReducer;
import io.gatemini.spi.OutputReducer.Request;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers of a backend, in each stage of reduction and in the stored original. */
@Tag("long")
class LinearReductionTest {
  private static final OutputConfig OUTPUT = OutputConfig.defaults();
  private static final EnglishAnalyzer ANALYZER = new EnglishAnalyzer();
  private static final Request PLAIN = new Request(40_000, Optional.empty(), Session.local());
  private static final Request ASKED =
      new Request(40_000, Optional.of("the end of b in head, a/b 7"), Session.local());

  private final ReductionPipeline all =
      new ReductionPipeline(
          List.of(
              new Stage(IntentReducer.WEIGHT, new IntentReducer(() -> OUTPUT, ANALYZER)),
              new Stage(JsonReducer.WEIGHT, new JsonReducer(() -> OUTPUT, ANALYZER)),
              new Stage(LinesReducer.WEIGHT, new LinesReducer(() -> OUTPUT)),
              new Stage(TruncateReducer.WEIGHT, new TruncateReducer(() -> OUTPUT))));

  @Test
  void reducesTextInLinearTime() {
    LinearTime.of(text -> all.reduce(Payload.text(text), PLAIN));
  }

  @Test
  void reducesTextForAnIntentInLinearTime() {
    LinearTime.of(text -> all.reduce(Payload.text(text), ASKED));
  }

  @Test
  void reducesListsOfLinesInLinearTime() {
    LinesReducer lines = new LinesReducer(() -> OUTPUT);
    LinearTime.of(text -> lines.reduce(Payload.text("a/b\n".repeat(200) + text), PLAIN));
  }

  @Test
  void reducesJsonInLinearTime() {
    LinearTime.of(text -> all.reduce(json(text), PLAIN));
  }

  @Test
  void reducesJsonForAnIntentInLinearTime() {
    LinearTime.of(text -> all.reduce(json(text), ASKED));
  }

  @Test
  void searchesWhatIsKeptInLinearTime() {
    LinearTime.of(
        text -> {
          KeptResult kept = kept(text);
          kept.search("end head");
          kept.lines(1, 3);
          kept.page(kept.pages());
        });
  }

  private static KeptResult kept(String text) {
    return (KeptResult) KeptResult.of("id", RawJson.ofValue(text), OUTPUT.pageSize(), ANALYZER);
  }

  /** Long values, long names and many small ones. */
  private static Payload json(String text) {
    int third = text.length() / 3;
    return Payload.json(
        RawJson.ofValue(
            Map.of(
                "long",
                text.substring(0, third),
                text.substring(third, 2 * third),
                1,
                "items",
                List.of(text.substring(2 * third).split("(?<=\\G.{40})")))));
  }
}
