package io.gatemini.mcp.sdk;

import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Makes backends of clients of the MCP SDK, for servers that a host reaches in a way of its own.
 * Thread-safe.
 */
public final class SdkClientProvider implements BackendProvider {
  /** The transport of the backends. */
  public static final String NAME = "mcp-sdk";

  private final SdkJson json;
  private final Map<String, Supplier<McpAsyncClient>> clients = new ConcurrentHashMap<>();

  /** A provider of clients that have this mapper. */
  public SdkClientProvider(McpJsonMapper mapper) {
    this.json = new SdkJson(mapper);
  }

  /**
   * Says how the client of a backend is made: at each start a new one, which the gateway
   * initializes and closes.
   */
  public SdkClientProvider client(String backend, Supplier<McpAsyncClient> client) {
    clients.put(backend, client);
    return this;
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ConfigException if the backend's client has no factory
   */
  @Override
  public Backend create(BackendContext context) {
    Supplier<McpAsyncClient> client = clients.get(context.name());
    if (client == null) {
      throw new ConfigException(
          "no one defines how the client of backend \""
              + context.name()
              + "\" is made; give its name to SdkClientProvider.client");
    }
    return new SdkClientBackend(context, client, json);
  }
}
