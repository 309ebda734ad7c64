package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducer.Request;
import io.gatemini.spi.Payload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of every {@link OutputReducer}; a test of one extends this. */
public abstract class OutputReducerContract {
  private static final List<Payload> ANSWERS =
      List.of(
          Payload.text(""),
          Payload.text("one line"),
          Payload.text("a/b/c.txt\n".repeat(5_000)),
          Payload.text("é😀\u0000 ".repeat(5_000)),
          Payload.json(RawJson.parse("null")),
          Payload.json(RawJson.parse("[]")),
          Payload.json(RawJson.parse("[" + "{\"id\":1,\"name\":\"é\"},".repeat(3_000) + "{}]")),
          Payload.json(RawJson.parse("{\"text\":\"" + "words ".repeat(9_000) + "\"}")));

  protected abstract OutputReducer reducer();

  @Test
  void makesNothingLarger() {
    for (Payload answer : ANSWERS) {
      for (Request request : requests()) {
        Optional<Payload> reduced = reducer().reduce(answer, request);

        reduced
            .filter(Payload::isReduced)
            .ifPresent(
                less -> assertThat(less.sizeBytes()).isLessThan(Math.max(1, answer.sizeBytes())));
      }
    }
  }

  @Test
  void saysWhatItLeftOut() {
    for (Payload answer : ANSWERS) {
      reducer()
          .reduce(answer, request(1_000, "the third"))
          .filter(Payload::isReduced)
          .ifPresent(less -> assertThat(less.notes()).isNotEmpty());
    }
  }

  @Test
  void staysJsonWhereItSaysSo() {
    for (Payload answer : ANSWERS) {
      reducer()
          .reduce(answer, request(1_000, "the third"))
          .filter(less -> less.kind() == Payload.Kind.JSON)
          .ifPresent(less -> assertThat(RawJson.parse(less.text()).tree()).isNotNull());
    }
  }

  @Test
  void leavesAloneWhatItSaysItPasses() {
    for (Payload answer : ANSWERS) {
      for (Request request : requests()) {
        if (reducer().passes(answer.sizeBytes(), request)) {
          assertThat(reducer().reduce(answer, request).filter(Payload::isReduced)).isEmpty();
        }
      }
    }
  }

  private static List<Request> requests() {
    return List.of(request(1_000, ""), request(1_000, "the third"), request(10_000_000, ""));
  }

  private static Request request(int bytes, String intent) {
    return new Request(bytes, Optional.of(intent).filter(text -> !text.isEmpty()), Session.local());
  }
}
