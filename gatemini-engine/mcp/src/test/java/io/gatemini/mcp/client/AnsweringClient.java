package io.gatemini.mcp.client;

import io.gatemini.RawJson;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import java.util.HashMap;
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
    Map<String, ServerRequests.Method> answering = new HashMap<>();
    methods.forEach((name, method) -> answering.put(name, (params, cause) -> method.apply(params)));
    return McpBackend.over(channel, context, calls -> answering);
  }
}
