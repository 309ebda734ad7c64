package io.gatemini.search.embedding;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Writes small models in the form of the model2vec library. */
final class Model2VecFixture {
  static final String TOKENIZER =
      """
      {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
       "normalizer": {"type": "BertNormalizer", "clean_text": true,
                      "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
       "pre_tokenizer": {"type": "BertPreTokenizer"},
       "post_processor": null,
       "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                 "max_input_chars_per_word": 100,
                 "vocab": {"[UNK]": 0, "read": 1, "file": 2, "##s": 3}}}
      """;

  private final List<String> entries = new ArrayList<>();
  private final ByteBuffer data = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

  /** Adds a tensor whose bytes the filler writes. */
  Model2VecFixture tensor(
      String name, String type, List<Integer> shape, Consumer<ByteBuffer> fill) {
    int from = data.position();
    fill.accept(data);
    entries.add(
        "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
            .formatted(name, type, shape, from, data.position()));
    return this;
  }

  Model2VecFixture floats(String name, List<Integer> shape, double... values) {
    return tensor(
        name,
        "F32",
        shape,
        out -> {
          for (double value : values) {
            out.putFloat((float) value);
          }
        });
  }

  /** Bit patterns of half a word. */
  Model2VecFixture halves(String name, String type, List<Integer> shape, int... values) {
    return tensor(
        name,
        type,
        shape,
        out -> {
          for (int value : values) {
            out.putShort((short) value);
          }
        });
  }

  byte[] safetensors() {
    String header =
        entries.stream()
            .collect(Collectors.joining(",", "{\"__metadata__\":{\"format\":\"pt\"},", "}"));
    return file(header, Arrays.copyOf(data.array(), data.position()));
  }

  static byte[] file(String header, byte[] data) {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + json.length + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(json.length)
        .put(json)
        .put(data)
        .array();
  }

  Path write(Path directory) throws IOException {
    Files.write(directory.resolve("model.safetensors"), safetensors());
    Files.writeString(directory.resolve("tokenizer.json"), TOKENIZER);
    Files.writeString(directory.resolve("config.json"), "{\"normalize\": true}");
    return directory;
  }
}
