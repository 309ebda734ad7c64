package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.internal.answer.json.JsonReducer;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ReductionPipelineTest {
  private static final OutputReducer.Request SMALL =
      new OutputReducer.Request(100, Optional.empty(), Session.local());

  @Test
  void runsStagesByWeight() {
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new Stage(
                    10, stage("late", payload -> payload.reducedTo(payload.text() + "b", "late"))),
                new Stage(
                    20,
                    stage("early", payload -> payload.reducedTo(payload.text() + "a", "early")))));

    Payload reduced = pipeline.reduce(Payload.text("-"), SMALL);

    assertThat(reduced.text()).isEqualTo("-ab");
    assertThat(reduced.notes()).containsExactly("early", "late");
  }

  @Test
  void putsTypeAndSizeInPlaceOfFilesInATextAndInJson() {
    ReductionPipeline pipeline = new ReductionPipeline(List.of());
    OutputReducer.Request large =
        new OutputReducer.Request(40_000, Optional.empty(), Session.local());
    String file = "data:image/png;base64," + "iVBORw0K".repeat(1_500);
    String text = "before ![a](" + file + ") between <img src='" + file + "'> after";

    assertThat(pipeline.passes(text.length(), large)).isFalse();
    assertThat(pipeline.reduce(Payload.text(text), large).text())
        .isEqualTo(
            "before ![a]([image/png file, 9,000 bytes]) between"
                + " <img src='[image/png file, 9,000 bytes]'> after");
    Payload json = pipeline.reduce(Payload.json(RawJson.parse("{\"a\":\"" + file + "\"}")), large);
    assertThat(json.text()).isEqualTo("{\"a\":\"[image/png file, 9,000 bytes]\"}");
    assertThat(json.isReduced()).isTrue();
    assertThat(pipeline.reduce(Payload.text("data:text/plain;base64,aGk="), large).isReduced())
        .isFalse();
  }

  @Test
  void skipsAStageThatThrows() {
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new Stage(
                    20,
                    stage(
                        "broken",
                        payload -> {
                          throw new IllegalStateException("defect");
                        })),
                new Stage(10, stage("sound", payload -> payload.reducedTo("ok", "sound")))));

    Payload reduced = pipeline.reduce(Payload.text("text"), SMALL);

    assertThat(reduced.text()).isEqualTo("ok");
  }

  @Test
  void keepsTheBoundAgainstAStageThatBreaksIt() {
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new Stage(TruncateReducer.WEIGHT, new TruncateReducer()),
                new Stage(
                    TruncateReducer.WEIGHT - 1,
                    stage("inflating", p -> p.reducedTo("x".repeat(9_000), "inflating")))));

    Payload reduced = pipeline.reduce(Payload.text("text"), SMALL);

    assertThat(reduced.sizeBytes()).isLessThanOrEqualTo(100);
  }

  @Test
  void truncatesAJsonValueAsText() {
    Payload reduced =
        new ReductionPipeline(List.of())
            .reduce(Payload.json(RawJson.parse("[\"" + "v".repeat(500) + "\"]")), SMALL);

    assertThat(reduced.json()).isEmpty();
    assertThat(reduced.notes()).hasSize(1).first().asString().startsWith("truncate: ");
  }

  @Test
  void passesWhatFitsUnseenOnlyWhileNoOtherStageMayWantIt() {
    ReductionPipeline other =
        new ReductionPipeline(List.of(new Stage(5, stage("other", payload -> payload))));

    assertThat(new ReductionPipeline(List.of()).passes(SMALL.maxOutputBytes(), SMALL)).isTrue();
    assertThat(new ReductionPipeline(List.of()).passes(SMALL.maxOutputBytes() + 1, SMALL))
        .isFalse();
    assertThat(other.passes(1, SMALL)).isFalse();
  }

  @Test
  void goesOnWithoutAStageThatDoesNotEnd() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    ReductionPipeline pipeline =
        stuck(
            payload -> {
              begun.incrementAndGet();
              // An interrupt does not end this.
              while (never.getCount() > 0) {
                Thread.onSpinWait();
              }
              return payload.reducedTo("done", "stuck");
            });
    Payload large = Payload.text("x".repeat(500));

    Payload reduced = pipeline.reduce(large, SMALL, TimeBudget.of(Duration.ofMillis(50)));
    Payload next = pipeline.reduce(large, SMALL, TimeBudget.of(Duration.ofMinutes(1)));

    assertThat(reduced.notes()).hasSize(2).first().isEqualTo("stuck: ran out of time");
    assertThat(reduced.notes().get(1)).startsWith("truncate: ");
    assertThat(reduced.sizeBytes()).isLessThanOrEqualTo(100);
    assertThat(next.notes()).first().isEqualTo("stuck: ran out of time");
    assertThat(begun).hasValue(1);

    never.countDown();
    await().untilAsserted(() -> assertThat(pipeline.reduce(large, SMALL).text()).isEqualTo("done"));
  }

  @Test
  void aCallerThatGivesUpCostsNoOtherItsStage() throws Exception {
    Semaphore begun = new Semaphore(0);
    ReductionPipeline pipeline =
        stuck(
            payload -> {
              begun.release();
              try {
                new CountDownLatch(payload.text().startsWith("held") ? 1 : 0).await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return payload.reducedTo("done", "stuck");
            });

    for (int i = 0; i < 200; i++) {
      Thread caller = new Thread(() -> pipeline.reduce(Payload.text("held".repeat(99)), SMALL));
      caller.start();
      begun.acquire();
      caller.interrupt();
      caller.join();

      assertThat(pipeline.reduce(Payload.text("x".repeat(500)), SMALL).text()).isEqualTo("done");
      begun.acquire();
    }
  }

  @Test
  void onlyTruncatesWhatHasNoTimeLeft() {
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new Stage(9, new JsonReducer(OutputConfig::defaults, new EnglishAnalyzer())),
                new Stage(8, new LinesReducer(OutputConfig::defaults)),
                new Stage(TruncateReducer.WEIGHT, new TruncateReducer())));
    OutputReducer.Request request =
        new OutputReducer.Request(20_000, Optional.empty(), Session.local());
    TimeBudget none = TimeBudget.of(Duration.ZERO);

    Payload list = pipeline.reduce(Payload.text("a/b\n".repeat(10_000)), request, none);
    Payload json =
        pipeline.reduce(Payload.json(RawJson.ofValue("x".repeat(50_000))), request, none);

    assertThat(list.notes()).contains("lines: ran out of time").hasSize(2);
    assertThat(json.notes()).contains("json: ran out of time");
    assertThat(list.sizeBytes()).isLessThanOrEqualTo(20_000);
    assertThat(json.sizeBytes()).isLessThanOrEqualTo(20_000);
  }

  private static ReductionPipeline stuck(Function<Payload, Payload> work) {
    return new ReductionPipeline(List.of(new Stage(9, stage("stuck", work))));
  }

  private static OutputReducer stage(String name, Function<Payload, Payload> work) {
    return new OutputReducer() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Optional<Payload> reduce(Payload payload, Request request) {
        return Optional.of(work.apply(payload));
      }
    };
  }

  @Test
  @SuppressWarnings("NullAway")
  void aStageThatAnswersNothingAtAllIsSkipped() {
    OutputReducer broken =
        new OutputReducer() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public boolean passes(long sizeBytes, Request request) {
            throw new IllegalStateException("broken");
          }

          @Override
          public Optional<Payload> reduce(Payload payload, Request request) {
            return null;
          }
        };
    OutputReducer.Request request =
        new OutputReducer.Request(100, Optional.empty(), Session.local());
    ReductionPipeline pipeline =
        new ReductionPipeline(List.of(new ReductionPipeline.Stage(9, broken)));

    assertThat(pipeline.passes(5, request)).isFalse();
    assertThat(pipeline.reduce(Payload.text("x".repeat(500)), request).sizeBytes())
        .isLessThanOrEqualTo(100);
  }
}
