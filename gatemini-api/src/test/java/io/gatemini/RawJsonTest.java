package io.gatemini;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.spi.Json;
import io.gatemini.testing.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"price\":0.10,\"big\":123456789012345678901234567890,\"e\":1.0E+400}",
        "{\"z\":1,\"a\":2,\"text\":\"\u2028 😀 \\\\n\"}",
        "[[],{},null,true]"
      })
  void writesAValueAsItCameIn(String text) {
    assertThat(RawJson.parse(text)).hasToString(text);
    assertThat(RawJson.wrap(text.getBytes(StandardCharsets.UTF_8)).tree()).hasToString(text);
  }

  @Values("`` | `  ` | { | {} {} | {\"a\":} | nul | {'a':1}")
  void refusesWhatIsNotOneJsonValue(String text) {
    assertThrown(IllegalArgumentException.class, () -> RawJson.parse(text));
  }

  @Test
  void copiesOutOfABufferThatIsOverwrittenLater() {
    byte[] buffer = "xx{\"a\":1}yy".getBytes(StandardCharsets.UTF_8);

    RawJson value = RawJson.copyOf(buffer, 2, 7);
    Arrays.fill(buffer, (byte) '!');

    assertThat(value).hasToString("{\"a\":1}");
    assertThat(value.length()).isEqualTo(7);
  }

  @Test
  void comparesValuesAndNotTheirSpelling() {
    assertThat(RawJson.parse("{ \"a\" : \"\\u0041\" }"))
        .isEqualTo(RawJson.ofValue(Map.of("a", "A")))
        .hasSameHashCodeAs(RawJson.ofValue(Map.of("a", "A")))
        .isNotEqualTo(RawJson.emptyObject());
  }

  @Test
  void readsAsDeepAsItPromisesAndNoDeeper() {
    String deep = "[".repeat(Json.MAX_DEPTH) + "]".repeat(Json.MAX_DEPTH);

    assertThat(RawJson.of(RawJson.parse(deep).tree())).hasToString(deep);
    assertThrown(IllegalArgumentException.class, () -> RawJson.parse("[" + deep + "]"));
  }

  @Property
  void keepsAnyText(@ForAll String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RawJson.of(TextNode.valueOf(text)).writeTo(out);

    // A lone surrogate has no UTF-8 form; everything else comes back.
    if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      assertThat(RawJson.wrap(out.toByteArray()).tree().textValue()).isEqualTo(text);
    }
  }
}
