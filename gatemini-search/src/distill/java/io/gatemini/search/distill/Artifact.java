package io.gatemini.search.distill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The model's file, format GSEM1; the library's reader says what is where in it. */
record Artifact(String meta, List<String> tokens, float[][] rows) {
  private static final byte[] MAGIC = {'G', 'S', 'E', 'M', '1', 0, 0, 0};

  /** Reads a file that {@link #write} wrote. */
  static Artifact read(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    in.position(MAGIC.length);
    float[][] rows = new float[in.getInt(MAGIC.length + Integer.BYTES)][in.getInt(MAGIC.length)];
    in.position(MAGIC.length + 2 * Integer.BYTES);
    String meta = text(in);
    List<String> tokens = text(in).lines().toList();
    float[] scales = new float[rows.length];
    for (int i = 0; i < scales.length; i++) {
      scales[i] = in.getFloat();
    }
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < rows[i].length; k++) {
        rows[i][k] = scales[i] * in.get();
      }
    }
    return new Artifact(meta, tokens, rows);
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getInt()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static void write(Path file, String meta, List<String> tokens, float[][] rows)
      throws IOException {
    int dimensions = rows[0].length;
    byte[] metaBytes = meta.getBytes(StandardCharsets.UTF_8);
    byte[] vocabulary = (String.join("\n", tokens) + "\n").getBytes(StandardCharsets.UTF_8);
    int size =
        MAGIC.length
            + 4 * Integer.BYTES
            + metaBytes.length
            + vocabulary.length
            + rows.length * (Float.BYTES + dimensions);
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    out.put(MAGIC).putInt(dimensions).putInt(rows.length);
    out.putInt(metaBytes.length).put(metaBytes);
    out.putInt(vocabulary.length).put(vocabulary);
    for (float[] row : rows) {
      out.putFloat(scale(row));
    }
    for (float[] row : rows) {
      float scale = scale(row);
      for (float value : row) {
        out.put(quantise(value, scale));
      }
    }
    Files.write(file, out.array());
  }

  private static float scale(float[] row) {
    float highest = 0;
    for (float value : row) {
      highest = Math.max(highest, Math.abs(value));
    }
    return highest / Byte.MAX_VALUE;
  }

  private static byte quantise(float value, float scale) {
    return scale == 0 ? 0 : (byte) Math.round(value / scale);
  }
}
