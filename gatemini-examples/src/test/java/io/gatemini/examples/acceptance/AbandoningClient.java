package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A client process that starts a server, has a call in flight, and waits to be killed.
 *
 * <p>{@code java ... AbandoningClient <pid file> <tool> <server command...>}
 */
public final class AbandoningClient {
  private AbandoningClient() {}

  public static void main(String[] args) throws Exception {
    RawMcpClient client = RawMcpClient.connect(List.of(args).subList(2, args.length), Map.of());
    client.awaitTool(args[1]);
    CompletableFuture<?> open = client.chainAsync(args[1], object("ms", 60_000));
    // The call is on its way when the ping behind it is answered.
    client.ping();
    Files.writeString(Path.of(args[0]), client.process().pid() + "\n");
    open.join();
  }
}
