package io.gatemini.search.embedding;

/**
 * A vector of at most unit length at 16 bits a value, two values in an int: 512 bytes for 256
 * values. Immutable.
 *
 * <p>Values are rounded to multiples of 2^-15, an error in the dot product of two unit vectors of
 * at most 2^-15 times the square root of their length (0.0005 at 256), and of 0.00001 as a rule.
 */
public final class QuantizedVector {
  static final int SCALE = 1 << 15;

  /** The lower half of an int holds its value plus this, so that it is never negative. */
  static final int BIAS = 1 << 15;

  /** Two values of 0. */
  static final int ZEROS = BIAS;

  private final int[] pairs;
  private final int dims;

  /** Takes the array over. */
  QuantizedVector(int[] pairs, int dims) {
    this.pairs = pairs;
    this.dims = dims;
  }

  /**
   * Quantises a vector.
   *
   * @param vector of length 1 or all zeros, as {@link StaticModel#encode} makes it; values beyond
   *     -1 and 1 are cut
   */
  public static QuantizedVector of(float[] vector) {
    int[] pairs = new int[pairs(vector.length)];
    for (int i = 0; i < pairs.length; i++) {
      int upper = quantized(vector, 2 * i);
      int lower = quantized(vector, 2 * i + 1);
      pairs[i] = (upper << 16) | (lower + BIAS);
    }
    return new QuantizedVector(pairs, vector.length);
  }

  /** Length of the vector. */
  public int dims() {
    return dims;
  }

  /** How many pairs hold so many values. */
  static int pairs(int dims) {
    return (dims + 1) / 2;
  }

  int[] pairs() {
    return pairs;
  }

  static int quantized(float[] vector, int i) {
    int value = i < vector.length ? Math.round(vector[i] * SCALE) : 0;
    return Math.max(-SCALE, Math.min(SCALE - 1, value));
  }
}
