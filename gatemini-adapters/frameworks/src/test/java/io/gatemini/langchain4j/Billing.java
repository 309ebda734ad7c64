package io.gatemini.langchain4j;

import io.gatemini.Gateway;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;

/** A gateway over a few tools in this process. */
final class Billing {
  static final String INVOICE =
      """
      {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}""";

  private Billing() {}

  /** With two tools, the second of which is there because the first must be found. */
  static BackendConfig tools() {
    return BackendConfig.inProcess()
        .tool(
            "refund",
            "Refund an invoice.",
            INVOICE,
            arguments -> "refunded " + arguments.path("invoice").asText())
        .tool(
            "who_calls",
            "The session of a call.",
            "{}",
            ToolHandler.of((arguments, context) -> context.session().id()));
  }

  static Gateway gateway(BackendConfig tools) {
    Gateway gateway = TestGateway.ready(TestGateway.builder().backend("billing", tools));

    return gateway;
  }
}
