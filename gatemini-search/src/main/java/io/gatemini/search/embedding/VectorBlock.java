package io.gatemini.search.embedding;

import java.util.Arrays;

/**
 * Up to 512 rows of a {@link VectorIndex}, column by column: a column holds the same pair of values
 * of all rows. So the sums of many rows grow side by side in one plain loop, which the JIT compiler
 * turns into vector instructions. Row by row it would have to add up the lanes of each row's sum,
 * which takes longer than the multiplications. Not to be modified once it is part of an index.
 */
final class VectorBlock {
  static final int ROWS = 512;

  static final VectorBlock EMPTY = new VectorBlock(new int[0][], 0, 0);

  /** Columns that are read at once, so that a sum is loaded and stored once for all of them. */
  static final int STEP = 4;

  private final int[][] columns;
  private final int pairs;
  private final int rows;

  private VectorBlock(int[][] columns, int pairs, int rows) {
    this.columns = columns;
    this.pairs = pairs;
    this.rows = rows;
  }

  int rows() {
    return rows;
  }

  /** A block of its own with the rows of this one, as many as fit, and zeros below them. */
  VectorBlock copy(int newRows, int dims) {
    int newPairs = QuantizedVector.pairs(dims);
    int[][] copies = new int[QueryVector.padded(newPairs)][];
    for (int i = 0; i < newPairs; i++) {
      int[] copy = i < pairs ? Arrays.copyOf(columns[i], newRows) : new int[newRows];
      Arrays.fill(copy, Math.min(rows, newRows), newRows, QuantizedVector.ZEROS);
      copies[i] = copy;
    }
    // The padding of the last step is multiplied with zero.
    Arrays.fill(copies, newPairs, copies.length, newPairs == 0 ? new int[newRows] : copies[0]);
    return new VectorBlock(copies, newPairs, newRows);
  }

  void set(int row, QuantizedVector vector) {
    for (int i = 0; i < pairs; i++) {
      columns[i][row] = vector.pairs()[i];
    }
  }

  QuantizedVector vector(int row, int dims) {
    int[][] read = columns;
    int[] vector = new int[pairs];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = read[i][row];
    }
    return new QuantizedVector(vector, dims);
  }

  /** The {@linkplain QueryVector#cosine not yet scaled} dot products of all rows. */
  void sums(QueryVector query, int[] sums) {
    Arrays.fill(sums, 0, rows, 0);
    for (int i = 0; i < columns.length; i += STEP) {
      add(query, i, sums);
    }
  }

  /** All values in local variables: only then the loop is known to be simple. */
  private void add(QueryVector query, int i, int[] sums) {
    int[] c0 = columns[i];
    int[] c1 = columns[i + 1];
    int[] c2 = columns[i + 2];
    int[] c3 = columns[i + 3];
    int u0 = query.upper(i);
    int u1 = query.upper(i + 1);
    int u2 = query.upper(i + 2);
    int u3 = query.upper(i + 3);
    int w0 = query.whole(i);
    int w1 = query.whole(i + 1);
    int w2 = query.whole(i + 2);
    int w3 = query.whole(i + 3);
    int end = rows;
    for (int row = 0; row < end; row++) {
      sums[row] +=
          (c0[row] >> 16) * u0
              + c0[row] * w0
              + (c1[row] >> 16) * u1
              + c1[row] * w1
              + (c2[row] >> 16) * u2
              + c2[row] * w2
              + (c3[row] >> 16) * u3
              + c3[row] * w3;
    }
  }
}
