package io.gatemini.internal.backend;

import io.gatemini.config.Prerequisite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A program that backends may need: notes its process id in a file, opens a port after half a
 * second, and answers each connection there like an HTTP server.
 */
public final class PortProgram {
  private PortProgram() {}

  /** Starts it with these arguments: file, port, status of its answers. */
  public static Prerequisite prerequisite(Path notes, int port, int status) {
    return Prerequisite.command(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        PortProgram.class.getName(),
        notes.toString(),
        Integer.toString(port),
        Integer.toString(status));
  }

  public static void main(String[] args) throws Exception {
    Files.writeString(
        Path.of(args[0]),
        ProcessHandle.current().pid() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    if (new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("nobody counts down");
    }
    System.err.println("opening the port");
    try (ServerSocket server =
        new ServerSocket(Integer.parseInt(args[1]), 50, InetAddress.getLoopbackAddress())) {
      while (true) {
        answer(server, args[2]);
      }
    }
  }

  private static void answer(ServerSocket server, String status) throws IOException {
    try (Socket socket = server.accept()) {
      socket
          .getOutputStream()
          .write(
              ("HTTP/1.1 " + status + " Answer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      if (socket.getInputStream().read() < 0) {
        socket.shutdownInput();
      }
    } catch (java.net.SocketException e) {
      System.err.println("a client went away");
    }
  }
}
