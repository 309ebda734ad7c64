package io.gatemini.internal.call;

import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.TestTransport;

/**
 * Backends with the tools {@code work}, which has no hints, {@code look}, which only reads, and
 * {@code put}, which is idempotent.
 */
final class GivenBackends {
  private static final String TRANSPORT = "given";

  private GivenBackends() {}

  static TestTransport transport() {
    TestTransport transport = new TestTransport(TRANSPORT);
    transport
        .backends()
        .tools(
            tool("work", ToolAnnotations.none()),
            tool("look", hint("readOnlyHint")),
            tool("put", hint("idempotentHint")));
    return transport;
  }

  static BackendConfig config() {
    return BackendConfig.of(TRANSPORT).validateArguments(false);
  }

  private static ToolAnnotations hint(String name) {
    return ToolAnnotations.fromJson(RawJson.parse("{\"" + name + "\":true}").tree());
  }

  private static BackendTool tool(String name, ToolAnnotations annotations) {
    return BackendTool.of(name, "Does " + name + ".", Tools.ANY_OBJECT)
        .withAnnotations(annotations);
  }
}
