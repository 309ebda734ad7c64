package io.gatemini.spi;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Values("1e9999999999 | [-1E+21474836480] | {\"a\":[0.1e-9999999999]}")
  void aNumberOutOfRangeIsMalformedJson(String text) {
    assertThrown(IOException.class, () -> Json.mapper().readTree(text));
    assertThrown(
        IOException.class, () -> Json.mapper().readTree(text.getBytes(StandardCharsets.UTF_8)));
    assertThrown(IOException.class, () -> Json.mapper().readValue(text, JsonNode.class));
    assertThrown(
        IOException.class,
        () ->
            Json.mapper()
                .reader()
                .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(text));
  }

  @Test
  void numbersStayAsTheyWereWritten() throws Exception {
    String text = "{\"a\":[0.10,1E+999999999,null],\"b\":null,\"c\":12345678901234567890}";

    assertThat(Json.mapper().readTree(text)).hasToString(text);
    assertThat(Json.mapper().readTree("null").isNull()).isTrue();
    assertThat(Json.mapper().readTree("").isMissingNode()).isTrue();
  }
}
