package io.gatemini.search.distill;

import ai.onnxruntime.OrtException;
import io.gatemini.search.embedding.StaticModel;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measures how much faster the bundled model encodes a text than its teacher: one text at a time,
 * as searches come, and on one core, as the model does. {@code EmbeddingBenchmark} has the model's
 * own figures.
 */
final class TeacherSpeed {
  private static final int LONGEST = 48;
  private static final int THREADS = 1;
  private static final int TEACHER_ROUNDS = 100;
  private static final int MODEL_ROUNDS = 20_000;
  private static final double NANOS_PER_MICRO = 1e3;

  private static final List<String> TEXTS =
      List.of(
          "find information online",
          "create a new branch in the repository and open a pull request",
          "what will the weather be like in Oslo on Saturday",
          "Can you read the file that the customer sent us yesterday, list all open invoices in it"
              + " and then create a ticket?");

  private TeacherSpeed() {}

  public static void main(String[] arguments) throws IOException, OrtException {
    StaticModel model = StaticModel.bundled().orElseThrow();
    try (Teacher teacher = new Teacher(LONGEST, THREADS)) {
      for (String text : TEXTS) {
        double ofTeacher = micros(text, TEACHER_ROUNDS, each -> first(teacher, each));
        double ofModel = micros(text, MODEL_ROUNDS, each -> model.encode(each)[0]);
        Distiller.LOG.log(
            System.Logger.Level.INFO,
            "teacher %.0f us, model %.1f us, %.0f times as fast: %s"
                .formatted(ofTeacher, ofModel, ofTeacher / ofModel, text));
      }
    }
  }

  private static float first(Teacher teacher, String text) {
    try {
      return teacher.encode(List.of(text))[0][0];
    } catch (OrtException e) {
      throw new IllegalStateException("the teacher failed at: " + text, e);
    }
  }

  /** The median; as many rounds again come first, to warm up. */
  private static double micros(String text, int rounds, ToDoubleFunction<String> encoder) {
    double[] sum = new double[1];
    long[] nanos =
        IntStream.range(0, 2 * rounds)
            .mapToLong(
                round -> {
                  long began = System.nanoTime();
                  sum[0] += encoder.applyAsDouble(text);
                  return System.nanoTime() - began;
                })
            .skip(rounds)
            .sorted()
            .toArray();
    if (Double.isNaN(sum[0])) {
      throw new IllegalStateException("a vector is not a number: " + Arrays.toString(nanos));
    }
    return nanos[rounds / 2] / NANOS_PER_MICRO;
  }
}
