package io.gatemini.transport.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/**
 * A socket as two streams that work at the same time. Those of {@link Channels} over the socket
 * itself do not before Java 19: who writes waits there for who reads (JDK-8279339).
 */
public final class SocketStreams {
  private SocketStreams() {}

  /** The input; closing it closes the socket. */
  public static InputStream in(SocketChannel socket) {
    return Channels.newInputStream(new Bytes(socket));
  }

  /** The output; closing it closes the socket. */
  public static OutputStream out(SocketChannel socket) {
    return Channels.newOutputStream(new Bytes(socket));
  }

  /** The socket as no more than a channel, so that its streams have no lock in common. */
  private record Bytes(SocketChannel socket) implements ByteChannel {
    @Override
    public int read(ByteBuffer buffer) throws IOException {
      return socket.read(buffer);
    }

    @Override
    public int write(ByteBuffer buffer) throws IOException {
      return socket.write(buffer);
    }

    @Override
    public boolean isOpen() {
      return socket.isOpen();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
