package io.gatemini.search.embedding;

/**
 * A vector in the form that {@link VectorIndex} multiplies its rows with. Immutable; made once a
 * query.
 *
 * <p>A row holds u and v in one int x = 2^16 u + (v + 2^15). The wanted u a + v b follows without
 * taking x apart: with u = x >> 16, it is u (a - 2^16 b) + x b - 2^15 b. The last term is the same
 * for all rows. Single terms overflow 32 bits, which does no harm: the arithmetic is exact modulo
 * 2^32, and the sum over all pairs, a dot product of two vectors of length 2^15, is at most about
 * 2^30 (Cauchy-Schwarz) and so comes out right.
 */
public final class QueryVector {
  private final int dims;

  /** a - 2^16 b, for the upper halves. */
  private final int[] uppers;

  /** b, for the whole ints. */
  private final int[] wholes;

  /** The sum of all 2^15 b. */
  private final int bias;

  private QueryVector(int dims, int[] uppers, int[] wholes, int bias) {
    this.dims = dims;
    this.uppers = uppers;
    this.wholes = wholes;
    this.bias = bias;
  }

  /**
   * Prepares a vector of length 1 or all zeros, as {@link StaticModel#encode} makes it.
   *
   * @param vector values beyond -1 and 1 are cut
   */
  public static QueryVector of(float[] vector) {
    int[] uppers = new int[padded(QuantizedVector.pairs(vector.length))];
    int[] wholes = new int[uppers.length];
    int bias = 0;
    for (int i = 0; i < uppers.length; i++) {
      int a = QuantizedVector.quantized(vector, 2 * i);
      int b = QuantizedVector.quantized(vector, 2 * i + 1);
      uppers[i] = a - (b << 16);
      wholes[i] = b;
      bias += b * QuantizedVector.BIAS;
    }
    return new QueryVector(vector.length, uppers, wholes, bias);
  }

  /** Length of the vector. */
  public int dims() {
    return dims;
  }

  /** The dot product with a vector of the same length. */
  public float dot(QuantizedVector vector) {
    int[] pairs = vector.pairs();
    int[] upper = uppers;
    int[] whole = wholes;
    int sum = 0;
    for (int i = 0; i < pairs.length; i++) {
      sum += (pairs[i] >> 16) * upper[i] + pairs[i] * whole[i];
    }
    return cosine(sum);
  }

  /** The similarity that the sum over all pairs of a row stands for. */
  float cosine(int sum) {
    return (sum - bias) * 0x1p-30f;
  }

  /** The factor of the upper half of a row's pair; 0 beyond the vector. */
  int upper(int pair) {
    return uppers[pair];
  }

  /** The factor of the whole of a row's pair; 0 beyond the vector. */
  int whole(int pair) {
    return wholes[pair];
  }

  /** A number of pairs that {@link VectorBlock} can go through in whole steps. */
  static int padded(int pairs) {
    return (pairs + VectorBlock.STEP - 1) / VectorBlock.STEP * VectorBlock.STEP;
  }
}
