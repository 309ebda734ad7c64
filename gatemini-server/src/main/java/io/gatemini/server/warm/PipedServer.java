package io.gatemini.server.warm;

import io.gatemini.mcp.client.McpBackend;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.transport.stdio.StreamChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;

/** A pair of pipes to an MCP server in this process, and the transport of the backend behind it. */
record PipedServer(Pipe requests, Pipe answers) implements BackendProvider, AutoCloseable {
  static PipedServer open() throws IOException {
    return new PipedServer(Pipe.open(), Pipe.open());
  }

  @Override
  public String name() {
    return "pipes";
  }

  /** The server's input. */
  InputStream in() {
    return Channels.newInputStream(requests.source());
  }

  /** The server's output. */
  OutputStream out() {
    return Channels.newOutputStream(answers.sink());
  }

  @Override
  public Backend create(BackendContext context) {
    return McpBackend.over(
        StreamChannel.over(
            "gatemini-warm-up",
            Channels.newInputStream(answers.source()),
            Channels.newOutputStream(requests.sink()),
            StreamChannel.DEFAULT_MAX_MESSAGE_BYTES),
        context);
  }

  @Override
  public void close() throws IOException {
    requests.sink().close();
    requests.source().close();
    answers.sink().close();
    answers.source().close();
  }
}
