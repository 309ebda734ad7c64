package io.gatemini.transport.http.internal.openapi;

import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestHttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** An API with a document, and a backend of it. */
final class Api implements AutoCloseable {
  final TestHttpServer server = new TestHttpServer((request, answer) -> answer.json("{}"));
  final TestContext context;
  final Backend backend;

  /** The document of paths alone, in YAML. */
  static String paths(String paths) {
    return "openapi: 3.1.0\ninfo: {title: Small, version: '1'}\npaths:\n" + paths.indent(2);
  }

  Api(Path directory, String document) {
    this(directory, document, UnaryOperator.identity());
  }

  /**
   * @param config gets the file and the server's address as {@code base_url}
   */
  Api(Path directory, String document, UnaryOperator<BackendConfig> config) {
    Path file = directory.resolve("api.yaml");
    try {
      Files.writeString(file, document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    context =
        new TestContext(
                "api",
                config.apply(
                    BackendConfig.of("openapi")
                        .option("document", file.toString())
                        .option("base_url", url())))
            .withThreads();
    backend = provider().create(context);
  }

  static BackendProvider provider() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals("openapi"))
        .findFirst()
        .orElseThrow();
  }

  String url() {
    return "http://" + server.authority();
  }

  Api started() throws Exception {
    get(backend.start().toCompletableFuture());
    return this;
  }

  BackendTool tool(String name) throws Exception {
    return get(backend.listTools().toCompletableFuture()).stream()
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  CompletableFuture<ToolResult> send(String tool, Map<String, ?> arguments) {
    return backend
        .call(new BackendCall(tool, RawJson.ofValue(arguments), CallContext.local()))
        .toCompletableFuture();
  }

  ToolResult call(String tool, Map<String, ?> arguments) throws Exception {
    return get(send(tool, arguments));
  }

  /** The request of a call. */
  TestHttpServer.Received request(String tool, Map<String, ?> arguments) throws Exception {
    call(tool, arguments);
    return server.received().get(server.received().size() - 1);
  }

  static <T> T get(CompletableFuture<T> future) throws Exception {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }

  @Override
  public void close() {
    Patience.join(backend.stop());
    context.close();
    server.close();
  }
}
