package io.gatemini.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An HTTP server on a bare socket, which can misbehave in every way a test asks for. */
public final class TestHttpServer implements AutoCloseable {
  private final ServerSocket listener;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "test-server");
            thread.setDaemon(true);
            return thread;
          });
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile Handler handler;

  public TestHttpServer(Handler handler) {
    this(0, handler);
  }

  /**
   * @param port of one that was closed, or 0
   */
  public TestHttpServer(int port, Handler handler) {
    this.handler = handler;
    listener = listen(port);
    threads.execute(this::accept);
  }

  /** The thread that accepted on the last socket of the port has to let go of it first. */
  private static ServerSocket listen(int port) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (true) {
      try {
        return new ServerSocket(port, 200, InetAddress.getLoopbackAddress());
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw new UncheckedIOException(e);
        }
        Thread.onSpinWait();
      }
    }
  }

  public void handle(Handler next) {
    handler = next;
  }

  public String url() {
    return "http://localhost:" + port() + "/mcp";
  }

  public String authority() {
    return "localhost:" + port();
  }

  public int port() {
    return listener.getLocalPort();
  }

  public List<Received> received() {
    return received;
  }

  public List<Received> received(String method) {
    return received.stream().filter(r -> r.method().equals(method)).toList();
  }

  /** How many connections there were so far. */
  public int connections() {
    return sockets.size();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        // Head and body are written apart: without this every answer waits for a delayed ACK.
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        if (listener.isClosed()) {
          socket.close(); // the end may not have seen it
        }
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (Optional<Received> next = read(in); next.isPresent(); next = read(in)) {
        received.add(next.get());
        handler.handle(next.get(), new Answer(socket, in));
      }
    } catch (IOException | InterruptedException e) {
      // The client went away, which is what many tests are about, or the test is over.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Received> read(InputStream in) throws IOException {
    String first = line(in);
    if (!first.endsWith(" HTTP/1.1")) {
      return Optional.empty();
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    String[] parts = first.split(" ", 3);
    return Optional.of(
        new Received(parts[0], parts[1], headers, new String(body, StandardCharsets.UTF_8)));
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  public interface Handler {
    void handle(Received request, Answer answer) throws Exception;
  }

  /** Header names are in lower case. */
  public record Received(String method, String path, Map<String, String> headers, String body) {
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }
  }

  /** The way back on the connection. */
  public static final class Answer {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Answer(Socket socket, InputStream in) throws IOException {
      this.socket = socket;
      this.in = in;
      this.out = socket.getOutputStream();
    }

    public void json(String body, String... headers) throws IOException {
      status("200 OK", "application/json", body, headers);
    }

    public void status(String status, String type, String body, String... headers)
        throws IOException {
      status(status, type, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    public void status(String status, String type, byte[] body, String... headers)
        throws IOException {
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + "\r\n");
      if (!type.isEmpty()) {
        head.append("Content-Type: ").append(type).append("\r\n");
      }
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
      raw(head.toString());
      out.write(body);
      out.flush();
    }

    public void empty(String status, String... headers) throws IOException {
      status(status, "", "", headers);
    }

    /** The head of an event stream; {@link #event} and {@link #end} follow. */
    public void stream(String... headers) throws IOException {
      raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n");
      for (String header : headers) {
        raw(header + "\r\n");
      }
      raw("\r\n");
    }

    public void event(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      raw(Integer.toHexString(bytes.length) + "\r\n" + text + "\r\n");
    }

    public void end() throws IOException {
      raw("0\r\n\r\n");
    }

    public void raw(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** Ends the connection as a crash does. */
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    public void cut() throws IOException {
      socket.close();
    }

    /** Waits until the client closes the connection. */
    public void awaitClose() throws IOException {
      if (in.read() >= 0) {
        throw new IllegalStateException("the client went on");
      }
    }
  }
}
