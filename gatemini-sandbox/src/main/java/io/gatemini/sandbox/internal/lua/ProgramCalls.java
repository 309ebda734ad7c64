package io.gatemini.sandbox.internal.lua;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptHost;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The tool calls of one program: so many in all, so many at a time, further ones wait in their
 * order. Thread-safe.
 */
final class ProgramCalls {
  private final ScriptHost host;
  private final Limits limits;

  // Guarded by this.
  private final Map<Integer, CompletableFuture<ToolResult>> open = new HashMap<>();
  private int number;
  private final Deque<Call> waiting = new ArrayDeque<>();
  private int made;
  private boolean ended;

  private record Call(String tool, RawJson arguments, CompletableFuture<ToolResult> answer) {}

  ProgramCalls(ScriptHost host, Limits limits) {
    this.host = host;
    this.limits = limits;
  }

  /** Makes a call; empty where it is one too many. */
  Optional<CompletableFuture<ToolResult>> call(String tool, RawJson arguments) {
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
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
          }
          if (result != null) {
            call.answer.complete(result);
          } else {
            call.answer.completeExceptionally(
                failure == null ? new IllegalStateException("no answer") : failure);
          }
          startWaiting();
        });
  }

  /** How many calls the program left open, which are cancelled. */
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
