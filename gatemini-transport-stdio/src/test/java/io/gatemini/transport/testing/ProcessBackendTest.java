package io.gatemini.transport.testing;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.Json;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A test of backends that are processes; it stops those that it has made. */
public abstract class ProcessBackendTest {
  private final List<Backend> backends = new ArrayList<>();
  private final List<TestContext> contexts = new ArrayList<>();

  @AfterEach
  void stopAll() throws Exception {
    for (Backend backend : backends) {
      backend.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
    contexts.forEach(TestContext::close);
  }

  protected final Backend create(BackendProvider provider, TestContext context) {
    contexts.add(context);
    Backend backend = provider.create(context);
    backends.add(backend);
    return backend;
  }

  /** That of the last backend. */
  protected final TestContext context() {
    return contexts.get(contexts.size() - 1);
  }

  protected static Backend started(Backend backend) throws Exception {
    backend.start().toCompletableFuture().get(60, TimeUnit.SECONDS);
    return backend;
  }

  protected static CompletableFuture<ToolResult> call(
      Backend backend, String tool, RawJson arguments) {
    return backend
        .call(new BackendCall(tool, arguments, CallContext.local()))
        .toCompletableFuture();
  }

  /** Lets a {@link ScriptedServer} play steps; {@code ${pad}} in them is this long. */
  protected static CompletableFuture<ToolResult> play(Backend backend, String script, int pad) {
    return call(
        backend,
        "play",
        RawJson.of(Json.mapper().valueToTree(Map.of("script", script, "size", pad))));
  }

  protected static CompletableFuture<ToolResult> play(Backend backend, String script) {
    return play(backend, script, 200_000);
  }

  protected static Throwable failure(CompletableFuture<?> future) throws Exception {
    try {
      future.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return e.getCause() == null ? e : e.getCause();
    }
    throw new AssertionError("it did not fail");
  }
}
