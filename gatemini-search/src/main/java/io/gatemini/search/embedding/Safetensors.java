package io.gatemini.search.embedding;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import io.gatemini.spi.Json;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tensors of a safetensors file in memory: a 64-bit length, so many bytes of a JSON header,
 * then the data, all little endian. Every offset and shape is checked against the bytes there are.
 */
record Safetensors(JsonNode header, ByteBuffer data) {
  /** Headers of static models have some hundred bytes; a transformer's has 100 KB. */
  static final int MAX_HEADER_BYTES = 1 << 20;

  private static final ObjectReader HEADER =
      Json.mapper().reader().with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  /**
   * A tensor.
   *
   * @param name in the file
   * @param type {@code F32} and so on
   * @param shape sizes of its dimensions
   * @param data its bytes, row after row
   */
  record Tensor(String name, ElementType type, List<Integer> shape, ByteBuffer data) {
    /** The values as floats. */
    float[] floats() {
      float[] floats = new float[data.capacity() / type.bytes()];
      for (int i = 0; i < floats.length; i++) {
        floats[i] = type.read(data, i);
        if (!RowTable.isValue(floats[i])) {
          throw damaged("the tensor \"" + name + "\" has the value " + floats[i]);
        }
      }
      return floats;
    }

    /** The bytes of a tensor of type I8. */
    byte[] bytes() {
      byte[] bytes = new byte[data.capacity()];
      data.get(0, bytes);
      return bytes;
    }

    /** The values of a tensor of type I32. */
    int[] ints() {
      int[] ints = new int[data.capacity() / Integer.BYTES];
      data.asIntBuffer().get(0, ints);
      return ints;
    }
  }

  /**
   * Reads the header.
   *
   * @throws ModelFormatException when it is damaged
   */
  static Safetensors of(byte[] file) {
    if (file.length < Long.BYTES) {
      throw damaged("it ends before the length of its header");
    }
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    long length = bytes.getLong(0);
    int rest = file.length - Long.BYTES;
    if (length < 0 || length > MAX_HEADER_BYTES || length > rest) {
      throw damaged(
          "the length of its header is %s, not at most %s"
              .formatted(Long.toUnsignedString(length), Math.min(MAX_HEADER_BYTES, rest)));
    }
    int headerBytes = (int) length;
    String json = new String(file, Long.BYTES, headerBytes, StandardCharsets.UTF_8);
    return new Safetensors(
        header(json), slice(bytes, Long.BYTES + headerBytes, rest - headerBytes));
  }

  private static JsonNode header(String json) {
    try {
      JsonNode header = HEADER.readTree(json);
      if (header.isObject()) {
        return header;
      }
    } catch (JsonProcessingException e) {
      throw new ModelFormatException("model.safetensors is damaged: its header is no JSON", e);
    }
    throw damaged("its header is no JSON object");
  }

  /** The first tensor there is of these names. */
  Optional<Tensor> tensor(String... names) {
    for (String name : names) {
      JsonNode entry = header.get(name);
      if (entry != null) {
        return Optional.of(tensor(name, entry));
      }
    }
    return Optional.empty();
  }

  private Tensor tensor(String name, JsonNode entry) {
    ElementType type =
        ElementType.named(entry.path("dtype").asText())
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        "the tensor \"%s\" of model.safetensors has the dtype %s; supported are %s"
                            .formatted(name, entry.path("dtype"), List.of(ElementType.values()))));
    List<Integer> shape = shape(name, entry.path("shape"));
    JsonNode offsets = entry.path("data_offsets");
    if (offsets.size() != 2 || !isIndex(offsets.get(0)) || !isIndex(offsets.get(1))) {
      throw damaged(
          "the data_offsets of the tensor \"" + name + "\" are no two numbers in the file");
    }
    int from = offsets.get(0).intValue();
    int to = offsets.get(1).intValue();
    if (from > to || to > data.capacity()) {
      throw damaged(
          "the tensor \"%s\" lies at %s to %s of %s bytes of data"
              .formatted(name, from, to, data.capacity()));
    }
    if (bytes(shape, type) != to - from) {
      throw damaged(
          "the tensor \"" + name + "\" of shape " + shape + " has " + (to - from) + " bytes");
    }
    return new Tensor(name, type, shape, slice(data, from, to - from));
  }

  private static List<Integer> shape(String name, JsonNode sizes) {
    List<Integer> shape = new ArrayList<>();
    for (JsonNode size : sizes) {
      if (!isIndex(size)) {
        throw damaged("the shape of the tensor \"" + name + "\" has the size " + size);
      }
      shape.add(size.intValue());
    }
    if (shape.isEmpty() || shape.size() > 2) {
      throw damaged(
          "the tensor \"" + name + "\" has " + shape.size() + " dimensions, not one or two");
    }
    return List.copyOf(shape);
  }

  private static boolean isIndex(JsonNode number) {
    return number.isIntegralNumber() && number.canConvertToInt() && number.intValue() >= 0;
  }

  /** The product of two sizes below 2^31 fits a long; times eight bytes it might not. */
  private static long bytes(List<Integer> shape, ElementType type) {
    long values = 1;
    for (int size : shape) {
      values *= size;
    }
    return values > Integer.MAX_VALUE ? Long.MAX_VALUE : values * type.bytes();
  }

  private static ByteBuffer slice(ByteBuffer buffer, int from, int length) {
    return buffer.slice(from, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ModelFormatException damaged(String what) {
    return new ModelFormatException("model.safetensors is damaged: " + what);
  }
}
