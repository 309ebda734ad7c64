package io.gatemini.transport.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.async.Tasks;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import io.gatemini.transport.stdio.StreamChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * MCP over a Unix-domain socket, any number of clients of this user at a time, each in a session of
 * its own. It is open until it is closed, whatever its clients do.
 */
public final class DaemonTransport implements Transport {
  /** The keys of the transport. */
  static final OptionTable OPTIONS = new OptionTable("");

  private static final OptionKey<Path> SOCKET =
      OPTIONS.addRequired(
          "socket",
          OptionType.path(),
          "The path of the socket, in a directory of this user's own.");
  private static final OptionKey<Integer> MAX_MESSAGE_BYTES =
      OPTIONS.add(
          "max_message_bytes",
          OptionType.integer(1024, 1 << 30),
          StreamChannel.DEFAULT_MAX_MESSAGE_BYTES,
          "The longest accepted message; longer ones are skipped.");
  private static final OptionKey<Duration> DRAIN_TIMEOUT =
      OPTIONS.add(
          "drain_timeout",
          OptionType.duration(Duration.ofDays(1), "no client waits longer"),
          SurfaceServer.DEFAULT_DRAIN_TIMEOUT,
          "The time for open answers after a client has closed its end.");

  private static final AtomicLong CLIENTS = new AtomicLong();

  private final OptionValues options;

  private DaemonTransport(OptionValues options) {
    this.options = options;
  }

  /**
   * At the socket that the options name.
   *
   * @throws ConfigException when none is named, a value is invalid or a key not known
   */
  static DaemonTransport of(JsonNode config) {
    return new DaemonTransport(OPTIONS.read(Options.of("daemon", config)));
  }

  @Override
  public String name() {
    return "daemon";
  }

  @Override
  public Exposure open(Surface surface, PluginContext context) {
    SurfaceServer server =
        SurfaceServer.of(surface, context.scheduler()).withDrainTimeout(options.get(DRAIN_TIMEOUT));
    Clients clients = new Clients();
    Path socket = options.get(SOCKET);
    try {
      clients.door =
          SocketDoor.open(socket, guest -> clients.add(server.serve(channel(guest, context))));
      return clients;
    } catch (IOException e) {
      throw new ConfigException(
          "nothing can listen at " + socket + ": " + e.getMessage() + "; choose another socket", e);
    }
  }

  private StreamChannel channel(SocketChannel guest, PluginContext context) {
    return StreamChannel.over(
        "gatemini-client-" + CLIENTS.incrementAndGet(),
        SocketStreams.in(guest),
        SocketStreams.out(guest),
        options.get(MAX_MESSAGE_BYTES),
        context.messageMemory());
  }

  /** Those that are there now. */
  private static final class Clients implements Exposure {
    private final Set<Exposure> open = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile @Nullable SocketDoor door;

    void add(Exposure client) {
      open.add(client);
      client.closed().whenComplete((nothing, failure) -> open.remove(client));
    }

    @Override
    public CompletionStage<Void> closed() {
      return closed;
    }

    @Override
    public void close() {
      SocketDoor known = door;
      if (known != null) {
        known.close();
      }
      Executor threads = Tasks.ownThread("gatemini-client-end");
      CompletableFuture<?>[] ended =
          open.stream()
              .map(client -> CompletableFuture.runAsync(client::close, threads))
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(ended).exceptionally(problem -> null).join();
      closed.complete(null);
    }
  }
}
