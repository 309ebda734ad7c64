package com.example.outside;

import io.gatemini.config.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.mcp.sdk.SdkClientProvider;
import io.gatemini.mcp.sdk.SdkServerFeatures;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.McpJsonMapperSupplier;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A host that has an MCP SDK: a gateway behind a server of the SDK and behind a server of its own,
 * each under a client of the SDK and under a client of the gateway's own.
 */
public final class BesideSdk {
  private static final McpJsonMapper MAPPER =
      ServiceLoader.load(McpJsonMapperSupplier.class).findFirst().orElseThrow().get();

  private BesideSdk() {}

  /** Without arguments all of it; {@code sdk} and {@code own} are the two servers. */
  public static void main(String[] args) throws InterruptedException {
    switch (args.length == 0 ? "" : args[0]) {
      case "sdk" -> serveBySdk();
      case "own" -> serveByItself();
      default -> callAll();
    }
  }

  private static Gateway billing() {
    return Gateway.builder()
        .backend(
            "billing",
            BackendConfig.inProcess()
                .tool(
                    "refund",
                    "Refund an invoice.",
                    "{\"type\": \"object\", \"properties\": {\"invoice\": {\"type\": \"string\"}}}",
                    call -> "refunded " + call.get("invoice").asText()))
        .plugin(new CountingProvider())
        .backend("counter", BackendConfig.of("counting"))
        .build();
  }

  private static void serveBySdk() throws InterruptedException {
    SdkServerFeatures features = SdkServerFeatures.of(billing(), MAPPER);
    McpServer.sync(new StdioServerTransportProvider(MAPPER))
        .serverInfo("billing", "1")
        .instructions(features.instructions())
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .tools(features.syncTools())
        .build();
    new CountDownLatch(1).await();
  }

  private static void serveByItself() {
    try (Gateway gateway = billing()) {
      gateway.expose("stdio").awaitClose();
    }
  }

  private static void callAll() {
    SdkClientProvider clients =
        new SdkClientProvider(MAPPER)
            .client("sdk-sdk", () -> client("sdk"))
            .client("sdk-own", () -> client("own"));
    try (Gateway gateway =
        Gateway.builder()
            .plugin(clients)
            .backend("sdk-sdk", BackendConfig.of(SdkClientProvider.NAME))
            .backend("sdk-own", BackendConfig.of(SdkClientProvider.NAME))
            .backend("own-sdk", BackendConfig.stdio(java(), arguments("sdk")))
            .backend("own-own", BackendConfig.stdio(java(), arguments("own")))
            .build()) {
      expect(gateway.awaitReady(Duration.ofSeconds(60)), "all start: " + gateway.backends());
      for (String backend : List.of("sdk-sdk", "sdk-own", "own-sdk", "own-own")) {
        expect(gateway.catalog().tools(backend).size() == 7, "seven tools of " + backend);
        ToolResult found =
            gateway.call(
                backend + ".search_tools", Map.of("task_description", "refund an invoice"));
        expect(found.text().contains("billing.refund"), backend + " finds: " + found);
        String call =
            "{\"tool\": \"billing.refund\", \"arguments\": {\"invoice\": \"\u00e4-17\"}}";
        ToolResult called = gateway.call(backend + ".call_tool_chain", Map.of("code", call));
        expect(called.text().contains("refunded \u00e4-17"), backend + " calls: " + called);
        ToolResult wrong = gateway.call(backend + ".tool_info", Map.of("tool_name", "billing.x"));
        expect(wrong.isError(), backend + " tells of errors: " + wrong);
        System.err.println(backend + " works");
      }
      for (String backend : List.of("own-sdk", "own-own")) {
        List<Double> progress = new CopyOnWriteArrayList<>();
        Map<String, String> count = Map.of("code", "{\"tool\": \"counter.count\"}");
        gateway
            .callAsync(
                ToolCall.of(backend + ".call_tool_chain", count)
                    .withProgress((done, total, message) -> progress.add(done)))
            .join();
        expect(progress.equals(List.of(1.0, 2.0)), backend + " reports progress: " + progress);
      }
    }
  }

  private static McpAsyncClient client(String server) {
    return McpClient.async(
            new StdioClientTransport(
                ServerParameters.builder(java()).args(arguments(server)).build(), MAPPER))
        .requestTimeout(Duration.ofSeconds(30))
        .build();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String[] arguments(String server) {
    return new String[] {
      "-cp", System.getProperty("java.class.path"), BesideSdk.class.getName(), server
    };
  }

  private static void expect(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
