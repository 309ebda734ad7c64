package io.gatemini.search.distill;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Moves token rows until the sum of a text's rows points where the teacher's vector of the text
 * does, and until the texts of a batch are as alike as the teacher finds them.
 *
 * <p>The loss of a text is {@code 1 - cos} plus the divergence of the student's softmax over the
 * other texts of the batch from the teacher's; the step is Adagrad's (Duchi et al., 2011) with a
 * rate that falls linearly to zero. The result does not depend on the number of threads: each
 * thread owns rows of the batch, then rows of the table, and adds in the order of the batch.
 */
final class Fit {
  /**
   * @param likeness the weight of the divergence
   * @param temperature of both softmaxes
   * @param dropout the chance that a token is left out of one step
   */
  record Settings(
      int epochs,
      int batch,
      float rate,
      float likeness,
      float temperature,
      float dropout,
      long seed,
      int threads) {
    Settings withSeed(long other) {
      return new Settings(epochs, batch, rate, likeness, temperature, dropout, other, threads);
    }
  }

  private static final float EPSILON = 1e-8f;

  private final Settings settings;
  private final float[][] rows;
  private final float[][] squares;
  private final int[][] texts;
  private final float[][] targets;
  private final int dimensions;

  // The input of a step, one row per text of the batch.
  private final float[][] goal;
  private final float[][] student;
  private final float[] lengths;
  private final int[][] tokens;
  private final float[][] difference;
  private final float[][] gradient;
  private final float[][] goalColumns;
  private final float[][] studentColumns;
  private final double[] losses;

  private Fit(Settings settings, float[][] rows, int[][] texts, float[][] targets) {
    this.settings = settings;
    this.rows = rows;
    this.texts = texts;
    this.targets = targets;
    this.dimensions = rows[0].length;
    int batch = settings.batch();
    this.squares = new float[rows.length][dimensions];
    this.goal = new float[batch][];
    this.student = new float[batch][dimensions];
    this.lengths = new float[batch];
    this.tokens = new int[batch][];
    this.difference = new float[batch][batch];
    this.gradient = new float[batch][dimensions];
    this.goalColumns = new float[dimensions][batch];
    this.studentColumns = new float[dimensions][batch];
    this.losses = new double[batch];
  }

  /** Fits the rows in place. */
  static void run(Settings settings, float[][] rows, int[][] texts, float[][] targets) {
    new Fit(settings, rows, texts, targets).run();
  }

  private void run() {
    try (Workers workers = new Workers(settings.threads())) {
      int steps = texts.length / settings.batch();
      int[] order = new int[texts.length];
      Arrays.setAll(order, i -> i);
      for (int epoch = 0; epoch < settings.epochs(); epoch++) {
        shuffle(order, new Random(settings.seed() + epoch));
        double loss = 0;
        for (int step = 0; step < steps; step++) {
          int number = epoch * steps + step;
          float rate = settings.rate() * (1 - (float) number / (settings.epochs() * steps));
          loss += step(workers, order, step, number, rate);
        }
        Distiller.LOG.log(System.Logger.Level.INFO, "epoch {0}: loss {1}", epoch + 1, loss / steps);
      }
    }
  }

  private double step(Workers workers, int[] order, int step, int number, float rate) {
    int first = step * settings.batch();
    workers.share(settings.batch(), i -> encode(i, order[first + i], number));
    workers.share(settings.batch(), this::compare);
    workers.share(settings.batch(), this::differentiate);
    update(workers, rate);
    return Arrays.stream(losses).sum() / settings.batch();
  }

  private void encode(int i, int text, int number) {
    SplittableRandom random =
        new SplittableRandom(settings.seed() * 31 + number * (long) settings.batch() + i);
    int[] all = texts[text];
    int[] kept = new int[all.length];
    int count = 0;
    for (int token : all) {
      if (random.nextDouble() >= settings.dropout()) {
        kept[count++] = token;
      }
    }
    tokens[i] = count == 0 ? all : Arrays.copyOf(kept, count);
    goal[i] = targets[text];
    float[] sum = student[i];
    Arrays.fill(sum, 0);
    for (int token : tokens[i]) {
      Vectors.add(sum, rows[token]);
    }
    lengths[i] = Vectors.normalise(sum);
    for (int k = 0; k < dimensions; k++) {
      studentColumns[k][i] = sum[k];
      goalColumns[k][i] = goal[i][k];
    }
  }

  /** Leaves in row i how far the student's softmax is from the teacher's. */
  private void compare(int i) {
    float[] mine = softmax(student[i], studentColumns, i);
    float[] theirs = softmax(goal[i], goalColumns, i);
    double divergence = 0;
    for (int j = 0; j < mine.length; j++) {
      if (theirs[j] > 0) {
        divergence += theirs[j] * Math.log(theirs[j] / Math.max(mine[j], 1e-30f));
      }
      difference[i][j] = mine[j] - theirs[j];
    }
    losses[i] = 1 - Vectors.dot(student[i], goal[i]) + settings.likeness() * divergence;
  }

  private float[] softmax(float[] vector, float[][] columns, int self) {
    float[] out = new float[settings.batch()];
    for (int k = 0; k < dimensions; k++) {
      Vectors.addScaled(out, columns[k], vector[k]);
    }
    float highest = Float.NEGATIVE_INFINITY;
    for (int j = 0; j < out.length; j++) {
      highest = j == self ? highest : Math.max(highest, out[j]);
    }
    float sum = 0;
    for (int j = 0; j < out.length; j++) {
      out[j] = j == self ? 0 : (float) Math.exp((out[j] - highest) / settings.temperature());
      sum += out[j];
    }
    for (int j = 0; j < out.length; j++) {
      out[j] /= sum;
    }
    return out;
  }

  /** The gradient by the sum of row i, through its scaling to length one. */
  private void differentiate(int i) {
    float[] out = gradient[i];
    Arrays.fill(out, 0);
    if (lengths[i] == 0) {
      return;
    }
    float weight = settings.likeness() / settings.temperature();
    for (int j = 0; j < settings.batch(); j++) {
      Vectors.addScaled(out, student[j], weight * (difference[i][j] + difference[j][i]));
    }
    Vectors.addScaled(out, goal[i], -1);
    Vectors.addScaled(out, student[i], -Vectors.dot(out, student[i]));
    for (int k = 0; k < dimensions; k++) {
      out[k] /= lengths[i];
    }
  }

  private void update(Workers workers, float rate) {
    int[][] uses = uses();
    int threads = settings.threads();
    workers.each(
        thread -> {
          float[] sum = new float[dimensions];
          int from = 0;
          while (from < uses.length) {
            int token = uses[from][0];
            int to = from;
            while (to < uses.length && uses[to][0] == token) {
              to++;
            }
            if (token % threads == thread) {
              Arrays.fill(sum, 0);
              for (int use = from; use < to; use++) {
                Vectors.add(sum, gradient[uses[use][1]]);
              }
              descend(rows[token], squares[token], sum, rate);
            }
            from = to;
          }
        });
  }

  /** Every token of the batch with the text that it is in, sorted by token. */
  private int[][] uses() {
    List<int[]> uses = new ArrayList<>();
    for (int i = 0; i < settings.batch(); i++) {
      for (int token : tokens[i]) {
        uses.add(new int[] {token, i});
      }
    }
    uses.sort((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : Integer.compare(a[1], b[1]));
    return uses.toArray(new int[0][]);
  }

  private static void descend(float[] row, float[] squares, float[] gradient, float rate) {
    for (int k = 0; k < row.length; k++) {
      squares[k] += gradient[k] * gradient[k];
      row[k] -= rate * gradient[k] / ((float) Math.sqrt(squares[k]) + EPSILON);
    }
  }

  static void shuffle(int[] order, Random random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
  }
}
