package io.gatemini.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatemini.OutputConfig;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.internal.reduce.JsonReducer;
import io.gatemini.internal.reduce.ReductionPipeline;
import io.gatemini.internal.reduce.ReductionPipeline.Stage;
import io.gatemini.internal.reduce.TruncateReducer;
import io.gatemini.spi.OutputReducer.Request;
import io.gatemini.spi.Payload;
import io.gatemini.text.EnglishAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Answers of a megabyte on their way through the stages. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ReductionBenchmark {
  private static final int BYTES = 1 << 20;
  private static final String SENTENCE = "The invoice of this month is paid by the customer. ";

  private final ReductionPipeline pipeline =
      new ReductionPipeline(
          List.of(
              new Stage(
                  JsonReducer.WEIGHT,
                  new JsonReducer(OutputConfig.defaults(), new EnglishAnalyzer())),
              new Stage(TruncateReducer.WEIGHT, new TruncateReducer())));
  private final Request request = request(Optional.empty());
  private final Request withIntent = request(Optional.of("which invoices are not paid yet"));

  private final byte[] uniform =
      list(
          i ->
              "{\"id\":%d,\"name\":\"item-%d\",\"price\":%d.50,\"tags\":[\"a\",\"b\"],\"text\":\"%s\"}"
                  .formatted(i, i, i, SENTENCE.substring(i % 40)));

  /** No two items alike, and every fifth larger than a chunk. */
  private final byte[] mixed =
      list(
          i ->
              "{\"id\":%d,\"a%d\":[1,2,{\"b%d\":null}],\"text\":\"%s\"}"
                  .formatted(i, i, i, SENTENCE.repeat(i % 5 == 0 ? 70 : 3)));

  private final String text = (SENTENCE + "\n").repeat(BYTES / (SENTENCE.length() + 1));

  @Benchmark
  public Payload uniformJson() {
    return pipeline.reduce(Payload.json(RawJson.wrap(uniform)), request);
  }

  @Benchmark
  public Payload mixedJson() {
    return pipeline.reduce(Payload.json(RawJson.wrap(mixed)), request);
  }

  @Benchmark
  public Payload mixedJsonWithIntent() {
    return pipeline.reduce(Payload.json(RawJson.wrap(mixed)), withIntent);
  }

  @Benchmark
  public Payload text() {
    return pipeline.reduce(Payload.text(text), request);
  }

  private static Request request(Optional<String> intent) {
    return new Request(OutputConfig.defaults().maxOutputSize(), intent, Session.local());
  }

  private static byte[] list(IntFunction<String> item) {
    StringBuilder list = new StringBuilder("{\"results\":[").append(item.apply(0));
    for (int i = 1; list.length() < BYTES; i++) {
      list.append(',').append(item.apply(i));
    }
    return list.append("]}").toString().getBytes(UTF_8);
  }
}
