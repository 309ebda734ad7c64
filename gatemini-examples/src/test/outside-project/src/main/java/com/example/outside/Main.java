package com.example.outside;

import io.gatemini.config.BackendConfig;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RegistrationException;
import io.gatemini.SearchHit;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The program of the design's page "the API in one page", with a file server that is a child
 * process. The arguments say whether the class path has a script engine, and an MCP SDK.
 */
public final class Main {
  private Main() {}

  /** Runs the program; fails at the first thing that is not as expected. */
  public static void main(String[] args) {
    boolean scripts = List.of(args).contains("scripts");
    boolean besideSdk = List.of(args).contains("beside-sdk");
    Billing billing = new Billing();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String schema =
        """
        {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}""";
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "files",
                BackendConfig.stdio(
                    java,
                    "-cp",
                    System.getProperty("java.class.path"),
                    FileServer.class.getName()))
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool(
                        "refund",
                        "Refund an invoice.",
                        schema,
                        call -> billing.refund(call.get("invoice").asText())))
            .build()) {

      expect(gateway.awaitReady(Duration.ofSeconds(30)), "the backends start: " + gateway.backends());
      expect(gateway.catalog().tools().size() == 2, "two tools: " + gateway.catalog().tools());
      for (SearchHit hit : gateway.search("give the customer the money back")) {
        System.err.println("found " + hit.key());
      }
      List<SearchHit> hits = gateway.search("refund this invoice");
      expect(!hits.isEmpty() && hits.get(0).key().equals("billing.refund"), "search: " + hits);
      expect(
          gateway.plugins().stream().anyMatch(plugin -> plugin.name().equals("lexical")),
          "the retriever of gatemini-search is found: " + gateway.plugins());

      ToolInfo info = gateway.tool("billing.refund");
      expect(info.parameters().equals(List.of("invoice")), "parameters: " + info.parameters());
      ToolResult one = gateway.call("billing.refund", Map.of("invoice", "A-17"));
      expect(one.text().equals("refunded A-17"), "call: " + one);
      ToolResult listing = gateway.call("files.list_directory", Map.of("path", "."));
      expect(listing.text().equals("a.txt\nb.txt\nc.txt"), "call of the child: " + listing);

      ChainResult simple = gateway.run("return await files.list_directory({\"path\": \".\"})");
      expect(simple.text().equals(listing.text()), "simple call: " + simple);
      ChainResult all =
          gateway.run(
              """
              const listing = await files.list_directory({path: "."});
              return listing.split("\\n").length;""");
      if (scripts) {
        expect(all.text().equals("3"), "program: " + all);
      } else {
        expect(
            all.isError() && all.text().contains("gatemini-sandbox"),
            "a program without an engine is told what to add: " + all);
      }
      if (!besideSdk) {
        refusesToRunUncheckedArguments(gateway);
      }
      System.err.println("exposing");
      gateway.expose("stdio").awaitClose();
    }
    System.err.println("outside project: done");
  }

  /** There is no validator on this class path, unless an SDK brings one. */
  private static void refusesToRunUncheckedArguments(Gateway gateway) {
    BackendConfig tools =
        BackendConfig.of("cli-adapter")
            .option(
                "tools",
                Map.of(
                    "say",
                    Map.of(
                        "description", "Say a word.",
                        "command", "echo {{word}}",
                        "input_schema",
                            Map.of("properties", Map.of("word", Map.of("maxLength", 9))))));
    try {
      gateway.register("words", tools);
      throw new AssertionError("arguments would go unchecked");
    } catch (RegistrationException e) {
      expect(e.getMessage().contains("json-schema-validator"), "what to add: " + e.getMessage());
    }
    gateway.register("words", tools.validateArguments(false));
    ToolResult said = gateway.call("words.say", Map.of("word", "hello"));
    expect(said.text().strip().equals("hello"), "an unchecked call: " + said);
  }

  private static void expect(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static final class Billing {
    String refund(String invoice) {
      return "refunded " + invoice;
    }
  }
}
