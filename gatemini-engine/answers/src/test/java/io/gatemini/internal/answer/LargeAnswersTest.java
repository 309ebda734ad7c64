package io.gatemini.internal.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.ReductionPipeline.Stage;
import io.gatemini.internal.answer.json.JsonReducer;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import io.gatemini.testing.Values;
import io.gatemini.text.EnglishAnalyzer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The memory that the stages need for 10 MB: the heap of a JVM of its own is the bound. */
class LargeAnswersTest {
  private static final int BYTES = 10_000_000;
  private static final int MAX_TIMES = 5;

  @Values("uniform | mixed | small | dense | long")
  void fitIntoFiveTimesTheirSize(String shape) throws Exception {
    assertThat(run(shape, MAX_TIMES * BYTES)).isEqualTo("fits");
  }

  @Test
  void failInAHeapThatIsTooSmall() throws Exception {
    assertThat(run("mixed", 2 * BYTES)).isNotEqualTo("fits");
  }

  private static String run(String shape, int heapBytes) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmn4m",
                "-Xmx" + heapBytes / 1024 + "k",
                "-cp",
                System.getProperty("java.class.path"),
                LargeAnswersTest.class.getName(),
                shape)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return said.strip();
    } finally {
      process.destroyForcibly();
    }
  }

  /** In a JVM of its own: reduces 10 MB of a shape. */
  public static void main(String[] arguments) {
    int limit = OutputConfig.defaults().maxOutputSize();
    ReductionPipeline pipeline =
        new ReductionPipeline(
            List.of(
                new Stage(
                    JsonReducer.WEIGHT,
                    new JsonReducer(OutputConfig::defaults, new EnglishAnalyzer())),
                new Stage(TruncateReducer.WEIGHT, new TruncateReducer())));

    Payload reduced =
        pipeline.reduce(
            Payload.json(RawJson.wrap(json(arguments[0]))),
            new OutputReducer.Request(limit, Optional.of("word 3"), Session.local()));

    System.out.println(reduced.isReduced() && reduced.sizeBytes() <= limit ? "fits" : "large");
  }

  /** An array of exactly 10 MB, white space at its end. */
  private static byte[] json(String shape) {
    byte[] json = new byte[BYTES];
    json[0] = '[';
    int at = 1;
    for (int i = 0; ; i++) {
      byte[] item = ((i == 0 ? "" : ",") + item(shape, i)).getBytes(StandardCharsets.UTF_8);
      if (at + item.length >= BYTES) {
        break;
      }
      System.arraycopy(item, 0, json, at, item.length);
      at += item.length;
    }
    json[at++] = ']';
    Arrays.fill(json, at, BYTES, (byte) ' ');
    return json;
  }

  private static String item(String shape, int i) {
    return switch (shape) {
      case "uniform" -> "{\"id\":" + i + ",\"name\":\"item-" + i + "\",\"data\":\"words in it\"}";
      case "mixed" -> "{\"id\":" + i + ",\"a" + i + "\":[" + i + ",null],\"text\":\"words in it\"}";
      case "small" -> "{\"k" + i % 4 + "\":" + i % 100 + "}";
      case "dense" -> Integer.toString(i % 10);
      default -> "\"" + "words in it ".repeat(100_000) + "\"";
    };
  }
}
