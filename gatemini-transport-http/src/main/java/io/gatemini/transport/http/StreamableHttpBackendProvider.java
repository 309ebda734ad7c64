package io.gatemini.transport.http;

import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.client.McpBackend;
import io.gatemini.mcp.client.ServerEras;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionTable;
import java.util.List;

/**
 * Makes backends of MCP servers that are reached over streamable HTTP: {@code url}, {@code headers}
 * and the options {@code oauth} and {@code max_message_bytes} of the configuration, under the
 * transport name {@code streamable-http}. Older servers (HTTP+SSE) are recognised.
 *
 * <p>Each backend has its own HTTP client with a few daemon threads, from its start to its stop.
 */
public final class StreamableHttpBackendProvider implements BackendProvider {
  private final ServerEras eras = new ServerEras();

  /** For {@link java.util.ServiceLoader} and for builders that do not discover. */
  public StreamableHttpBackendProvider() {}

  @Override
  public String name() {
    return "streamable-http";
  }

  /** A server on the network mostly serves many. */
  @Override
  public int maxConcurrentCalls() {
    return 100;
  }

  @Override
  public OptionTable options() {
    return HttpAddress.KEYS;
  }

  @Override
  public List<String> impliedBy() {
    return List.of("url");
  }

  @Override
  public void validate(String backend, BackendConfig config) {
    HttpAddress.of(backend, config);
  }

  @Override
  public boolean takesSignIn() {
    return true;
  }

  @Override
  public Backend create(BackendContext context) {
    HttpAddress address = HttpAddress.of(context.name(), context.config());
    return McpBackend.over(new HttpMessageChannel(context, address), context, eras);
  }
}
