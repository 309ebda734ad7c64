package io.gatemini.search.distill;

import ai.onnxruntime.OrtException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.search.embedding.StaticModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The program: {@code Distiller PACKAGES EVALUATION WORK MODEL}.
 *
 * <p>{@code PACKAGES} is what {@code fetch-packages.sh} has laid out; {@code EVALUATION} holds the
 * pools that the figures are for, of which no text is learnt; {@code WORK} keeps corpus and
 * vectors, so that a second run only fits; {@code MODEL} is the file to write.
 */
final class Distiller {
  static final System.Logger LOG = System.getLogger("io.gatemini.search.distill");

  /** The day of the recipe, not of the run: what is written does not depend on the clock. */
  private static final String CREATED = "2026-11-22";

  private static final long SEED = 42;
  private static final int TEXTS = 400_000;
  private static final int DIMENSIONS = 256;

  /** Tokens that a teacher reads of a training text, and of a text to rank. */
  private static final int LONGEST = 48;

  private static final int LONGEST_RANKED = 128;

  /** The vectors that the principal components come from. */
  private static final int SAMPLE = 30_000;

  private static final int THREADS = 2;

  /**
   * Fits that differ in the seed only end at other places of one valley; their mean is nearer to
   * its floor, and what it gives depends less on luck.
   */
  private static final int FITS = 3;

  private static final Fit.Settings FIT =
      new Fit.Settings(2, 256, 0.03f, 0.15f, 0.05f, 0.15f, SEED, THREADS);

  private final Path packages;
  private final Path evaluation;
  private final Path work;
  private final Path model;

  private Distiller(Path packages, Path evaluation, Path work, Path model) {
    this.packages = packages;
    this.evaluation = evaluation;
    this.work = work;
    this.model = model;
  }

  public static void main(String[] arguments) throws IOException, OrtException {
    if (arguments.length != 4) {
      throw new IllegalArgumentException(
          "four paths are needed: PACKAGES EVALUATION WORK MODEL; see MODEL.md");
    }
    new Distiller(
            Path.of(arguments[0]),
            Path.of(arguments[1]),
            Path.of(arguments[2]),
            Path.of(arguments[3]))
        .run();
  }

  private void run() throws IOException, OrtException {
    Files.createDirectories(work);
    List<EvaluationData.Pool> pools = EvaluationData.pools(evaluation);
    List<String> texts = corpus().stream().limit(TEXTS).map(Corpus.Row::text).toList();
    float[][] vectors;
    float[][] forward;
    List<String> vocabulary;
    try (Teacher teacher = new Teacher(LONGEST, THREADS)) {
      Path file = work.resolve("corpus.vectors");
      VectorFile.append(file, teacher, texts);
      vectors = VectorFile.read(file, texts.size());
      vocabulary = teacher.vocabulary();
      forward = teacher.encodeTokens(singles(vocabulary.size()));
    }
    Projection projection =
        Projection.of(Arrays.copyOf(vectors, Math.min(SAMPLE, vectors.length)), DIMENSIONS);
    Vocabulary chosen = Vocabulary.of(vocabulary, LONGEST - 2);
    float[][] rows =
        fit(chosen, texts, projection.apply(vectors), vocabulary, projection.apply(forward));
    Artifact.write(model, meta(texts.size()), chosen.tokens(), rows);
    StaticModel written = StaticModel.load(model);
    LOG.log(System.Logger.Level.INFO, "model {0}", Ranking.ndcg(pools, written::encode));
    LOG.log(System.Logger.Level.INFO, "teacher {0}", teacherFigures(pools));
  }

  private List<Corpus.Row> corpus() throws IOException {
    Path file = work.resolve("corpus.tsv");
    if (!Files.exists(file)) {
      Corpus.write(Corpus.build(packages, SEED, EvaluationData.normalisedTexts(evaluation)), file);
    }
    return Corpus.load(file);
  }

  private static float[][] fit(
      Vocabulary vocabulary,
      List<String> texts,
      float[][] targets,
      List<String> teacherTokens,
      float[][] forward) {
    int[][] tokens = texts.parallelStream().map(vocabulary::encode).toArray(int[][]::new);
    List<int[]> spoken = new ArrayList<>();
    List<float[]> goals = new ArrayList<>();
    for (int i = 0; i < tokens.length; i++) {
      if (tokens[i].length > 0) {
        spoken.add(tokens[i]);
        goals.add(targets[i]);
      }
    }
    int[][] learnt = spoken.toArray(int[][]::new);
    float[][] mean = new float[vocabulary.tokens().size()][DIMENSIONS];
    for (int fit = 0; fit < FITS; fit++) {
      float[][] rows = FirstRows.of(vocabulary.tokens(), teacherTokens, forward, learnt);
      Fit.run(FIT.withSeed(SEED + fit), rows, learnt, goals.toArray(float[][]::new));
      for (int row = 0; row < rows.length; row++) {
        for (int i = 0; i < DIMENSIONS; i++) {
          mean[row][i] += rows[row][i] / FITS;
        }
      }
    }
    return mean;
  }

  private Map<String, Double> teacherFigures(List<EvaluationData.Pool> pools)
      throws IOException, OrtException {
    List<String> texts = EvaluationData.texts(pools);
    Path file = work.resolve("evaluation.vectors");
    try (Teacher teacher = new Teacher(LONGEST_RANKED, THREADS)) {
      VectorFile.append(file, teacher, texts);
    }
    float[][] vectors = VectorFile.read(file, texts.size());
    Map<String, float[]> byText = new HashMap<>();
    for (int i = 0; i < vectors.length; i++) {
      byText.put(texts.get(i), vectors[i]);
    }
    return Ranking.ndcg(pools, text -> Objects.requireNonNull(byText.get(text)));
  }

  private static List<int[]> singles(int size) {
    List<int[]> singles = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      singles.add(new int[] {i});
    }
    return singles;
  }

  private static String meta(int texts) {
    ObjectNode meta = new ObjectMapper().createObjectNode();
    meta.put("name", "gatemini-static-en");
    meta.put("language", "en");
    meta.put("licence", "Apache-2.0");
    meta.put("teacher", "sentence-transformers/all-MiniLM-L6-v2, int8 ONNX");
    meta.put("teacher_licence", "Apache-2.0");
    meta.put("corpus", texts + " texts of npm, Debian and WordNet packages; see MODEL.md");
    meta.put("created", CREATED);
    meta.put("seed", SEED);
    meta.put("recipe", "mean of " + FITS + " fits, the first with " + FIT);
    return meta.toString();
  }
}
