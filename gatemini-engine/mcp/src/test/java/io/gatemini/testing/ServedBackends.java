package io.gatemini.testing;

import io.gatemini.Gateway;
import io.gatemini.mcp.client.McpBackend;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import java.util.Map;
import java.util.Objects;

/** Backends that are other gateways in this process, each behind a pipe of its own. */
public final class ServedBackends implements BackendProvider {
  private static final int LONGEST_MESSAGE = 4 << 20;

  private final Map<String, Gateway> upstream;

  /**
   * @param upstream the gateway behind each backend's name
   */
  public ServedBackends(Map<String, Gateway> upstream) {
    this.upstream = Map.copyOf(upstream);
  }

  @Override
  public String name() {
    return "served";
  }

  @Override
  public Backend create(BackendContext context) {
    Gateway gateway = Objects.requireNonNull(upstream.get(context.name()));
    MemoryPipe toServer = new MemoryPipe();
    MemoryPipe toClient = new MemoryPipe();
    SurfaceServer.of(gateway.surface(), context.scheduler())
        .serve(
            LineChannel.over(
                context.name() + "-server", toServer.in, toClient.out, LONGEST_MESSAGE));
    return McpBackend.over(
        LineChannel.over(context.name() + "-client", toClient.in, toServer.out, LONGEST_MESSAGE),
        context);
  }
}
