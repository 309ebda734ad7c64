package io.gatemini.examples;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.ToolInfo;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A gateway inside a program of your own: an MCP server and plain Java methods side by side, asked
 * from Java.
 *
 * <p>Needs Node for the file server; name the command of another one to use that.
 */
public final class EmbeddedGateway {
  private EmbeddedGateway() {}

  /** Builds the gateway, asks it a few things and prints the answers. */
  public static void main(String... fileServer) {
    List<String> command =
        fileServer.length > 0
            ? List.of(fileServer)
            : List.of("npx", "-y", "@modelcontextprotocol/server-filesystem", ".");
    talk(command).forEach(System.out::println);
  }

  static List<String> talk(List<String> fileServer) {
    Billing billing = new Billing();
    List<String> said = new ArrayList<>();
    try (Gateway gateway =
        Gateway.builder()
            .backend("files", BackendConfig.of("stdio").command(fileServer))
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool(
                        "refund",
                        "Refund an invoice.",
                        """
                        {"type": "object",
                         "properties": {"invoice": {"type": "string"}},
                         "required": ["invoice"]}""",
                        args -> billing.refund(args.get("invoice").asText())))
            // A program over other tools, as a tool that agents find, too.
            .compositeTool(
                "refund_listed",
                CompositeTool.of(
                    "Refund an invoice for each file of a directory.",
                    """
                    const {content} = await files.list_directory(params);
                    return await parallel(content.split("\\n"), invoice => billing.refund({invoice}));"""))
            .build()) {

      // Optional: build() returns at once, the backends start in the background.
      gateway.awaitReady(Duration.ofSeconds(10));
      for (SearchHit hit : gateway.search("refund the customer's invoice")) {
        said.add("found  " + hit.key() + ": " + hit.summary());
      }
      ToolInfo info = gateway.tool("billing.refund");
      said.add("info   " + info.key() + " takes " + info.parameters());
      ToolResult one = gateway.call("billing.refund", Map.of("invoice", "A-17"));
      said.add("call   " + one.text());
      ChainResult all =
          gateway.run(
              """
              const listing = await files.list_directory({path: "."});
              return listing.content.split("\\n").length;""");
      said.add("run    " + all.text());
      ChainResult plan =
          gateway.run(
              ChainRequest.of("return (await __composite.refund_listed({})).length;")
                  .withMode(ChainRequest.Mode.PLAN));
      said.add("plan   " + plan.value().at("/plan/0/tool").asText());
      ToolResult refunds = gateway.call("refund_listed", Map.of("params", Map.of("path", ".")));
      said.add("refund " + refunds.text());
    }
    return said;
  }

  /** The program does this anyway; the gateway only calls it. */
  private static final class Billing {
    String refund(String invoice) {
      return "refunded " + invoice;
    }
  }
}
