package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.internal.async.TimeBudget;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The cost of large answers, in allocated bytes. */
class IntentBoundsTest {
  private static final int MEGABYTE = 1 << 20;

  private final ReductionPipeline pipeline =
      new ReductionPipeline(
          List.of(
              new Stage(
                  IntentReducer.WEIGHT,
                  new IntentReducer(OutputConfig::defaults, new EnglishAnalyzer())),
              new Stage(TruncateReducer.WEIGHT, new TruncateReducer())));

  @Test
  void readsFiftyMegabytesOfTextInLessThanTheTextIs() {
    String line = "2026-03-01T10:00:00Z INFO [http-3] GET /api/products 200 in 12 ms\n";
    String half = line.repeat(25 * MEGABYTE / line.length());
    String text = half + "payment of order 4711 failed\n" + half;

    Measured measured = measure(() -> Payload.text(text), "why did the payment fail");

    assertThat(measured.answer.text()).contains("payment of order 4711 failed");
    assertThat(measured.answer.notes()).singleElement().asString().contains("of 794375 lines");
    assertThat(measured.bytes).isLessThan(25L * MEGABYTE);
  }

  @Test
  void doesNotReadATextOfTooManyLines() {
    String text = "\n".repeat(50 * MEGABYTE);

    Measured measured = measure(() -> Payload.text(text), "payment");

    assertThat(measured.answer.notes())
        .contains("intent-filter: not read, the text has too many lines");
    assertThat(measured.answer.sizeBytes()).isLessThanOrEqualTo(200_000);
    assertThat(measured.bytes).isLessThan(60L * MEGABYTE);
  }

  @Test
  void readsTenMegabytesOfJsonInLessThanFiveTimesThat() {
    String item =
        ",{\"id\":1,\"state\":\"open\",\"title\":\"a title of some words\",\"done\":false}";
    int size = 10 * MEGABYTE;
    String json = "[{\"title\":\"payment failed\"}" + item.repeat(size / item.length()) + "]";
    byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);

    Measured measured = measure(() -> Payload.json(RawJson.wrap(utf8)), "failed payments");

    assertThat(measured.answer.text()).isEqualTo("[{\"title\":\"payment failed\"}]");
    assertThat(measured.bytes).isLessThan(5L * size);
  }

  private Measured measure(Supplier<Payload> payload, String intent) {
    OutputReducer.Request request =
        new OutputReducer.Request(200_000, Optional.of(intent), Session.local());
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Payload answer = pipeline.reduce(payload.get(), request, TimeBudget.of(Duration.ofMinutes(1)));
    return new Measured(answer, threads.getCurrentThreadAllocatedBytes() - before);
  }

  private record Measured(Payload answer, long bytes) {}
}
