package io.gatemini.examples.compliance;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.testing.ScriptedServer;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestSurface;
import io.gatemini.transport.stdio.StdioTransport;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;

/** A server with an answer of each kind; as a process it serves stdin and stdout. */
final class ProxyFixture {
  private static final String PNG =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

  /** The results by the name of the tool. */
  static final Map<String, String> RESULTS = new LinkedHashMap<>();

  static {
    RESULTS.put(
        "text",
        """
        {"content":[{"type":"text","text":"hällo","annotations":{"audience":["user"],"priority":0.5},
         "_meta":{"own/block":1}}]}""");
    RESULTS.put(
        "image",
        "{\"content\":[{\"type\":\"image\",\"data\":\"" + PNG + "\",\"mimeType\":\"image/png\"}]}");
    RESULTS.put(
        "audio",
        """
        {"content":[{"type":"audio","data":"UklGRiQAAABXQVZFZm10IA==","mimeType":"audio/wav"}]}""");
    RESULTS.put(
        "embedded",
        """
        {"content":[{"type":"resource","resource":
         {"uri":"own://a","mimeType":"text/plain","text":"inside"}}]}""");
    RESULTS.put(
        "link",
        """
        {"content":[{"type":"resource_link","uri":"https://example.com/a","name":"a",
         "description":"A page.","mimeType":"text/html"}]}""");
    RESULTS.put(
        "structured",
        """
        {"content":[{"type":"text","text":"{\\"ok\\":true}"}],"structuredContent":{"ok":true}}""");
    RESULTS.put(
        "meta",
        """
        {"content":[{"type":"text","text":"with meta"}],"_meta":{"own/result":[1,null]}}""");
    RESULTS.put("failed", "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}");
    RESULTS.put(
        "several",
        """
        {"content":[{"type":"text","text":"one"},{"type":"audio","data":"UklGRg==",
         "mimeType":"audio/wav"},{"type":"text","text":"two"}]}""");
  }

  private ProxyFixture() {}

  static TestSurface surface() {
    TestSurface surface = new TestSurface();
    RESULTS.forEach(
        (name, result) ->
            surface.tool(
                name,
                call -> CompletableFuture.completedFuture(ToolResult.of(RawJson.parse(result)))));
    return surface
        .tool(
            "steps",
            call -> {
              for (int i = 1; i <= 3; i++) {
                call.context()
                    .client()
                    .progress()
                    .onProgress(i, OptionalDouble.of(3), Optional.of("step " + i));
              }
              return CompletableFuture.completedFuture(ToolResult.text("done"));
            })
        .tool(
            "refused",
            call ->
                CompletableFuture.failedFuture(
                    new InvalidArgumentsException("\"n\" must be a number below 10")))
        .tool("never", call -> new CompletableFuture<>());
  }

  /** The command line of the process. */
  static List<String> command() {
    return ScriptedServer.java(ProxyFixture.class);
  }

  public static void main(String[] args) {
    try (TestContext context = new TestContext()) {
      StdioTransport.over(System.in, new FileOutputStream(FileDescriptor.out))
          .open(surface(), context.withThreads())
          .awaitClose();
    }
    System.exit(0);
  }
}
