package io.gatemini.search.embedding;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.search.embedding.Safetensors.Tensor;
import io.gatemini.search.embedding.StaticModel.TokenRows;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Loads a model in the form of the model2vec library: {@code model.safetensors} with the tensor
 * {@code embeddings} and perhaps {@code weights} (a factor a token) and {@code mapping} (the row of
 * a token), {@code tokenizer.json}, and {@code config.json}, which is shown as the metadata.
 *
 * <p>As there, the first 512 pieces of a text count and unknown ones are left out. The result is
 * always of length 1, also where {@code config.json} says {@code "normalize": false}: only
 * directions are compared here, and the mean of the pieces has the direction of their sum.
 */
record Model2VecDirectory(Path directory) {
  private static final int MAX_PIECES = 512;
  private static final long MAX_FILE_BYTES = 1L << 30;

  StaticModel load() {
    Safetensors tensors = Safetensors.of(bytes("model.safetensors"));
    Tokenizer tokenizer = Tokenizer.read(json("tokenizer.json"));
    JsonNode config =
        Files.exists(directory.resolve("config.json"))
            ? json("config.json")
            : Json.mapper().createObjectNode();
    RowTable table = table(tensors);
    TokenRows rows =
        new TokenRows(
            rowOf(tensors.tensor("mapping"), tokenizer.size(), table.rows()),
            scaleOf(tensors.tensor("weights"), tokenizer.size()));
    return new StaticModel(
        String.valueOf(directory.getFileName()),
        RawJson.of(config),
        tokenizer.wordPiece(),
        table,
        rows,
        MAX_PIECES,
        false);
  }

  private static RowTable table(Safetensors tensors) {
    Tensor embeddings =
        tensors
            .tensor("embeddings", "0", "embedding.weight")
            .orElseThrow(
                () ->
                    new ModelFormatException(
                        "model.safetensors has no tensor \"embeddings\", \"0\" or"
                            + " \"embedding.weight\""));
    if (embeddings.shape().size() != 2) {
      throw unsupported(embeddings, "two dimensions");
    }
    int dims = embeddings.shape().get(1);
    if (dims < 1 || dims > RowTable.MAX_DIMS) {
      throw unsupported(embeddings, "1 to " + RowTable.MAX_DIMS + " values a row");
    }
    return switch (embeddings.type()) {
      case I8 -> RowTable.ofBytes(embeddings.bytes(), dims);
      case F32, F16, BF16 -> RowTable.ofFloats(embeddings.floats(), dims);
      case F64, I32 -> throw unsupported(embeddings, "the dtype F32, F16, BF16 or I8");
    };
  }

  private static int[] rowOf(Optional<Tensor> mapping, int tokens, int rows) {
    int[] rowOf = new int[tokens];
    if (mapping.isEmpty()) {
      if (tokens > rows) {
        throw new ModelFormatException(
            "tokenizer.json numbers tokens up to "
                + (tokens - 1)
                + ", model.safetensors has "
                + rows
                + " rows; the files are not of one model");
      }
      Arrays.setAll(rowOf, i -> i);
      return rowOf;
    }
    Tensor tensor = mapping.get();
    if (tensor.type() != ElementType.I32) {
      throw unsupported(tensor, "the dtype I32");
    }
    checkTokens(tensor, tokens);
    System.arraycopy(tensor.ints(), 0, rowOf, 0, tokens);
    for (int row : rowOf) {
      if (row < 0 || row >= rows) {
        throw new ModelFormatException(
            "the tensor \"mapping\" of model.safetensors names row " + row + " of " + rows);
      }
    }
    return rowOf;
  }

  private static float[] scaleOf(Optional<Tensor> weights, int tokens) {
    if (weights.isEmpty()) {
      float[] ones = new float[tokens];
      Arrays.fill(ones, 1);
      return ones;
    }
    Tensor tensor = weights.get();
    if (tensor.type() == ElementType.I8 || tensor.type() == ElementType.I32) {
      throw unsupported(tensor, "the dtype F64, F32, F16 or BF16");
    }
    checkTokens(tensor, tokens);
    return Arrays.copyOf(tensor.floats(), tokens);
  }

  private static void checkTokens(Tensor tensor, int tokens) {
    if (tensor.shape().size() != 1 || tensor.shape().get(0) < tokens) {
      throw unsupported(tensor, "one value for each of " + tokens + " tokens");
    }
  }

  private static ModelFormatException unsupported(Tensor tensor, String wanted) {
    return new ModelFormatException(
        "the tensor \"%s\" of model.safetensors is %s of shape %s; it must have %s"
            .formatted(tensor.name(), tensor.type(), tensor.shape(), wanted));
  }

  private JsonNode json(String name) {
    try {
      JsonNode tree = Json.mapper().readTree(bytes(name));
      if (tree.isObject()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      throw new ModelFormatException(name + " of the model directory is no JSON", e);
    } catch (IOException e) {
      throw new ModelFormatException(name + " of the model directory cannot be read", e);
    }
    throw new ModelFormatException(name + " of the model directory is no JSON object");
  }

  private byte[] bytes(String name) {
    Path file = directory.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new ModelFormatException(
          "the model directory \"" + directory.getFileName() + "\" has no " + name);
    }
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new ModelFormatException(
            name + " of the model directory is larger than " + MAX_FILE_BYTES + " bytes");
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ModelFormatException(name + " of the model directory cannot be read", e);
    }
  }
}
