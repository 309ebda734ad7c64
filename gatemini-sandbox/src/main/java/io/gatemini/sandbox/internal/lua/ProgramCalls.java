package io.gatemini.sandbox.internal.lua;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.sandbox.internal.run.CallAnswers;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptHost;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one program: so many in all, so many at a time, further ones wait in their
 * order; failures that the program does not look at are kept. Thread-safe.
 */
final class ProgramCalls {
  private static final int MAX_REASON = 500;
  private static final int MAX_LOOK_BYTES = 100_000;

  private final ScriptHost host;
  private final Limits limits;

  // Guarded by this.
  private final Map<Integer, CompletableFuture<ToolResult>> open = new HashMap<>();
  private int number;
  private final Deque<Call> waiting = new ArrayDeque<>();
  private int made;
  private boolean ended;
  private boolean isEnding;
  private final CompletableFuture<Void> idle = new CompletableFuture<>();
  private final Map<Object, String> failures = new LinkedHashMap<>();

  private record Call(String tool, RawJson arguments, Answer answer) {}

  /** An answer, and the key of its failure, which does not hold the answer. */
  private static final class Answer extends CompletableFuture<ToolResult> {
    private final Object key = new Object();
    private boolean isRead;
  }

  ProgramCalls(ScriptHost host, Limits limits) {
    this.host = host;
    this.limits = limits;
  }

  /** Makes a call; empty where it is one too many. */
  Optional<CompletableFuture<ToolResult>> call(String tool, RawJson arguments) {
    Answer answer = new Answer();
    synchronized (this) {
      if (++made > limits.maxToolCalls()) {
        return Optional.empty();
      }
      waiting.add(new Call(tool, arguments, answer));
    }
    startWaiting();
    return Optional.of(answer);
  }

  private void startWaiting() {
    while (true) {
      Call call;
      CompletableFuture<ToolResult> started = new CompletableFuture<>();
      int own;
      synchronized (this) {
        call = ended || open.size() >= limits.maxConcurrentToolCalls() ? null : waiting.poll();
        if (call == null) {
          return;
        }
        own = ++number;
        open.put(own, started);
      }
      start(call, own, started);
    }
  }

  /** The host answers on any thread, also at once. */
  private void start(Call call, int own, CompletableFuture<ToolResult> started) {
    CompletableFuture<ToolResult> atHost = Futures.of(() -> host.call(call.tool, call.arguments));
    started.whenComplete(
        (result, failure) -> {
          if (started.isCancelled()) {
            atHost.cancel(true);
          }
        });
    atHost.whenComplete(
        (result, failure) -> {
          synchronized (this) {
            open.remove(own);
            if (!ended && !call.answer.isRead && isFailure(result)) {
              failures.put(call.answer.key, failed(call.tool, result, failure));
            }
          }
          if (result != null) {
            call.answer.complete(result);
          } else {
            call.answer.completeExceptionally(
                failure == null ? new IllegalStateException("no answer") : failure);
          }
          startWaiting();
          completeIdle();
        });
  }

  /** A look at an answer doubles its memory; texts of errors are short. */
  private static boolean isFailure(@Nullable ToolResult result) {
    return result == null || (result.sizeEstimate() < MAX_LOOK_BYTES && result.isError());
  }

  private static String failed(
      String tool, @Nullable ToolResult result, @Nullable Throwable failure) {
    String reason = result == null ? CallAnswers.failure(failure) : result.text();
    return "[%s was called without :await() and failed: %s]"
        .formatted(
            tool, reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) + "..." : reason);
  }

  /** The program looks at an answer, and so sees its failure. */
  synchronized void read(CompletableFuture<ToolResult> answer) {
    if (answer instanceof Answer own) {
      own.isRead = true;
      failures.remove(own.key);
    }
  }

  /** A line for each failure that the program did not see. */
  synchronized List<String> failures() {
    return List.copyOf(failures.values());
  }

  /** Completes when no call is open; the program makes no further one. */
  CompletableFuture<Void> idle() {
    synchronized (this) {
      isEnding = true;
    }
    completeIdle();
    return idle;
  }

  private void completeIdle() {
    boolean isIdle;
    synchronized (this) {
      isIdle = isEnding && open() == 0;
    }
    if (isIdle) {
      idle.complete(null);
    }
  }

  /** How many calls are open. */
  synchronized int open() {
    return open.size() + waiting.size();
  }

  /** Gives up what is open, and starts nothing any more. */
  void cancelAll() {
    List<CompletableFuture<ToolResult>> all;
    synchronized (this) {
      ended = true;
      all = List.copyOf(open.values());
    }
    all.forEach(call -> call.cancel(true));
  }
}
