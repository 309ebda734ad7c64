package io.gatemini.search.embedding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.search.embedding.StaticModel.TokenRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the model format of this library, GSEM1. Everything is little endian: 8 bytes {@code
 * GSEM1\0\0\0}; int32 dims; int32 rows; int32 and so many bytes of a JSON object; int32 and so many
 * bytes of vocabulary, one token a line, each ended by a line feed, in the order of the rows; a
 * float32 scale for each row; the rows, int8, one after the other. A value is scale times int8.
 *
 * <p>A length that lies costs an exception, not memory: hardly more is allocated than there are
 * bytes.
 */
record GsemReader(InputStream in) {
  static final byte[] MAGIC = {'G', 'S', 'E', 'M', '1', 0, 0, 0};

  /**
   * Rows are read in parts of this many bytes: a whole matrix would come in pieces that are copied
   * together, and leave as much garbage as it has.
   */
  private static final int PART = 1 << 16;

  private static final int NO_LIMIT = Integer.MAX_VALUE;

  StaticModel read() throws IOException {
    ByteBuffer head = bytes("header", MAGIC.length + 8);
    if (!head.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
      throw damaged("it does not start with GSEM1; give a file of this format");
    }
    int dims = head.getInt(MAGIC.length);
    int count = head.getInt(MAGIC.length + 4);
    if (dims < 1 || dims > RowTable.MAX_DIMS) {
      throw damaged("dims is " + dims + ", not 1 to " + RowTable.MAX_DIMS);
    }
    if (count < 1 || (long) count * dims > Integer.MAX_VALUE - 8) {
      throw damaged("rows is " + count + ", not 1 to " + (Integer.MAX_VALUE - 8) / dims);
    }
    RawJson metadata = metadata(block("metadata"));
    WordPiece wordPiece = wordPiece(tokens(block("vocabulary"), count));
    float[] scales = scales(count);
    RowTable table =
        in instanceof StoredResource mapped ? mapped(mapped, count, dims) : rows(count, dims);
    if (in.read() >= 0) {
      throw damaged("there are bytes after the last row");
    }
    int[] rowOf = new int[count];
    Arrays.setAll(rowOf, i -> i);
    return new StaticModel(
        metadata.tree().path("name").asText("unnamed"),
        metadata,
        wordPiece,
        table,
        new TokenRows(rowOf, scales),
        NO_LIMIT,
        true);
  }

  private static RawJson metadata(ByteBuffer json) {
    try {
      JsonNode tree = JsonValues.parse(decode("metadata", json));
      if (tree.isObject()) {
        return RawJson.of(tree);
      }
    } catch (JsonProcessingException e) {
      throw new ModelFormatException("the embedding model is damaged: its metadata is no JSON", e);
    }
    throw damaged("its metadata is no JSON object");
  }

  private static List<String> tokens(ByteBuffer vocabulary, int rows) {
    String text = decode("vocabulary", vocabulary);
    List<String> tokens = new ArrayList<>();
    int start = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      tokens.add(text.substring(start, end));
      start = end + 1;
    }
    if (start != text.length()) {
      throw damaged("the last line of its vocabulary does not end");
    }
    if (tokens.size() != rows) {
      throw damaged("it has " + tokens.size() + " tokens for " + rows + " rows");
    }
    return tokens;
  }

  private static WordPiece wordPiece(List<String> tokens) {
    try {
      return WordPiece.of(tokens);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(
          "the embedding model is damaged: in its vocabulary " + e.getMessage(), e);
    }
  }

  private float[] scales(int count) throws IOException {
    if (count > Integer.MAX_VALUE / Float.BYTES) {
      throw damaged("rows is " + count + ", which is more than a file can hold");
    }
    float[] scales = new float[count];
    bytes("row scales", count * Float.BYTES).asFloatBuffer().get(scales);
    for (float scale : scales) {
      if (!RowTable.isValue(scale)) {
        throw damaged("a row scale is " + scale);
      }
    }
    return scales;
  }

  private static RowTable mapped(StoredResource mapped, int count, int dims) {
    ByteBuffer rows = mapped.next(count * dims);
    if (rows.limit() < count * dims) {
      throw cut("rows", count * dims, rows.limit());
    }
    return RowTable.ofBuffer(rows, dims);
  }

  private RowTable rows(int count, int dims) throws IOException {
    int partRows = Math.max(1, PART / dims);
    byte[][] parts = new byte[(count + partRows - 1) / partRows][];
    for (int i = 0; i < parts.length; i++) {
      int before = i * partRows;
      parts[i] = new byte[Math.min(partRows, count - before) * dims];
      int read = in.readNBytes(parts[i], 0, parts[i].length);
      if (read < parts[i].length) {
        throw cut("rows", count * dims, before * dims + read);
      }
    }
    return RowTable.ofBytes(parts, partRows, dims);
  }

  private ByteBuffer block(String part) throws IOException {
    int length = bytes("length of the " + part, Integer.BYTES).getInt(0);
    if (length < 0) {
      throw damaged("the length of its " + part + " is " + length);
    }
    return bytes(part, length);
  }

  /** Reads piece by piece and so never allocates for bytes that do not come. */
  private ByteBuffer bytes(String part, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw cut(part, length, bytes.length);
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String decode(String part, ByteBuffer utf8) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException e) {
      throw new ModelFormatException(
          "the embedding model is damaged: its " + part + " is no UTF-8", e);
    }
  }

  private static ModelFormatException cut(String part, int length, int read) {
    return damaged(
        "its " + part + " should have " + length + " bytes, the file ends after " + read);
  }

  private static ModelFormatException damaged(String what) {
    return new ModelFormatException("the embedding model is damaged: " + what);
  }
}
