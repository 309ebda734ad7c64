package io.gatemini.search.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * The tokenizer of a {@code tokenizer.json} of the Hugging Face library, as far as the file
 * describes a WordPiece tokenizer of BERT. Special tokens, truncation and padding in it do not
 * matter here.
 *
 * @param wordPiece numbers pieces as the file does
 * @param size one more than the highest number
 */
record Tokenizer(WordPiece wordPiece, int size) {
  private static final String CONTINUATION = "##";

  /**
   * Makes the tokenizer.
   *
   * @throws ModelFormatException when the file describes another one
   */
  static Tokenizer read(JsonNode file) {
    JsonNode model = file.path("model");
    require(model, "model", "WordPiece");
    require(file.path("normalizer"), "normalizer", "BertNormalizer");
    require(file.path("pre_tokenizer"), "pre_tokenizer", "BertPreTokenizer");
    String continuation = model.path("continuing_subword_prefix").asText(CONTINUATION);
    if (!continuation.equals(CONTINUATION)) {
      throw new ModelFormatException(
          "tokenizer.json has the continuing_subword_prefix \""
              + continuation
              + "\"; supported is \"##\"");
    }
    int longestWord = model.path("max_input_chars_per_word").asInt(WordPiece.LONGEST_WORD);
    if (longestWord < 1 || longestWord > WordPiece.LONGEST_WORD) {
      throw new ModelFormatException(
          "tokenizer.json has max_input_chars_per_word " + longestWord + "; supported is 1 to 100");
    }
    Map<String, Integer> tokens = tokens(model.path("vocab"));
    int size = tokens.values().stream().mapToInt(id -> id + 1).max().orElse(0);
    // A piece that is not known is left out, even where a text spells it.
    tokens.remove(model.path("unk_token").asText("[UNK]"));
    return new Tokenizer(
        WordPiece.of(tokens, normalizer(file.path("normalizer")), longestWord), size);
  }

  private static void require(JsonNode part, String name, String type) {
    String actual = part.path("type").asText("none");
    if (!actual.equals(type)) {
      throw new ModelFormatException(
          "tokenizer.json has a "
              + name
              + " of type "
              + actual
              + "; supported is "
              + type
              + ", use a model with a WordPiece tokenizer");
    }
  }

  private static BertNormalizer normalizer(JsonNode normalizer) {
    boolean lowerCase = normalizer.path("lowercase").asBoolean(true);
    return new BertNormalizer(
        normalizer.path("clean_text").asBoolean(true),
        normalizer.path("handle_chinese_chars").asBoolean(true),
        // Not said, accents go with the capitals.
        normalizer.path("strip_accents").asBoolean(lowerCase),
        lowerCase);
  }

  private static Map<String, Integer> tokens(JsonNode vocab) {
    if (!vocab.isObject() || vocab.isEmpty()) {
      throw new ModelFormatException("tokenizer.json has no model.vocab with tokens");
    }
    Map<String, Integer> tokens = new HashMap<>();
    for (Map.Entry<String, JsonNode> token : vocab.properties()) {
      JsonNode id = token.getValue();
      if (!id.isIntegralNumber() || !id.canConvertToInt() || id.intValue() < 0) {
        throw new ModelFormatException(
            "tokenizer.json numbers the token \"" + token.getKey() + "\" with " + id);
      }
      tokens.put(token.getKey(), id.intValue());
    }
    return tokens;
  }
}
