package io.gatemini.search.distill;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * The program {@code RequestTrainer START EVALUATION MODEL}: trains the model that {@link
 * Distiller} wrote further, on requests in people's own words.
 */
final class RequestTrainer {
  /** The requests that this project wrote, from the module's directory. */
  static final Path WRITTEN = Path.of("src", "distill", "requests");

  static final long SEED = 0;
  static final int FITS = 3;
  private static final int THREADS = 2;

  /** Ten epochs are no better than five, and most of the others do not matter. */
  static final RequestFit.Settings FIT =
      new RequestFit.Settings(5, 256, 0.003f, 0.05f, 0.001f, 0.1f, 20, 800, SEED);

  private RequestTrainer() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      throw new IllegalArgumentException(
          "three paths are needed: START EVALUATION MODEL; see MODEL.md");
    }
    Artifact start = Artifact.read(Path.of(arguments[0]));
    RequestData data = RequestData.read(Path.of(arguments[1]), WRITTEN);
    train(data, start, FITS, tool -> true, request -> true, Path.of(arguments[2]));
  }

  /** Writes the mean of fits that differ in the seed only. */
  static void train(
      RequestData data,
      Artifact start,
      int fits,
      Predicate<RequestData.Tool> knows,
      Predicate<RequestData.Request> learns,
      Path model)
      throws IOException {
    float[][] mean = new float[start.rows().length][start.rows()[0].length];
    for (int fit = 0; fit < fits; fit++) {
      float[][] rows = Arrays.stream(start.rows()).map(float[]::clone).toArray(float[][]::new);
      data.fit(FIT.withSeed(SEED + fit), start.tokens(), rows, knows, learns, THREADS);
      for (int row = 0; row < rows.length; row++) {
        Vectors.addScaled(mean[row], rows[row], 1f / fits);
      }
    }
    ObjectNode meta = (ObjectNode) new ObjectMapper().readTree(start.meta());
    meta.put("requests", data.requests().size() + " requests for tools; see MODEL.md");
    meta.put("training", "mean of " + fits + " fits, the first with " + FIT);
    Artifact.write(model, meta.toString(), start.tokens(), mean);
  }
}
