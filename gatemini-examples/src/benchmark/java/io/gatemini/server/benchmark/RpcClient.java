package io.gatemini.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.Json;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A JSON-RPC client that is nothing but a pump: one thread writes requests and reads answers, so
 * that its own part of a latency is small and the same for every server. For one thread.
 */
final class RpcClient implements AutoCloseable {
  private static final byte[] ID = "\"id\"".getBytes(UTF_8);
  private static final byte[] METHOD = "\"method\"".getBytes(UTF_8);
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final int SIGNIFICANT_DIGITS = 3;
  private static final long NO_ANSWER = -1;

  private final ServerProcess server;
  private final LineSplitter lines;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private long nextId = 1;

  private RpcClient(ServerProcess server) {
    this.server = server;
    this.lines = new LineSplitter(server.stdout());
  }

  static RpcClient start(ServerCommand command) throws IOException {
    return new RpcClient(ServerProcess.start(command));
  }

  ServerProcess server() {
    return server;
  }

  /** The handshake; returns when the server has answered it. */
  void initialize() throws IOException {
    request(
        "initialize",
        """
        {"protocolVersion":"2025-06-18","capabilities":{},\
        "clientInfo":{"name":"benchmark","version":"1"}}""");
    write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    flush();
  }

  /** One request, alone; its result. */
  JsonNode request(String method, String params) throws IOException {
    Line line = exchange(method, params);
    JsonNode answer = Json.mapper().readTree(line.buffer, line.from, line.to - line.from);
    if (!answer.has("result")) {
      throw new IOException(method + " failed: " + answer.path("error"));
    }
    return answer.get("result");
  }

  /** One request, alone; the line of its answer, which is valid until the next request. */
  Line exchange(String method, String params) throws IOException {
    long id = nextId++;
    String head = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method;
    write(head + "\",\"params\":" + params + "}\n");
    while (nextLine()) {
      if (answeredId() == id) {
        return new Line(lines.buffer(), lines.start(), lines.end());
      }
    }
    throw new EOFException("the server ended before it answered " + method);
  }

  /** Keeps {@code inFlight} calls under way until {@code calls} of them are answered. */
  LoadResult load(CallShape shape, int calls, int inFlight) throws IOException {
    Histogram nanos = new Histogram(LONGEST_NANOS, SIGNIFICANT_DIGITS);
    long[] sent = new long[calls];
    BitSet answered = new BitSet(calls);
    long firstId = nextId;
    nextId += calls;
    int wrong = 0;
    int made = 0;
    long began = System.nanoTime();
    while (answered.cardinality() < calls) {
      while (made < calls && made - answered.cardinality() < inFlight) {
        out.writeBytes(shape.request(firstId + made));
        sent[made++] = System.nanoTime();
      }
      if (!nextLine()) {
        break;
      }
      long now = System.nanoTime();
      long id = answeredId();
      int index = (int) (id - firstId);
      if (id == NO_ANSWER) {
        continue;
      }
      if (index < 0 || index >= made || answered.get(index)) {
        wrong++;
        continue;
      }
      answered.set(index);
      nanos.recordValue(Math.min(now - sent[index], LONGEST_NANOS));
      if (!shape.isAnswered(id, lines.buffer(), lines.start(), lines.end())) {
        wrong++;
      }
    }
    long wall = System.nanoTime() - began;
    return new LoadResult(calls, wrong, calls - answered.cardinality(), nanos, wall);
  }

  /** Goes to the next line; what is to be written is written before waiting for one. */
  private boolean nextLine() throws IOException {
    while (!lines.advance()) {
      flush();
      if (!lines.fill()) {
        return false;
      }
    }
    return true;
  }

  /** The id that the current line answers; a request of the server is answered on the way. */
  private long answeredId() {
    byte[] line = lines.buffer();
    int id = JsonScan.member(line, lines.start(), lines.end(), ID);
    if (id == JsonScan.ABSENT) {
      return NO_ANSWER;
    }
    int idEnd = JsonScan.endOfValue(line, id, lines.end());
    if (JsonScan.member(line, lines.start(), lines.end(), METHOD) != JsonScan.ABSENT) {
      String asked = new String(line, id, idEnd - id, UTF_8);
      write("{\"jsonrpc\":\"2.0\",\"id\":" + asked + ",\"result\":{}}\n");
      return NO_ANSWER;
    }
    long number = 0;
    for (int at = id; at < idEnd; at++) {
      if (line[at] < '0' || line[at] > '9') {
        return NO_ANSWER;
      }
      number = 10 * number + line[at] - '0';
    }
    return number;
  }

  private void write(String message) {
    out.writeBytes(message.getBytes(UTF_8));
  }

  private void flush() throws IOException {
    if (out.size() > 0) {
      out.writeTo(server.stdin());
      server.stdin().flush();
      out.reset();
    }
  }

  @Override
  public void close() {
    server.close();
  }

  /** A line of the wire: the bytes {@code from} to {@code to} of a buffer. */
  static final class Line {
    private final byte[] buffer;
    private final int from;
    private final int to;

    Line(byte[] buffer, int from, int to) {
      this.buffer = buffer;
      this.from = from;
      this.to = to;
    }

    boolean contains(String ascii) {
      return JsonScan.contains(buffer, from, to, ascii.getBytes(UTF_8));
    }

    int length() {
      return to - from;
    }
  }
}
