package io.gatemini.search.distill;

import ai.onnxruntime.OrtException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Vectors of a teacher in a file that grows: a run that was stopped goes on where it was. */
final class VectorFile {
  private static final int ROW_BYTES = 4 * Teacher.DIMENSIONS;
  private static final int CHUNK = 2_048;

  private VectorFile() {}

  /** Encodes the texts that the file does not hold yet. */
  static void append(Path file, Teacher teacher, List<String> texts)
      throws IOException, OrtException {
    int done = count(file);
    long started = System.nanoTime();
    int begun = done;
    while (done < texts.size()) {
      List<String> chunk = texts.subList(done, Math.min(texts.size(), done + CHUNK));
      ByteBuffer bytes = ByteBuffer.allocate(chunk.size() * ROW_BYTES);
      for (float[] vector : teacher.encode(chunk)) {
        bytes.asFloatBuffer().put(vector);
        bytes.position(bytes.position() + ROW_BYTES);
      }
      try (OutputStream out =
          Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        out.write(bytes.array());
      }
      done += chunk.size();
      Distiller.LOG.log(
          System.Logger.Level.INFO,
          "{0}: {1} of {2} texts, {3} a second",
          file.getFileName(),
          done,
          texts.size(),
          (done - begun) * 1_000_000_000L / (System.nanoTime() - started));
    }
  }

  /** At most the first {@code limit} vectors. */
  static float[][] read(Path file, int limit) throws IOException {
    float[][] rows = new float[Math.min(limit, count(file))][Teacher.DIMENSIONS];
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 20))) {
      byte[] bytes = new byte[ROW_BYTES];
      for (float[] row : rows) {
        in.readFully(bytes);
        ByteBuffer.wrap(bytes).asFloatBuffer().get(row);
      }
    }
    return rows;
  }

  private static int count(Path file) throws IOException {
    return Files.exists(file) ? (int) (Files.size(file) / ROW_BYTES) : 0;
  }
}
