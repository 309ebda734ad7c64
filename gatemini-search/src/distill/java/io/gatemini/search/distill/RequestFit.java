package io.gatemini.search.distill;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Moves token rows until a request is nearer to its tool than to other tools.
 *
 * <p>A tool's vector lies between those of its two texts, as in the search. The loss of a request
 * is the cross entropy of a softmax over cosines divided by the temperature: its own tool against
 * those of the batch's other requests, some of each such tool's server, and some at random. The
 * step is Adam's (Kingma and Ba, 2015) on the rows that the batch touches, with a rate that falls
 * linearly to zero and a pull towards the rows to begin with. The result does not depend on the
 * number of threads.
 */
final class RequestFit {
  /**
   * @param pull what is added to a row's gradient, times its way from where it began
   * @param dropout the chance that a token is left out of a text for one step
   * @param siblings the most tools of a server, for each tool of a batch
   * @param others tools at random
   */
  record Settings(
      double epochs,
      int batch,
      float rate,
      float temperature,
      float pull,
      float dropout,
      int siblings,
      int others,
      long seed) {
    Settings withSeed(long other) {
      return new Settings(epochs, batch, rate, temperature, pull, dropout, siblings, others, other);
    }
  }

  /** A tool as the rows of its two texts; tools of one server have one number. */
  record Tool(int server, int[] whole, int[] first) {}

  /** A request and the index of its tool. */
  record Pair(int[] request, int tool) {}

  private static final float FIRST_DECAY = 0.9f;
  private static final float SECOND_DECAY = 0.99f;
  private static final float EPSILON = 1e-8f;
  private static final float SHORTEST = 1e-12f;

  private final Settings settings;
  private final float[][] rows;
  private final float[][] begun;
  private final float[][] means;
  private final float[][] squares;
  private final List<Tool> tools;
  private final List<Pair> pairs;
  private final int[][] siblings;
  private final int dimensions;
  private final SplittableRandom random;
  private final Workers workers;
  private int steps;

  private RequestFit(
      Settings settings, float[][] rows, List<Tool> tools, List<Pair> pairs, Workers workers) {
    this.settings = settings;
    this.rows = rows;
    this.begun = Arrays.stream(rows).map(float[]::clone).toArray(float[][]::new);
    this.dimensions = rows[0].length;
    this.means = new float[rows.length][dimensions];
    this.squares = new float[rows.length][dimensions];
    this.tools = tools;
    this.pairs = pairs;
    this.random = new SplittableRandom(settings.seed());
    this.workers = workers;
    int servers = tools.stream().mapToInt(Tool::server).max().orElse(0) + 1;
    this.siblings = new int[servers][];
    for (int server = 0; server < servers; server++) {
      int mine = server;
      siblings[server] =
          IntStream.range(0, tools.size()).filter(i -> tools.get(i).server() == mine).toArray();
    }
  }

  /** Fits the rows in place and answers the mean loss of the last epoch. */
  static double run(
      Settings settings, float[][] rows, List<Tool> tools, List<Pair> pairs, int threads) {
    try (Workers workers = new Workers(threads)) {
      return new RequestFit(settings, rows, tools, pairs, workers).run();
    }
  }

  private double run() {
    int batch = Math.min(settings.batch(), pairs.size());
    int[] order = IntStream.range(0, pairs.size()).toArray();
    int all = Math.max(1, (int) (settings.epochs() * pairs.size() / batch));
    int perEpoch = pairs.size() / batch;
    double loss = 0;
    for (int step = 0; step < all; step++) {
      int place = step % perEpoch;
      if (place == 0) {
        loss = 0;
        Fit.shuffle(order, new Random(random.nextLong()));
      }
      int[] chosen = Arrays.copyOfRange(order, place * batch, (place + 1) * batch);
      loss += step(chosen, settings.rate() * (1 - (float) step / all));
      if (place == perEpoch - 1) {
        Distiller.LOG.log(
            System.Logger.Level.INFO,
            "epoch {0}: loss {1}",
            (step + 1) / perEpoch,
            loss / perEpoch);
      }
    }
    return loss / ((all - 1) % perEpoch + 1);
  }

  private double step(int[] chosen, float rate) {
    int[] candidates = candidates(chosen);
    int count = candidates.length;
    int[] own =
        Arrays.stream(chosen)
            .map(pair -> Arrays.binarySearch(candidates, pairs.get(pair).tool()))
            .toArray();
    // The texts of a step: the tools' whole ones, their first sentences, the requests.
    int[][] texts = new int[2 * count + chosen.length][];
    for (int i = 0; i < count; i++) {
      texts[i] = kept(tools.get(candidates[i]).whole());
      texts[count + i] = kept(tools.get(candidates[i]).first());
    }
    for (int i = 0; i < chosen.length; i++) {
      texts[2 * count + i] = kept(pairs.get(chosen[i]).request());
    }
    float[][] vectors = new float[texts.length][dimensions];
    float[] lengths = new float[texts.length];
    workers.share(texts.length, i -> lengths[i] = encode(texts[i], vectors[i]));
    float[][] requests = Arrays.copyOfRange(vectors, 2 * count, texts.length);

    float[][] between = new float[count][dimensions];
    float[] betweenLengths = new float[count];
    float[][] columns = new float[dimensions][count];
    workers.share(
        count,
        i -> {
          Vectors.add(between[i], vectors[i]);
          Vectors.add(between[i], vectors[count + i]);
          betweenLengths[i] = Vectors.normalise(between[i]);
          for (int k = 0; k < dimensions; k++) {
            columns[k][i] = between[i][k];
          }
        });

    // By request and tool: how far the softmax is from naming the right one, as a gradient.
    float[][] errors = new float[chosen.length][];
    double[] losses = new double[chosen.length];
    float[][] gradients = new float[texts.length][];
    workers.share(
        chosen.length,
        i -> {
          errors[i] = softmax(requests[i], columns);
          losses[i] = -Math.log(Math.max(errors[i][own[i]], 1e-9));
          errors[i][own[i]] -= 1;
          float scale = 1 / (settings.temperature() * chosen.length);
          float[] gradient = new float[dimensions];
          for (int j = 0; j < count; j++) {
            errors[i][j] *= scale;
            Vectors.addScaled(gradient, between[j], errors[i][j]);
          }
          gradients[2 * count + i] = throughUnit(gradient, requests[i], lengths[2 * count + i]);
        });
    workers.share(
        count,
        j -> {
          float[] gradient = new float[dimensions];
          for (int i = 0; i < chosen.length; i++) {
            Vectors.addScaled(gradient, requests[i], errors[i][j]);
          }
          throughUnit(gradient, between[j], betweenLengths[j]);
          gradients[j] = throughUnit(gradient.clone(), vectors[j], lengths[j]);
          gradients[count + j] = throughUnit(gradient, vectors[count + j], lengths[count + j]);
        });
    steps++;
    workers.each(thread -> update(thread, texts, gradients, rate));
    return Arrays.stream(losses).sum() / chosen.length;
  }

  /** The right tools, some of their servers, and others; sorted. */
  private int[] candidates(int[] chosen) {
    boolean[] taken = new boolean[tools.size()];
    for (int tool : Arrays.stream(chosen).map(i -> pairs.get(i).tool()).distinct().toArray()) {
      taken[tool] = true;
      take(siblings[tools.get(tool).server()], settings.siblings(), taken);
    }
    take(IntStream.range(0, taken.length).toArray(), settings.others(), taken);
    return IntStream.range(0, taken.length).filter(i -> taken[i]).toArray();
  }

  /** Takes so many of them by chance; leaves them in another order. */
  private void take(int[] from, int count, boolean[] taken) {
    for (int i = 0; i < Math.min(count, from.length); i++) {
      int j = i + random.nextInt(from.length - i);
      int swap = from[i];
      from[i] = from[j];
      from[j] = swap;
      taken[from[i]] = true;
    }
  }

  /**
   * A text without the tokens that are left out now; each token goes or stays as often as it is.
   */
  private int[] kept(int[] sorted) {
    int[] kept = new int[sorted.length];
    int count = 0;
    boolean keeps = true;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        keeps = random.nextDouble() >= settings.dropout();
      }
      if (keeps) {
        kept[count++] = sorted[i];
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private float encode(int[] text, float[] vector) {
    for (int token : text) {
      Vectors.add(vector, rows[token]);
    }
    return Vectors.normalise(vector);
  }

  private float[] softmax(float[] vector, float[][] columns) {
    float[] out = new float[columns[0].length];
    for (int k = 0; k < dimensions; k++) {
      Vectors.addScaled(out, columns[k], vector[k]);
    }
    float highest = Float.NEGATIVE_INFINITY;
    for (float cosine : out) {
      highest = Math.max(highest, cosine);
    }
    float sum = 0;
    for (int j = 0; j < out.length; j++) {
      out[j] = (float) Math.exp((out[j] - highest) / settings.temperature());
      sum += out[j];
    }
    for (int j = 0; j < out.length; j++) {
      out[j] /= sum;
    }
    return out;
  }

  /** The gradient by a vector, from that by the vector scaled to length one; in place. */
  private static float[] throughUnit(float[] gradient, float[] unit, float length) {
    Vectors.addScaled(gradient, unit, -Vectors.dot(gradient, unit));
    for (int k = 0; k < gradient.length; k++) {
      gradient[k] /= Math.max(length, SHORTEST);
    }
    return gradient;
  }

  /** Moves the rows of one thread, in the order of the texts. */
  private void update(int thread, int[][] texts, float[][] gradients, float rate) {
    float[][] sums = new float[rows.length][];
    for (int i = 0; i < texts.length; i++) {
      for (int token : texts[i]) {
        if (token % workers.threads() == thread) {
          if (sums[token] == null) {
            sums[token] = new float[dimensions];
          }
          Vectors.add(sums[token], gradients[i]);
        }
      }
    }
    float first = (float) (1 - Math.pow(FIRST_DECAY, steps));
    float second = (float) (1 - Math.pow(SECOND_DECAY, steps));
    for (int token = thread; token < sums.length; token += workers.threads()) {
      float[] gradient = sums[token];
      if (gradient != null) {
        Vectors.addScaled(gradient, rows[token], settings.pull());
        Vectors.addScaled(gradient, begun[token], -settings.pull());
        descend(token, gradient, rate / first, second);
      }
    }
  }

  private void descend(int token, float[] gradient, float rate, float second) {
    float[] row = rows[token];
    float[] mean = means[token];
    float[] square = squares[token];
    for (int k = 0; k < dimensions; k++) {
      mean[k] = FIRST_DECAY * mean[k] + (1 - FIRST_DECAY) * gradient[k];
      square[k] = SECOND_DECAY * square[k] + (1 - SECOND_DECAY) * gradient[k] * gradient[k];
      row[k] -= rate * mean[k] / ((float) Math.sqrt(square[k] / second) + EPSILON);
    }
  }
}
