package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.transport.http.Envelope.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
  @Test
  void tellsTheKindsApart() {
    assertThat(read("{\"id\":1,\"method\":\"ping\"}"))
        .contains(new Envelope(Kind.REQUEST, "ping", "1", 24));
    assertThat(read("{\"method\":\"n\",\"params\":{\"id\":4}}"))
        .contains(new Envelope(Kind.NOTIFICATION, "n", "", 32));
    assertThat(read("{\"result\":{\"method\":\"x\"},\"id\":\"a\"}"))
        .contains(new Envelope(Kind.RESPONSE, "", "\"a\"", 34));
    assertThat(read("{\"error\":{},\"id\":null}"))
        .contains(new Envelope(Kind.RESPONSE, "", "", 22));
  }

  @Test
  void anAnswerHasTheIdOfTheRequestInTheSameType() {
    Envelope request = read("{\"id\":1,\"method\":\"ping\"}").orElseThrow();

    assertThat(read("{\"id\":1,\"result\":0}").orElseThrow().answers(request)).isTrue();
    assertThat(read("{\"id\":\"1\",\"result\":0}").orElseThrow().answers(request)).isFalse();
    assertThat(read("{\"id\":null,\"error\":{}}").orElseThrow().answers(request)).isFalse();
    assertThat(request.answers(request)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{}", "{\"id\":1}", "{\"id\":1,\"result\":2"})
  void refusesWhatIsNotAMessage(String text) {
    assertThat(read(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "x", "\r\n", "{}", "\u00e9", "}"})
  void leavesOutWhatFollowsTheMessage(String garbage) {
    String message = "{\"result\":\"\u00e9\"}";

    assertThat(read(message + garbage).orElseThrow().length())
        .isEqualTo(message.getBytes(StandardCharsets.UTF_8).length);
  }

  @Property
  void survivesAnyBytes(@ForAll byte[] bytes) {
    assertThat(Envelope.read(bytes, 0, bytes.length)).isNotNull();
  }

  private static Optional<Envelope> read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Envelope.read(bytes, 0, bytes.length);
  }
}
