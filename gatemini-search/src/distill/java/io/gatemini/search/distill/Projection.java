package io.gatemini.search.distill;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Principal components of a set of vectors: subtracts their mean, turns into the directions of
 * largest variance, and scales to length one.
 */
final class Projection {
  private static final int SWEEPS = 30;
  private static final double CONVERGED = 1e-18;

  private final float[] mean;

  /** One direction a row, the largest variance first. */
  private final float[][] directions;

  private final double explained;

  private Projection(float[] mean, float[][] directions, double explained) {
    this.mean = mean;
    this.directions = directions;
    this.explained = explained;
  }

  static Projection of(float[][] vectors, int dimensions) {
    int width = vectors[0].length;
    double[] sum = new double[width];
    for (float[] vector : vectors) {
      for (int i = 0; i < width; i++) {
        sum[i] += vector[i];
      }
    }
    float[] mean = new float[width];
    for (int i = 0; i < width; i++) {
      mean[i] = (float) (sum[i] / vectors.length);
    }
    double[][] matrix = covariance(vectors, mean);
    double[][] rows = diagonalise(matrix);
    Integer[] order =
        IntStream.range(0, width)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -matrix[i][i]))
            .toArray(Integer[]::new);
    float[][] directions = new float[dimensions][width];
    double kept = 0;
    double all = 0;
    for (int i = 0; i < width; i++) {
      double variance = matrix[order[i]][order[i]];
      all += variance;
      if (i < dimensions) {
        kept += variance;
        for (int j = 0; j < width; j++) {
          directions[i][j] = (float) rows[order[i]][j];
        }
      }
    }
    return new Projection(mean, directions, kept / all);
  }

  /** The share of the variance that the directions keep. */
  double explained() {
    return explained;
  }

  float[] apply(float[] vector) {
    float[] centred = vector.clone();
    Vectors.addScaled(centred, mean, -1);
    float[] projected = new float[directions.length];
    for (int i = 0; i < projected.length; i++) {
      projected[i] = Vectors.dot(directions[i], centred);
    }
    Vectors.normalise(projected);
    return projected;
  }

  float[][] apply(float[][] vectors) {
    return Arrays.stream(vectors).parallel().map(this::apply).toArray(float[][]::new);
  }

  private static double[][] covariance(float[][] vectors, float[] mean) {
    int width = mean.length;
    double[][] matrix = new double[width][width];
    double[] centred = new double[width];
    for (float[] vector : vectors) {
      for (int i = 0; i < width; i++) {
        centred[i] = vector[i] - mean[i];
      }
      for (int i = 0; i < width; i++) {
        double factor = centred[i];
        double[] row = matrix[i];
        for (int j = 0; j < width; j++) {
          row[j] += factor * centred[j];
        }
      }
    }
    for (double[] row : matrix) {
      for (int j = 0; j < width; j++) {
        row[j] /= vectors.length;
      }
    }
    return matrix;
  }

  /**
   * Jacobi's method (Golub and Van Loan, Matrix Computations, 8.5): leaves the eigenvalues on the
   * diagonal and answers the eigenvectors as rows.
   */
  private static double[][] diagonalise(double[][] matrix) {
    int n = matrix.length;
    double[][] vectors = new double[n][n];
    for (int i = 0; i < n; i++) {
      vectors[i][i] = 1;
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double off = 0;
      for (int p = 0; p < n; p++) {
        for (int q = p + 1; q < n; q++) {
          off += matrix[p][q] * matrix[p][q];
          rotate(matrix, vectors, p, q);
        }
      }
      if (off < CONVERGED) {
        break;
      }
    }
    return vectors;
  }

  private static void rotate(double[][] matrix, double[][] vectors, int p, int q) {
    double offDiagonal = matrix[p][q];
    if (offDiagonal == 0) {
      return;
    }
    double theta = (matrix[q][q] - matrix[p][p]) / (2 * offDiagonal);
    double tangent = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double cosine = 1 / Math.sqrt(tangent * tangent + 1);
    double sine = tangent * cosine;
    turn(matrix[p], matrix[q], cosine, sine);
    for (double[] row : matrix) {
      double atP = row[p];
      double atQ = row[q];
      row[p] = cosine * atP - sine * atQ;
      row[q] = sine * atP + cosine * atQ;
    }
    turn(vectors[p], vectors[q], cosine, sine);
  }

  private static void turn(double[] a, double[] b, double cosine, double sine) {
    for (int i = 0; i < a.length; i++) {
      double x = a[i];
      double y = b[i];
      a[i] = cosine * x - sine * y;
      b[i] = sine * x + cosine * y;
    }
  }
}
