package io.gatemini.internal.call;

import io.gatemini.BackendConfig;
import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolResult;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * A backend whose calls the test answers. It has the tools {@code work}, which says nothing of
 * itself, {@code look}, which only reads, and {@code put}, which is idempotent.
 */
final class GivenBackend implements Backend {
  static final String TRANSPORT = "given";

  private final Provider provider;
  private final BackendContext context;

  private GivenBackend(Provider provider, BackendContext context) {
    this.provider = provider;
    this.context = context;
  }

  static BackendConfig config() {
    return BackendConfig.of(TRANSPORT).validateArguments(false);
  }

  @Override
  public CompletionStage<Void> start() {
    return provider.starts.getOrDefault(context.name(), CompletableFuture.completedFuture(null));
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return CompletableFuture.completedFuture(
        List.of(
            tool("work", ToolAnnotations.none()),
            tool("look", ToolAnnotations.fromJson(hint("readOnlyHint"))),
            tool("put", ToolAnnotations.fromJson(hint("idempotentHint")))));
  }

  private static com.fasterxml.jackson.databind.JsonNode hint(String name) {
    return RawJson.parse("{\"" + name + "\":true}").tree();
  }

  private static BackendTool tool(String name, ToolAnnotations annotations) {
    return new BackendTool(
        name,
        Optional.empty(),
        "Does " + name + ".",
        Tools.ANY_OBJECT,
        Optional.empty(),
        annotations,
        List.of());
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    provider.calls.add(context.name());
    return Objects.requireNonNull(provider.answers.get(context.name())).apply(call);
  }

  @Override
  public CompletionStage<Void> ping() {
    return Backend.done();
  }

  @Override
  public CompletionStage<Void> stop() {
    return Backend.done();
  }

  /** Knows how each backend answers, by name, and who was called. */
  static final class Provider implements BackendProvider {
    final Map<String, Function<BackendCall, CompletionStage<ToolResult>>> answers =
        new ConcurrentHashMap<>();
    final Map<String, CompletableFuture<Void>> starts = new ConcurrentHashMap<>();
    final Map<String, BackendContext> contexts = new ConcurrentHashMap<>();
    final Queue<String> calls = new ConcurrentLinkedQueue<>();

    Provider answer(String backend, Function<BackendCall, CompletionStage<ToolResult>> answer) {
      answers.put(backend, answer);
      return this;
    }

    Provider fail(String backend, RuntimeException failure) {
      return answer(backend, call -> CompletableFuture.failedFuture(failure));
    }

    Provider say(String backend, String text) {
      return answer(backend, call -> CompletableFuture.completedFuture(ToolResult.text(text)));
    }

    @Override
    public String name() {
      return TRANSPORT;
    }

    @Override
    public Backend create(BackendContext context) {
      contexts.put(context.name(), context);
      return new GivenBackend(this, context);
    }
  }
}
