package io.gatemini.search.distill;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatemini.search.embedding.WordPiece;
import java.io.IOException;
import java.io.InputStream;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A sentence transformer of the BERT family, run by ONNX Runtime: the mean of its last layer, of
 * length one.
 */
final class Teacher implements AutoCloseable {
  /** The model and its tokenizer on the class path. */
  private static final String NAME = "all-minilm-l6-v2-q";

  static final int DIMENSIONS = 384;

  private static final int BATCH = 32;

  private final int longest;
  private final List<String> vocabulary;
  private final WordPiece wordPiece;
  private final int start;
  private final int end;
  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  /**
   * @param longest the most tokens of a text that are read, with the two at its ends
   */
  Teacher(int longest, int threads) throws IOException, OrtException {
    this.longest = longest;
    this.vocabulary = readVocabulary();
    this.wordPiece = WordPiece.of(vocabulary);
    this.start = vocabulary.indexOf("[CLS]");
    this.end = vocabulary.indexOf("[SEP]");
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      this.session = environment.createSession(resource(NAME + ".onnx"), options);
    }
  }

  /** The tokens in the order of their numbers. */
  List<String> vocabulary() {
    return vocabulary;
  }

  /** The vector of each text, in order. Texts of like length go through together. */
  float[][] encode(List<String> texts) throws OrtException {
    return encodeTokens(texts.stream().map(wordPiece::encodeIdentifiers).toList());
  }

  float[][] encodeTokens(List<int[]> tokens) throws OrtException {
    int[][] sequences = tokens.stream().map(this::withEnds).toArray(int[][]::new);
    Integer[] order = IntStream.range(0, sequences.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingInt(i -> sequences[i].length));
    float[][] vectors = new float[sequences.length][];
    for (int from = 0; from < order.length; from += BATCH) {
      Integer[] batch = Arrays.copyOfRange(order, from, Math.min(order.length, from + BATCH));
      run(sequences, batch, vectors);
    }
    return vectors;
  }

  private int[] withEnds(int[] tokens) {
    int inner = Math.min(tokens.length, longest - 2);
    int[] sequence = new int[inner + 2];
    System.arraycopy(tokens, 0, sequence, 1, inner);
    sequence[0] = start;
    sequence[inner + 1] = end;
    return sequence;
  }

  private void run(int[][] sequences, Integer[] batch, float[][] vectors) throws OrtException {
    int width = sequences[batch[batch.length - 1]].length;
    LongBuffer ids = LongBuffer.allocate(batch.length * width);
    LongBuffer mask = LongBuffer.allocate(batch.length * width);
    for (int row = 0; row < batch.length; row++) {
      int[] sequence = sequences[batch[row]];
      for (int i = 0; i < sequence.length; i++) {
        ids.put(row * width + i, sequence[i]);
        mask.put(row * width + i, 1);
      }
    }
    long[] shape = {batch.length, width};
    try (OnnxTensor idTensor = OnnxTensor.createTensor(environment, ids, shape);
        OnnxTensor maskTensor = OnnxTensor.createTensor(environment, mask, shape);
        OnnxTensor typeTensor =
            OnnxTensor.createTensor(environment, LongBuffer.allocate(batch.length * width), shape);
        OrtSession.Result result =
            session.run(
                Map.of(
                    "input_ids", idTensor,
                    "attention_mask", maskTensor,
                    "token_type_ids", typeTensor))) {
      float[][][] hidden = (float[][][]) result.get(0).getValue();
      for (int row = 0; row < batch.length; row++) {
        vectors[batch[row]] = mean(hidden[row], sequences[batch[row]].length);
      }
    }
  }

  private static float[] mean(float[][] positions, int length) {
    float[] sum = new float[DIMENSIONS];
    for (int i = 0; i < length; i++) {
      Vectors.add(sum, positions[i]);
    }
    Vectors.normalise(sum);
    return sum;
  }

  private static List<String> readVocabulary() throws IOException {
    JsonNode tokenizer = new ObjectMapper().readTree(resource(NAME + "-tokenizer.json"));
    JsonNode numbers = tokenizer.path("model").path("vocab");
    String[] tokens = new String[numbers.size()];
    numbers.properties().forEach(token -> tokens[token.getValue().asInt()] = token.getKey());
    return List.of(tokens);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Teacher.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("the teacher's " + name + " is not on the class path");
      }
      return in.readAllBytes();
    }
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
