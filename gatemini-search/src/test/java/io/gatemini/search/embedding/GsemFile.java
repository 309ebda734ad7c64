package io.gatemini.search.embedding;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes small models in the format of this library. */
record GsemFile(int dims, String metadata, List<String> tokens, List<Row> rows) {
  record Row(float scale, List<Integer> values) {
    static Row of(float scale, Integer... values) {
      return new Row(scale, List.of(values));
    }
  }

  byte[] bytes() {
    byte[] meta = metadata.getBytes(StandardCharsets.UTF_8);
    byte[] vocabulary =
        tokens.stream()
            .map(token -> token + "\n")
            .reduce("", String::concat)
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(24 + meta.length + vocabulary.length + rows.size() * (4 + dims))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put("GSEM1\0\0\0".getBytes(StandardCharsets.US_ASCII)).putInt(dims).putInt(rows.size());
    out.putInt(meta.length).put(meta).putInt(vocabulary.length).put(vocabulary);
    rows.forEach(row -> out.putFloat(row.scale()));
    rows.forEach(
        row -> {
          for (Integer value : row.values()) {
            out.put((byte) value.intValue());
          }
        });
    return out.array();
  }

  StaticModel model() {
    return read(bytes());
  }

  static StaticModel read(byte[] file) {
    try {
      return StaticModel.read(new ByteArrayInputStream(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
