package io.gatemini.examples.resilience;

import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;

/** What a caller got: an answer or an error, and when. */
record Outcome(
    String asked,
    @Nullable ToolResult answer,
    @Nullable GatewayException error,
    Duration took,
    long epochMillis) {

  static Outcome of(Gateway gateway, String tool, String text, Duration deadline) {
    ToolResult answer = null;
    GatewayException error = null;
    long from = System.nanoTime();
    try {
      answer = gateway.call(ToolCall.of(tool, Map.of("text", text)).withTimeout(deadline));
    } catch (GatewayException e) {
      error = e;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - from);
    return new Outcome(text, answer, error, took, System.currentTimeMillis());
  }

  /** Whether this is what the row says. */
  void check(FaultCase row, SoftAssertions must) {
    must.assertThat(took).as("the caller knows after").isLessThan(row.within());
    if (error != null) {
      must.assertThat(row.errors).as("kind of %s", error).contains(error.getClass());
      must.assertThat(error.getMessage())
          .as("message")
          .containsPattern(row.message)
          .doesNotContain("Exception", "\tat ", "<html", System.getProperty("java.io.tmpdir"));
    } else {
      must.assertThat(row.mayAnswer).as("answers").isTrue();
      must.assertThat(isRight()).as("the right answer").isTrue();
    }
  }

  private boolean isRight() {
    String text = answer == null ? "" : answer.text();
    return text.equals(asked) || text.length() == FaultyServer.LARGE;
  }

  /** In words, for the table. */
  String shown() {
    if (error == null) {
      return isRight() ? "the answer" : "a wrong answer";
    }
    return "`" + error.getClass().getSimpleName() + "`: " + error.getMessage();
  }
}
