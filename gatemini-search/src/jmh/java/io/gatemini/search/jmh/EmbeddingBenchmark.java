package io.gatemini.search.jmh;

import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.embedding.VectorIndex;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encoding of a query, the scan of all tools, and the loading of a model. Where no model is
 * bundled, one of the same size with random values takes its place: times do not depend on values.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class EmbeddingBenchmark {
  private static final String SHORT_QUERY = "find information online";

  /** 23 words. */
  private static final String LONG_QUERY =
      "Can you read the file that the customer sent us yesterday, list all open invoices in it"
          + " and then create a ticket?";

  private static final int DIMS = 256;
  private static final int ROWS = 27_730;

  /** How many rows the scan has. */
  @State(Scope.Benchmark)
  public static class Scan {
    @Param({"258", "2500", "10000", "50000"})
    int tools;

    private VectorIndex index = VectorIndex.of(List.of());
    private float[] scores = new float[0];
    private final QueryVector query = QueryVector.of(unit(new Random(2)));

    @Setup
    public void fill() {
      Random random = new Random(1);
      index =
          VectorIndex.of(
              Stream.generate(() -> QuantizedVector.of(unit(random))).limit(tools).toList());
      scores = new float[tools];
    }
  }

  /** The model. */
  @State(Scope.Benchmark)
  public static class Model {
    private final byte[] file = randomModel();
    private final StaticModel model = StaticModel.bundled().orElseGet(() -> read(file));
  }

  @Benchmark
  public float[] encodeShort(Model state) {
    return state.model.encode(SHORT_QUERY);
  }

  @Benchmark
  public float[] encodeLong(Model state) {
    return state.model.encode(LONG_QUERY);
  }

  @Benchmark
  public float[] dots(Scan state) {
    state.index.dots(state.query, state.scores);
    return state.scores;
  }

  @Benchmark
  public StaticModel load(Model state) {
    return read(state.file);
  }

  private static float[] unit(Random random) {
    float[] vector = new float[DIMS];
    double sum = 0;
    for (int i = 0; i < DIMS; i++) {
      vector[i] = (float) random.nextGaussian();
      sum += vector[i] * vector[i];
    }
    for (int i = 0; i < DIMS; i++) {
      vector[i] /= (float) Math.sqrt(sum);
    }
    return vector;
  }

  private static StaticModel read(byte[] file) {
    try {
      return StaticModel.read(new ByteArrayInputStream(file));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The words of the long query and syllables, so that words fall into pieces as they do. */
  private static byte[] randomModel() {
    Random random = new Random(3);
    Set<String> tokens =
        new LinkedHashSet<>(List.of(LONG_QUERY.toLowerCase(Locale.ROOT).split("\\W+")));
    while (tokens.size() < ROWS) {
      StringBuilder token = new StringBuilder(random.nextInt(4) == 0 ? "##" : "");
      int length = 2 + random.nextInt(8);
      for (int i = 0; i < length; i++) {
        token.append((char) ('a' + random.nextInt(26)));
      }
      tokens.add(token.toString());
    }
    byte[] vocabulary =
        String.join("\n", new ArrayList<>(tokens)).concat("\n").getBytes(StandardCharsets.UTF_8);
    byte[] rows = new byte[ROWS * DIMS];
    random.nextBytes(rows);
    ByteBuffer out =
        ByteBuffer.allocate(26 + vocabulary.length + ROWS * 4 + rows.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put("GSEM1\0\0\0".getBytes(StandardCharsets.US_ASCII)).putInt(DIMS).putInt(ROWS);
    out.putInt(2).put("{}".getBytes(StandardCharsets.US_ASCII));
    out.putInt(vocabulary.length).put(vocabulary);
    for (int i = 0; i < ROWS; i++) {
      out.putFloat(0.01f);
    }
    return out.put(rows).array();
  }
}
