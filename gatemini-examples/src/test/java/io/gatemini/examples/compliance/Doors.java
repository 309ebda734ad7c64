package io.gatemini.examples.compliance;

import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.server.daemon.Daemon;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestContext;
import io.gatemini.testing.TestGateway;
import io.gatemini.transport.daemon.SocketStreams;
import io.gatemini.transport.http.server.HttpTransport;
import io.gatemini.transport.stdio.StdioTransport;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/** The ways into a gateway: pipes, the socket of a daemon, and HTTP. */
final class Doors implements AutoCloseable {
  enum Kind {
    STDIO,
    DAEMON,
    HTTP
  }

  private final Gateway gateway;
  private final TestContext context = new TestContext();
  private final DaemonPlaces places;
  private final Daemon daemon;
  private final HttpTransport.Listening http;

  private Doors(Path directory, Supplier<GatewayBuilder> builder) throws IOException {
    gateway = TestGateway.ready(builder.get());
    places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    Path config = Files.writeString(directory.resolve("gatemini.yaml"), "{}");
    daemon = Daemon.open(places, config, "1.0", variables -> builder.get());
    daemon.configure(builder.get().settings());
    http = HttpTransport.at("127.0.0.1:0").open(gateway.surface(), context.withThreads());
  }

  /**
   * Opens all of them.
   *
   * @param directory where the socket of the daemon goes
   * @param builder makes the gateway, and that of the daemon
   */
  static Doors open(Path directory, Supplier<GatewayBuilder> builder) throws IOException {
    return new Doors(directory, builder);
  }

  /** A new connection, without a handshake. */
  Wire connect(Kind kind, String version) throws IOException {
    return switch (kind) {
      case STDIO -> stdio();
      case DAEMON -> socket();
      case HTTP -> new HttpWire(http.uri(), version);
    };
  }

  private Wire stdio() {
    MemoryPipe toServer = new MemoryPipe();
    MemoryPipe toClient = new MemoryPipe();
    Exposure exposure = gateway.expose(StdioTransport.over(toServer.in, toClient.out));
    return Wire.lines(toClient.in, toServer.out, exposure);
  }

  private Wire socket() throws IOException {
    SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
    socket.connect(UnixDomainSocketAddress.of(places.socket()));
    OutputStream out =
        new FilterOutputStream(SocketStreams.out(socket)) {
          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
          }

          @Override
          public void close() throws IOException {
            socket.shutdownOutput();
          }
        };
    Wire wire = Wire.lines(SocketStreams.in(socket), out, socket);
    out.write((Greeting.client("1", "/", Map.of()) + "\n").getBytes(StandardCharsets.UTF_8));
    wire.next();
    return wire;
  }

  @Override
  public void close() {
    http.close();
    daemon.close();
    gateway.close();
    context.close();
  }
}
