package io.gatemini.search.embedding;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The rows of an embedding matrix. Immutable; the arrays it was made of must not change. */
interface RowTable {
  /** Longest vector: with it, a dot product of two quantised unit vectors fits 32 bits. */
  int MAX_DIMS = 4096;

  /** Largest value or factor that a model may have: sums of any text's pieces stay finite. */
  float MAX_VALUE = 1e6f;

  static boolean isValue(float value) {
    return Math.abs(value) <= MAX_VALUE;
  }

  int rows();

  int dims();

  /** Adds {@code scale} times a row to a vector. */
  void add(int row, float scale, float[] into);

  /** Bytes of heap that the matrix takes. */
  long bytes();

  /** A matrix that stays at one byte a value in memory. */
  static RowTable ofBytes(byte[] values, int dims) {
    return ofBytes(new byte[][] {values}, values.length / dims, dims);
  }

  /**
   * The same in parts, which can be read one by one.
   *
   * @param partRows rows of each part but the last one
   */
  static RowTable ofBytes(byte[][] parts, int partRows, int dims) {
    int bytes = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    return new RowTable() {
      @Override
      public int rows() {
        return bytes / dims;
      }

      @Override
      public int dims() {
        return dims;
      }

      @Override
      public void add(int row, float scale, float[] into) {
        byte[] values = parts[row / partRows];
        int offset = row % partRows * dims;
        for (int i = 0; i < dims; i++) {
          into[i] += scale * values[offset + i];
        }
      }

      @Override
      public long bytes() {
        return bytes;
      }
    };
  }

  /** The same in a buffer outside the heap, of which rows that are asked for get into memory. */
  static RowTable ofBuffer(ByteBuffer values, int dims) {
    return new RowTable() {
      @Override
      public int rows() {
        return values.limit() / dims;
      }

      @Override
      public int dims() {
        return dims;
      }

      @Override
      public void add(int row, float scale, float[] into) {
        byte[] copy = new byte[dims];
        values.get(row * dims, copy);
        for (int i = 0; i < dims; i++) {
          into[i] += scale * copy[i];
        }
      }

      @Override
      public long bytes() {
        return 0;
      }
    };
  }

  /** A matrix of four bytes a value. */
  static RowTable ofFloats(float[] values, int dims) {
    return new RowTable() {
      @Override
      public int rows() {
        return values.length / dims;
      }

      @Override
      public int dims() {
        return dims;
      }

      @Override
      public void add(int row, float scale, float[] into) {
        int offset = row * dims;
        for (int i = 0; i < dims; i++) {
          into[i] += scale * values[offset + i];
        }
      }

      @Override
      public long bytes() {
        return 4L * values.length;
      }
    };
  }
}
