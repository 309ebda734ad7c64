package io.gatemini.examples.resilience;

import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;

/** The caller's outcome: an answer or an error, and when. */
record Outcome(
    boolean right,
    @Nullable ToolResult answer,
    @Nullable GatewayException error,
    Duration took,
    long epochMillis) {

  static Outcome of(Gateway gateway, String tool, String text, FaultCase row) {
    ToolResult answer = null;
    GatewayException error = null;
    long from = System.nanoTime();
    try {
      answer = gateway.call(ToolCall.of(tool, Map.of("text", text)).withTimeout(row.deadline));
    } catch (GatewayException e) {
      error = e;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - from);
    boolean right = answer != null && !answer.isError() && row.isRight(text, answer.text());
    return new Outcome(right, answer, error, took, System.currentTimeMillis());
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
    } else if (row.tellsOfFailure) {
      must.assertThat(isFailure()).as("a result that says isError").isTrue();
      must.assertThat(answer == null ? "" : answer.text())
          .as("text")
          .containsPattern(row.message)
          .doesNotContain(System.getProperty("java.io.tmpdir"));
    } else {
      must.assertThat(row.mayAnswer).as("answers").isTrue();
      must.assertThat(right).as("the right answer").isTrue();
    }
  }

  private boolean isFailure() {
    return answer != null && answer.isError();
  }

  /** In words, for the table. */
  String shown() {
    if (answer != null && answer.isError()) {
      return "a result that says `isError`: " + answer.text();
    }
    if (error == null) {
      return right ? "the answer" : "a wrong answer";
    }
    return "`" + error.getClass().getSimpleName() + "`: " + error.getMessage();
  }
}
