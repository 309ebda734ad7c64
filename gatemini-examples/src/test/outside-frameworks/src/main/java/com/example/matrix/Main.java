package com.example.matrix;

import com.example.outside.FileServer;
import com.example.outside.OverHttp;
import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A gateway with all modules of Gatemini on the class path, beside a framework: it starts, searches,
 * calls over each transport, is used by the framework, and runs a program in each language.
 */
public final class Main {
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}""";

  private Main() {}

  /** Runs it; fails at the first thing that is not as expected. */
  public static void main(String[] args) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("outside.classpath", System.getProperty("java.class.path"));
    try (Gateway gateway =
        Gateway.builder()
            .backend("files", BackendConfig.stdio(java, "-cp", classPath, FileServer.class.getName()))
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool(
                        "refund",
                        "Refund an invoice.",
                        SCHEMA,
                        arguments -> "refunded " + arguments.get("invoice").asText()))
            .build()) {
      expect(gateway.awaitReady(Duration.ofSeconds(30)), true, "ready: " + gateway.backends());

      expect(gateway.search("refund this invoice").get(0).key(), "billing.refund", "search");
      expect(gateway.call("billing.refund", Map.of("invoice", "A-17")).text(), "refunded A-17", "call");
      expect(gateway.call("files.list_directory", Map.of("path", ".")).text().lines().count(), 3L, "child");
      OverHttp.main(args);

      Framework.use(gateway);

      String typescript =
          """
          const listing: string = await files.list_directory({path: "."});
          return listing.split("\\n").length;""";
      expect(gateway.run(ChainRequest.of(typescript).withLanguage("typescript")).text(), "3", "TypeScript");
      String lua =
          """
          local refunded = billing.refund({invoice = "A-17"}):await()
          return refunded .. " in Lua\"""";
      expect(gateway.run(ChainRequest.of(lua).withLanguage("lua")).text(), "refunded A-17 in Lua", "Lua");
    }
  }

  /** Fails where what is there is not what was expected. */
  static void expect(Object actual, Object expected, String what) {
    if (!expected.equals(actual)) {
      throw new AssertionError(what + ": " + actual);
    }
  }
}
