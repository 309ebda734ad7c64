package io.gatemini.server.archive;

import io.gatemini.server.demo.EchoServer;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The daemon of the proxy whose archive is recorded: a thread of this process, which greets and
 * answers one client.
 */
record ProxyPeer(DaemonPlaces places, ServerSocketChannel door) implements AutoCloseable {
  /**
   * The configuration of that proxy, and none that is valid: should this process be killed, the
   * daemon that the proxy would start ends at once.
   */
  static final String CONFIG = "proxy.yaml";

  private static final Logger LOG = System.getLogger(ProxyPeer.class.getName());

  static ProxyPeer open(Path directory) throws IOException {
    DaemonPlaces places = DaemonPlaces.of(directory.resolve(CONFIG));
    places.prepareDirectory();
    Files.deleteIfExists(places.socket());
    try (FileChannel pid = DaemonPlaces.open(places.pid())) {
      DaemonPlaces.writePid(pid, ProcessHandle.current().pid());
    }
    ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    ProxyPeer peer = new ProxyPeer(places, door.bind(UnixDomainSocketAddress.of(places.socket())));
    Thread thread = new Thread(peer::serve, "gatemini-archive-peer");
    thread.setDaemon(true);
    thread.start();
    return peer;
  }

  private void serve() {
    String version = ProxyPeer.class.getPackage().getImplementationVersion();
    try (SocketChannel proxy = door.accept();
        BufferedReader in = new BufferedReader(Channels.newReader(proxy, StandardCharsets.UTF_8));
        PrintStream out =
            new PrintStream(Channels.newOutputStream(proxy), true, StandardCharsets.UTF_8)) {
      out.print(Greeting.daemon(version == null ? "0" : version, false) + "\n");
      EchoServer.serve(in, out);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the proxy has left, or none came", e);
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    Files.deleteIfExists(places.socket());
    Files.deleteIfExists(places.pid());
  }
}
