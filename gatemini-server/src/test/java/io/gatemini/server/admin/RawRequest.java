package io.gatemini.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A request as bytes on a socket: also one that no client would send. */
final class RawRequest implements AutoCloseable {
  private final Socket socket = new Socket();

  RawRequest(InetSocketAddress port) throws IOException {
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.getPort()));
  }

  /** An answer: its status line and headers, and its body. */
  record Answer(String head, String body) {
    int status() {
      return Integer.parseInt(head.split(" ", 3)[1]);
    }

    JsonNode json() {
      try {
        return Json.mapper().readTree(body);
      } catch (IOException e) {
        throw new AssertionError(body, e);
      }
    }
  }

  /** Asks for a path as who is on this machine does. */
  static Answer get(InetSocketAddress port, String path, String... headers) throws IOException {
    return ask(port, "GET", path, "localhost", headers);
  }

  static Answer ask(
      InetSocketAddress port, String method, String path, String host, String... headers)
      throws IOException {
    try (RawRequest request = new RawRequest(port)) {
      request.send(method, path, host, headers);
      return request.answer();
    }
  }

  void send(String method, String path, String host, String... headers) throws IOException {
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    text.append("Host: ").append(host).append("\r\nConnection: close\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    write(text + "\r\n");
  }

  void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  /** Up to the end of the connection. */
  Answer answer() throws IOException {
    String whole = new String(socket.getInputStream().readAllBytes(), UTF_8);
    int end = whole.indexOf("\r\n\r\n");
    return new Answer(whole.substring(0, end), whole.substring(end + 4));
  }

  /** Whether the other side has ended the connection without an answer; waits until it does. */
  boolean isCutOff() throws IOException {
    return socket.getInputStream().read() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
