package io.gatemini.sandbox.internal.js;

import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.sandbox.internal.run.CallAnswers;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptHost;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one program: so many in all, so many at a time, further ones wait in their
 * order. Answers come back as turns of the event loop. All but {@link #cancelAll} belongs to the
 * program's thread.
 */
final class ToolCalls {
  private final ScriptHost host;
  private final EventLoop loop;
  private final Limits limits;
  private final Consumer<String> limitReached;
  private final BooleanSupplier ended;
  private final Settle settle;
  private final Map<Integer, CompletableFuture<ToolResult>> open = new ConcurrentHashMap<>();
  private final Deque<Call> waiting = new ArrayDeque<>();
  private int made;
  private int started;
  private int active;

  private record Call(int id, String tool, RawJson arguments) {}

  /** Hands an answer to the prelude: its form, {@code error} for one, its text and pictures. */
  interface Settle {
    void settle(int call, String form, String text, String images);
  }

  ToolCalls(
      ScriptHost host,
      EventLoop loop,
      Limits limits,
      Consumer<String> limitReached,
      BooleanSupplier ended,
      Settle settle) {
    this.host = host;
    this.loop = loop;
    this.limits = limits;
    this.limitReached = limitReached;
    this.ended = ended;
    this.settle = settle;
  }

  void call(int id, String tool, String arguments) {
    if (++made > limits.maxToolCalls()) {
      // The end comes from outside; until then the program waits for something, not for nothing.
      loop.expect();
      if (made == limits.maxToolCalls() + 1) {
        limitReached.accept(
            "a program may make " + limits.maxToolCalls() + " tool calls; this one made more");
      }
      return;
    }
    RawJson json = RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8));
    waiting.add(new Call(id, tool, json));
    startWaiting();
  }

  private void startWaiting() {
    while (active < limits.maxConcurrentToolCalls() && !waiting.isEmpty()) {
      start(waiting.remove());
    }
  }

  private void start(Call call) {
    int number = ++started;
    active++;
    loop.expect();
    CompletableFuture<ToolResult> answer = Futures.of(() -> host.call(call.tool, call.arguments));
    open.put(number, answer);
    if (ended.getAsBoolean()) {
      answer.cancel(true);
    }
    answer.whenComplete(
        (result, failure) -> {
          open.remove(number);
          loop.post(() -> answered(call, result, failure));
        });
  }

  private void answered(Call call, @Nullable ToolResult result, @Nullable Throwable failure) {
    loop.arrived();
    active--;
    startWaiting();
    if (result == null) {
      settle.settle(call.id, "error", CallAnswers.failure(failure), "");
      return;
    }
    String value;
    String form;
    String images;
    try {
      if (result.isError()) {
        settle.settle(call.id, "error", result.text(), "");
        return;
      }
      Optional<String> text = result.hasStructuredContent() ? Optional.empty() : result.onlyText();
      // A text that can be JSON is parsed where it is needed, and nowhere else.
      value = text.isPresent() ? text.get() : JsonValues.text(result.value());
      form =
          text.isPresent()
              ? result.isString() ? "text" : textForm(value)
              : result.hasStructuredContent() ? "json" : "blocks";
      images = CallAnswers.images(result).map(RawJson::toString).orElse("");
    } catch (UncheckedIOException e) {
      settle.settle(call.id, "error", "the tool answered with malformed JSON", "");
      return;
    }
    settle.settle(call.id, form, value, images);
  }

  private static String textForm(String text) {
    return canBeJson(text) ? "either" : "text";
  }

  private static boolean canBeJson(String text) {
    String start = text.stripLeading();
    return !start.isEmpty() && "{[\"-0123456789tfn".indexOf(start.charAt(0)) >= 0;
  }

  /** How many calls the program left open, which are cancelled. */
  int open() {
    return active + waiting.size();
  }

  /** Gives up what is open. Any thread. */
  void cancelAll() {
    open.values().forEach(call -> call.cancel(true));
  }
}
