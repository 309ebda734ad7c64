package io.gatemini.transport.testing;

import io.gatemini.Exposure;
import io.gatemini.ToolResult;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.Json;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import io.gatemini.transport.stdio.StdioBackendProvider;
import io.gatemini.transport.stdio.StdioTransportProvider;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that serves a surface on its stdin and stdout and ends with its client, as a bundled
 * server does. With the argument {@code backend} it passes {@code child_...} on to a {@link
 * ChildServer}.
 */
public final class GatewayProcess {
  private GatewayProcess() {}

  /** The command line that starts it. */
  public static List<String> commandLine(List<String> jvmOptions, String... args) {
    List<String> line =
        ScriptedServer.java(GatewayProcess.class, jvmOptions.toArray(String[]::new));
    line.add(1, ScriptedServer.ENCODING);
    line.addAll(List.of(args));
    return line;
  }

  public static void main(String[] args) throws Exception {
    TestSurface surface = new TestSurface();
    TestContext context = new TestContext("child", ChildServer.config(ChildServer.GRANDCHILDREN));
    surface.tool(
        "print",
        call -> {
          System.out.println("noise on System.out");
          return CompletableFuture.completedFuture(ToolResult.text("printed"));
        });
    surface.tool(
        "later",
        call ->
            new CompletableFuture<ToolResult>()
                .completeOnTimeout(ToolResult.text("later"), 300, TimeUnit.MILLISECONDS));
    surface.tool("never", call -> new CompletableFuture<>());

    Backend backend = null;
    if (List.of(args).contains("backend")) {
      backend = new StdioBackendProvider().create(context);
      Backend started = backend;
      surface.tool(
          "child_pids",
          call ->
              CompletableFuture.completedFuture(
                  ToolResult.text(
                      String.join(
                          ",",
                          ProcessHandle.current()
                              .descendants()
                              .map(handle -> Long.toString(handle.pid()))
                              .toList()))));
      for (String tool : List.of("echo", "never", "cancelled", "steps", "die")) {
        surface.tool(
            "child_" + tool,
            call -> started.call(new BackendCall(tool, call.arguments(), call.context())));
      }
      backend.start().toCompletableFuture().join();
    }
    Exposure exposure =
        new StdioTransportProvider()
            .create(Json.mapper().createObjectNode(), context)
            .open(surface, context);
    exposure.awaitClose();
    if (backend != null) {
      backend.stop().toCompletableFuture().join();
    }
    System.err.println("ended in order");
    System.exit(0);
  }
}
