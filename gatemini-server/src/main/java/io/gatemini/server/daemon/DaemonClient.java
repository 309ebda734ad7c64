package io.gatemini.server.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.internal.json.JsonText;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.server.ipc.Greeting;
import io.gatemini.transport.daemon.SocketStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * One connection, once both sides have greeted.
 *
 * @param wants what it is for, of {@link Greeting}
 * @param version the version of the program at the other end
 * @param pid the process at the other end; 0 where it does not say
 * @param cwd its working directory, or nothing
 * @param inside the gateways that the process runs, as passed to their children
 * @param variables what it brings of its environment
 * @param greeting all that it says, with what only some requests have
 * @param in what follows its greeting
 */
record DaemonClient(
    SocketChannel socket,
    String wants,
    String version,
    long pid,
    String cwd,
    String inside,
    Map<String, String> variables,
    JsonNode greeting,
    Instant since,
    InputStream in,
    OutputStream out) {
  /** A configuration names some variables, and none is larger than an environment. */
  private static final int MAX_GREETING_BYTES = 4 * 1024 * 1024;

  /**
   * Greets and waits for the other side's greeting.
   *
   * @param waiting whether a change of the configuration waits
   * @throws IOException when what comes is none
   */
  static DaemonClient greeted(SocketChannel socket, String ownVersion, boolean waiting)
      throws IOException {
    InputStream in = SocketStreams.in(socket);
    OutputStream out = SocketStreams.out(socket);
    write(out, Greeting.daemon(ownVersion, waiting));
    byte[] chunk = new byte[8192];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (line.size() < MAX_GREETING_BYTES) {
      int count = in.read(chunk);
      if (count < 0) {
        throw new IOException("it left without a greeting");
      }
      for (int i = 0; i < count; i++) {
        if (chunk[i] == '\n') {
          line.write(chunk, 0, i);
          InputStream rest = new ByteArrayInputStream(chunk, i + 1, count - i - 1);
          return of(socket, line.toByteArray(), new SequenceInputStream(rest, in), out);
        }
      }
      line.write(chunk, 0, count);
    }
    throw new IOException("its greeting has no end");
  }

  private static DaemonClient of(
      SocketChannel socket, byte[] line, InputStream in, OutputStream out) throws IOException {
    JsonNode greeting = JsonValues.parse(line);
    if (!greeting.path("gatemini").isInt()) {
      throw new IOException(
          "its first line is not a greeting; clients connect through \"gatemini\"");
    }
    int protocol = greeting.path("gatemini").asInt();
    if (protocol != DaemonPlaces.PROTOCOL) {
      String problem =
          "this daemon knows version "
              + DaemonPlaces.PROTOCOL
              + " of the greeting, not "
              + protocol
              + "; connect with the gatemini that has started it";
      write(out, "{\"error\":" + JsonText.quoted(problem) + "}");
      throw new IOException(problem);
    }
    Map<String, String> variables = new TreeMap<>();
    greeting
        .path("variables")
        .properties()
        .forEach(variable -> variables.put(variable.getKey(), variable.getValue().asText()));
    return new DaemonClient(
        socket,
        greeting.path("as").asText(),
        greeting.path("version").asText(),
        greeting.path("pid").asLong(),
        greeting.path("cwd").asText(),
        greeting.path("inside").asText(),
        variables,
        greeting,
        Instant.now(),
        in,
        out);
  }

  /** Says one line and leaves. */
  void answer(JsonNode json) throws IOException {
    say(json);
    socket.close();
  }

  /** Says one line. */
  void say(JsonNode json) throws IOException {
    write(out, RawJson.of(json).toString());
  }

  private static void write(OutputStream out, String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Secrets may be among the variables. */
  @Override
  public String toString() {
    return wants + " of process " + pid;
  }
}
