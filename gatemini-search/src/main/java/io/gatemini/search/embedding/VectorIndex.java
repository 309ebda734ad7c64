package io.gatemini.search.embedding;

import java.util.List;

/**
 * The vectors of many texts, compared with a query one after the other. Immutable and thread-safe.
 * An index of other texts shares the {@link QuantizedVector}s of this one, so that a change costs
 * the encoding of what changed and one reference a row.
 */
public final class VectorIndex {
  private final int[][] rows;
  private final int dims;

  private VectorIndex(int[][] rows, int dims) {
    this.rows = rows;
    this.dims = dims;
  }

  /**
   * An index of these vectors, numbered as in the list.
   *
   * @throws IllegalArgumentException when they are not all of one length
   */
  public static VectorIndex of(List<QuantizedVector> vectors) {
    int dims = vectors.isEmpty() ? 0 : vectors.get(0).dims();
    int[][] rows = new int[vectors.size()][];
    for (int i = 0; i < rows.length; i++) {
      QuantizedVector vector = vectors.get(i);
      if (vector.dims() != dims) {
        throw new IllegalArgumentException(
            "vector " + i + " has " + vector.dims() + " values, those before it " + dims);
      }
      rows[i] = vector.pairs();
    }
    return new VectorIndex(rows, dims);
  }

  /** Number of rows. */
  public int size() {
    return rows.length;
  }

  /** The cosine of the query and one row; 0 when either is all zeros. */
  public float dot(int row, QueryVector query) {
    check(query);
    return query.dot(rows[row]);
  }

  /**
   * The cosines of the query and all rows.
   *
   * @param scores receives them from index 0; at least as long as the index
   */
  public void dots(QueryVector query, float[] scores) {
    check(query);
    for (int i = 0; i < rows.length; i++) {
      scores[i] = query.dot(rows[i]);
    }
  }

  private void check(QueryVector query) {
    if (rows.length > 0 && query.dims() != dims) {
      throw new IllegalArgumentException(
          "the query has " + query.dims() + " values, the index " + dims);
    }
  }
}
