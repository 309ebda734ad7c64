package io.gatemini.testing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendTool;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour of backends. By default they start, ping and stop at once and have one tool, {@code
 * work}, that answers {@code called work}. Each setting holds from the next time that a backend is
 * asked, also for backends that run already. Thread-safe.
 */
public final class TestScript {
  volatile boolean isManual;
  volatile Supplier<? extends @Nullable CompletionStage<Void>> start = Backend::done;
  volatile Supplier<? extends @Nullable CompletionStage<Void>> ping = Backend::done;
  volatile Supplier<? extends @Nullable CompletionStage<Void>> stop = Backend::done;
  volatile Supplier<? extends @Nullable CompletionStage<List<BackendTool>>> list;
  volatile Function<BackendCall, ? extends @Nullable CompletionStage<ToolResult>> answer =
      call -> CompletableFuture.completedFuture(ToolResult.text("called " + call.tool()));
  volatile Supplier<String> description = () -> "";
  volatile String identity = "";
  volatile BackendFeatures features = BackendFeatures.none();
  volatile Supplier<List<String>> stderr = List::of;
  volatile Consumer<Session> sessionEnded = session -> {};
  volatile OptionalLong pid = OptionalLong.empty();
  volatile OptionalLong memoryBytes = OptionalLong.empty();

  TestScript() {
    list = listing("work");
  }

  TestScript(TestScript other) {
    isManual = other.isManual;
    start = other.start;
    ping = other.ping;
    stop = other.stop;
    list = other.list;
    answer = other.answer;
    description = other.description;
    identity = other.identity;
    features = other.features;
    stderr = other.stderr;
    sessionEnded = other.sessionEnded;
    pid = other.pid;
    memoryBytes = other.memoryBytes;
  }

  /** A tool that takes any arguments. */
  public static BackendTool tool(String name) {
    return BackendTool.of(
        name, "Does " + name + ".", JsonNodeFactory.instance.objectNode().put("type", "object"));
  }

  private static Supplier<CompletionStage<List<BackendTool>>> listing(String... names) {
    List<BackendTool> tools = Arrays.stream(names).map(TestScript::tool).toList();
    return () -> CompletableFuture.completedFuture(tools);
  }

  public TestScript start(Supplier<? extends @Nullable CompletionStage<Void>> start) {
    this.start = start;
    return this;
  }

  public TestScript failToStart(Throwable failure) {
    return start(() -> CompletableFuture.failedFuture(failure));
  }

  public TestScript ping(Supplier<? extends @Nullable CompletionStage<Void>> ping) {
    this.ping = ping;
    return this;
  }

  public TestScript stop(Supplier<? extends @Nullable CompletionStage<Void>> stop) {
    this.stop = stop;
    return this;
  }

  public TestScript list(Supplier<? extends @Nullable CompletionStage<List<BackendTool>>> list) {
    this.list = list;
    return this;
  }

  public TestScript tools(String... names) {
    return list(listing(names));
  }

  public TestScript tools(BackendTool... tools) {
    List<BackendTool> all = List.of(tools);
    return list(() -> CompletableFuture.completedFuture(all));
  }

  public TestScript answer(
      Function<BackendCall, ? extends @Nullable CompletionStage<ToolResult>> answer) {
    this.answer = answer;
    return this;
  }

  public TestScript say(String text) {
    return answer(call -> CompletableFuture.completedFuture(ToolResult.text(text)));
  }

  public TestScript fail(Throwable failure) {
    return answer(call -> CompletableFuture.failedFuture(failure));
  }

  public TestScript sessionEnded(Consumer<Session> sessionEnded) {
    this.sessionEnded = sessionEnded;
    return this;
  }

  public TestScript features(BackendFeatures features) {
    this.features = features;
    return this;
  }

  public TestScript description(Supplier<String> description) {
    this.description = description;
    return this;
  }

  public TestScript identity(String identity) {
    this.identity = identity;
    return this;
  }

  public TestScript stderr(Supplier<List<String>> stderr) {
    this.stderr = stderr;
    return this;
  }

  /** Makes it a process for the gateway. */
  public TestScript pid(long pid) {
    this.pid = OptionalLong.of(pid);
    return this;
  }

  public TestScript memoryBytes(long bytes) {
    memoryBytes = OptionalLong.of(bytes);
    return this;
  }
}
