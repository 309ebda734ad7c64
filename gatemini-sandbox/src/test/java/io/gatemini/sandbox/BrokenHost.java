package io.gatemini.sandbox;

import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptHost;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A host that fails where it is asked to, in ways that no host should. */
final class BrokenHost implements ScriptHost {
  static final String SECRET = "secret of the host";

  private final TestHost host =
      new TestHost(
          (tool, arguments) -> {
            return switch (tool) {
              case "demo.fail" -> CompletableFuture.failedFuture(new GatewayException("refused"));
              case "demo.crash" -> throw new IllegalStateException(SECRET);
              case "demo.error" -> throw new AssertionError(SECRET);
              default -> CompletableFuture.completedFuture(ToolResult.text(arguments.toString()));
            };
          });

  private static void crashAt(String expected, String asked) {
    if (expected.equals(asked)) {
      throw new IllegalStateException(SECRET);
    }
  }

  @Override
  public List<ScriptBackend> backends() {
    return host.backends();
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    crashAt("crash", name);
    return host.backend(name);
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    crashAt("crashing", tool);
    return List.of("fail", "crash", "error").contains(tool)
        ? Optional.of(TestHost.definition("demo", tool))
        : host.resolve(backend, tool);
  }

  @Override
  public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
    return host.call(tool, arguments);
  }

  @Override
  public RawJson search(String query, int limit) {
    crashAt("crash", query);
    return host.search(query, limit);
  }

  @Override
  public RawJson info(String tool) {
    crashAt("crash", tool);
    return host.info(tool);
  }

  @Override
  public RawJson result(String id) {
    crashAt("crash", id);
    return host.result(id);
  }

  @Override
  public void log(String line) {
    crashAt("crash", line);
  }
}
