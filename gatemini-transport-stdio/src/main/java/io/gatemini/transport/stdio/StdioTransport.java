package io.gatemini.transport.stdio;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Exposure;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.Function;

/**
 * MCP over a pair of byte streams, by default this process's stdin and stdout.
 *
 * <p>Opened over stdout it first points {@code System.out} to {@code System.err}, for good: what a
 * library prints must not end up between messages. The exposure ends when the client closes its end
 * (answers under way are drained first, within {@code drain_timeout}) or stops reading; the host
 * then closes the gateway.
 */
public final class StdioTransport implements Transport {
  private final Function<MessageMemory, StreamChannel> channel;
  private final Duration drainTimeout;

  private StdioTransport(Function<MessageMemory, StreamChannel> channel, Duration drainTimeout) {
    this.channel = channel;
    this.drainTimeout = drainTimeout;
  }

  /**
   * Over this process's stdin and stdout.
   *
   * @param options {@code drain_timeout} and {@code max_message_bytes}, both optional
   * @throws io.gatemini.config.ConfigException when a value is invalid or a key not known
   */
  static StdioTransport ofProcess(JsonNode options) {
    OptionValues values = StdioOptions.TRANSPORT.read(Options.of("stdio", options));
    int maxMessageBytes = values.get(StdioOptions.MAX_REQUEST_BYTES);
    return new StdioTransport(
        memory -> {
          System.setOut(System.err);
          return StreamChannel.overProcessStreams(
              "gatemini-stdio",
              new FileInputStream(FileDescriptor.in),
              new FileOutputStream(FileDescriptor.out),
              maxMessageBytes,
              memory);
        },
        values.get(StdioOptions.DRAIN_TIMEOUT));
  }

  /** Over other streams, which are closed with the exposure; {@code System.out} is left alone. */
  public static StdioTransport over(InputStream in, OutputStream out) {
    return new StdioTransport(
        memory ->
            StreamChannel.over(
                "gatemini-stream", in, out, StreamChannel.DEFAULT_MAX_MESSAGE_BYTES, memory),
        SurfaceServer.DEFAULT_DRAIN_TIMEOUT);
  }

  @Override
  public String name() {
    return "stdio";
  }

  @Override
  public Exposure open(Surface surface, PluginContext context) {
    StreamChannel opened = channel.apply(context.messageMemory());
    return SurfaceServer.of(surface, context.scheduler())
        .withDrainTimeout(drainTimeout)
        .serve(opened);
  }
}
