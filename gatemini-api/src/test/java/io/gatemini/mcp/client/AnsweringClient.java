package io.gatemini.mcp.client;

import io.gatemini.RawJson;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A backend that answers what its server asks. */
public final class AnsweringClient {
  private AnsweringClient() {}

  public static Backend over(
      MessageChannel channel,
      BackendContext context,
      Map<String, Function<RawJson, CompletionStage<RawJson>>> methods) {
    return McpBackend.over(channel, context, methods);
  }
}
