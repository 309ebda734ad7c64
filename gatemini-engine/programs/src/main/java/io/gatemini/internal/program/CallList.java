package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.CallTimeoutException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.program.code.CallForms.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Calls that are made one after the other and answered together, in that order. One that fails does
 * not keep the others from being made: they were not made to depend on it.
 */
final class CallList {
  private final List<Call> calls;
  private final long deadline;
  private final ProgressSeries progress;
  private final Caller caller;
  private final List<ToolResult> answers = new ArrayList<>();

  /** Makes one call within the time that is left, and says who hears of its progress. */
  @FunctionalInterface
  interface Caller {
    CompletableFuture<ToolResult> call(Call call, Duration left, ProgressListener progress);
  }

  private CallList(List<Call> calls, long deadline, ProgressSeries progress, Caller caller) {
    this.calls = calls;
    this.deadline = deadline;
    this.progress = progress;
    this.caller = caller;
  }

  /**
   * Makes the calls. Completing the future from outside gives up the one that is under way, and
   * makes no other.
   *
   * @param client who hears of the progress of all
   */
  static CompletableFuture<ToolResult> run(
      List<Call> calls, Duration timeout, ProgressListener client, Caller caller) {
    return new CallList(
            calls,
            System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout),
            new ProgressSeries(client, calls.size()),
            caller)
        .next();
  }

  private CompletableFuture<ToolResult> next() {
    if (answers.size() == calls.size()) {
      progress.finish();
      return CompletableFuture.completedFuture(together());
    }
    Call call = calls.get(answers.size());
    ProgressSeries.Call callProgress = progress.of(call.tool());
    return Relay.compose(
        made(call, callProgress),
        (answer, failure) -> {
          answers.add(answer != null ? answer : ToolResult.error(ChainAnswers.messageOf(failure)));
          callProgress.ended(answer == null || answer.isError());
          return next();
        });
  }

  private CompletableFuture<ToolResult> made(Call call, ProgressSeries.Call callProgress) {
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    if (left.isNegative() || left.isZero()) {
      return CompletableFuture.failedFuture(
          new CallTimeoutException(call.tool() + " was not called: the time was over before"));
    }
    callProgress.begins();
    return caller.call(call, left, callProgress);
  }

  /** The blocks of all answers, those of each behind a line that names its call. */
  private ToolResult together() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    ArrayNode content = all.putArray("content");
    boolean isError = false;
    for (int i = 0; i < answers.size(); i++) {
      ToolResult answer = answers.get(i);
      String which = (i + 1) + ". " + calls.get(i).tool() + (answer.isError() ? " failed" : "");
      content.addObject().put("type", "text").put("text", which + ":");
      answer.content().forEach(content::add);
      isError |= answer.isError();
    }
    if (isError) {
      all.put("isError", true);
    }
    return ToolResult.of(RawJson.of(all));
  }
}
