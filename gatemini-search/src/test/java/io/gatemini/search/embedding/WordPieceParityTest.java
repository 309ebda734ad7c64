package io.gatemini.search.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pieces are those of the Hugging Face tokenizer; the resources' README names their source. */
class WordPieceParityTest {
  private static final WordPiece WORD_PIECE = tokenizer();

  private static String resource(String name) {
    try (InputStream in = WordPieceParityTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode json(String text) {
    try {
      return Json.mapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static WordPiece tokenizer() {
    return Tokenizer.read(json(resource("tokenizer.json"))).wordPiece();
  }

  static List<JsonNode> cases() {
    return resource("hugging-face-cases.jsonl").lines().map(WordPieceParityTest::json).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void splitsAsHuggingFaceDoes(JsonNode expected) {
    int[] ids =
        IntStream.range(0, expected.get("ids").size())
            .map(i -> expected.get("ids").get(i).intValue())
            .toArray();

    assertThat(WORD_PIECE.encode(expected.get("text").textValue())).isEqualTo(ids);
  }

  @Test
  void readsAllCases() {
    assertThat(cases()).hasSize(201);
  }
}
