package io.gatemini.search.embedding;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The vectors of many texts, compared with a query all at once. Immutable and thread-safe; two
 * bytes a value. An index made from another one shares what has not changed with it.
 */
public final class VectorIndex {
  private final VectorBlock[] blocks;
  private final int size;
  private final int dims;

  private VectorIndex(VectorBlock[] blocks, int size, int dims) {
    this.blocks = blocks;
    this.size = size;
    this.dims = dims;
  }

  /** An index without rows, to which vectors of a length can be added. */
  public static VectorIndex empty(int dims) {
    return new VectorIndex(new VectorBlock[0], 0, dims);
  }

  /**
   * An index of these vectors, numbered as in the list.
   *
   * @throws IllegalArgumentException when they are not all of one length
   */
  public static VectorIndex of(List<QuantizedVector> vectors) {
    int dims = vectors.isEmpty() ? 0 : vectors.get(0).dims();
    return empty(dims)
        .with(vectors.size(), IntStream.range(0, vectors.size()).toArray(), vectors::get);
  }

  /**
   * This index with other vectors in some rows. Costs a copy of the rows around them, 512 at a
   * time, and one reference for each 512 others.
   *
   * @param rows how many rows the new index has; new ones that are not named are all zeros
   * @param changed numbers of rows
   * @param vectors asked for the vector of each of them, which is not kept
   * @throws IllegalArgumentException when not all vectors are of one length
   */
  public VectorIndex with(int rows, int[] changed, IntFunction<QuantizedVector> vectors) {
    VectorBlock[] next = new VectorBlock[(rows + VectorBlock.ROWS - 1) / VectorBlock.ROWS];
    for (int i = 0; i < next.length; i++) {
      int ofBlock = Math.min(VectorBlock.ROWS, rows - i * VectorBlock.ROWS);
      VectorBlock known = i < blocks.length ? blocks[i] : VectorBlock.EMPTY;
      next[i] = known.rows() == ofBlock ? known : known.copy(ofBlock, dims);
    }
    for (int row : changed) {
      int number = row / VectorBlock.ROWS;
      if (number < blocks.length && next[number] == blocks[number]) {
        next[number] = blocks[number].copy(blocks[number].rows(), dims);
      }
      QuantizedVector vector = vectors.apply(row);
      if (vector.dims() != dims) {
        throw new IllegalArgumentException(
            "vector " + row + " has " + vector.dims() + " values, others have " + dims);
      }
      next[number].set(row % VectorBlock.ROWS, vector);
    }
    return new VectorIndex(next, rows, dims);
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** The vector in a row; worth keeping where it is compared with several queries. */
  public QuantizedVector vector(int row) {
    return blocks[row / VectorBlock.ROWS].vector(row % VectorBlock.ROWS, dims);
  }

  /** The cosine of the query and one row; 0 when either is all zeros. */
  public float dot(int row, QueryVector query) {
    check(query);
    return query.dot(vector(row));
  }

  /**
   * The cosines of the query and all rows.
   *
   * @param scores receives them from index 0; at least as long as the index
   */
  public void dots(QueryVector query, float[] scores) {
    check(query);
    int[] sums = new int[Math.min(size, VectorBlock.ROWS)];
    int row = 0;
    for (VectorBlock block : blocks) {
      block.sums(query, sums);
      for (int i = 0; i < block.rows(); i++) {
        scores[row++] = query.cosine(sums[i]);
      }
    }
  }

  private void check(QueryVector query) {
    if (size > 0 && query.dims() != dims) {
      throw new IllegalArgumentException(
          "the query has " + query.dims() + " values, the index " + dims);
    }
  }
}
