package io.gatemini.search.distill;

/** Arithmetic of float vectors. */
final class Vectors {
  private Vectors() {}

  static void add(float[] to, float[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  static void addScaled(float[] to, float[] from, float factor) {
    for (int i = 0; i < to.length; i++) {
      to[i] += factor * from[i];
    }
  }

  static float dot(float[] a, float[] b) {
    // Four sums at once: C2 keeps the order of one float sum and so does not overlap its additions.
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int i = 0;
    for (; i + 3 < a.length; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      s0 += a[i] * b[i];
    }
    return s0 + s1 + s2 + s3;
  }

  /** Scales to length one and answers the length it had; a zero vector stays. */
  static float normalise(float[] vector) {
    float length = (float) Math.sqrt(dot(vector, vector));
    if (length > 0) {
      for (int i = 0; i < vector.length; i++) {
        vector[i] /= length;
      }
    }
    return length;
  }
}
