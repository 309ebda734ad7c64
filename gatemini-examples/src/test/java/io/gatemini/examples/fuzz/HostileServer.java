package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * An MCP server over stdio that misbehaves as a seed says while the file {@code armed} is in its
 * directory, and is honest while it is not. Each of its processes has its own chance: the directory
 * counts them.
 *
 * <p>{@code java HostileServer <seed> <directory>}
 */
public final class HostileServer {
  static final String ARMED = "armed";

  private static final String STARTS = "starts";

  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final FuzzServer honest = new FuzzServer(out);
  private final Path armed;
  private final long seed;
  private final HostileAnswers answers = new HostileAnswers();
  private int step;

  private HostileServer(long seed, Path directory) throws IOException {
    Path starts = directory.resolve(STARTS);
    Files.writeString(starts, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    this.seed = seed + Files.size(starts);
    this.armed = directory.resolve(ARMED);
  }

  /** The command line. */
  static List<String> command(long seed, Path directory) {
    List<String> line = new ArrayList<>(FuzzServer.java(HostileServer.class));
    line.addAll(List.of("" + seed, directory.toString()));
    return line;
  }

  public static void main(String[] args) throws Exception {
    HostileServer server = new HostileServer(Long.parseLong(args[0]), Path.of(args[1]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    String line;
    while ((line = in.readLine()) != null) {
      JsonNode message = Json.mapper().readTree(line);
      if (Files.exists(server.armed)) {
        try {
          server.misbehave(message, Chance.of(server.seed, server.step++));
        } catch (RuntimeException | Error e) {
          // Its own heap is small; a stack in its last words would look like the gateway's.
          String why = e instanceof OutOfMemoryError ? "no memory is left" : e.toString();
          System.err.println("the hostile server failed: " + why);
          Runtime.getRuntime().halt(1);
        }
      } else {
        server.honest.handle(message);
        server.repent();
      }
    }
    System.exit(0);
  }

  /** Has its lies forgotten, once. */
  private void repent() throws IOException {
    if (step > 0) {
      step = 0;
      write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n");
    }
  }

  private void misbehave(JsonNode message, Chance chance) throws Exception {
    if (chance.oneIn(12)) {
      flood(chance);
    }
    if (!message.has("id")) {
      return;
    }
    // Pings and handshakes mostly succeed, or there would be nothing but restarts.
    String method = message.path("method").asText();
    boolean work = method.equals("tools/list") || method.equals("tools/call");
    if (chance.percent(work ? 15 : 85)) {
      honest.handle(message);
      return;
    }
    switch (chance.below(30)) {
      case 0 -> {} // silence
      case 1 -> {
        if (chance.oneIn(4)) {
          System.err.println(HostileText.of(chance));
          Runtime.getRuntime().halt(chance.below(256));
        }
      }
      case 2 -> {
        honest.handle(message);
        honest.handle(message);
      }
      case 3 -> write(answers.line(HostileJson.value(chance), answers.result(method, chance)));
      case 4 -> {
        write(HostileText.of(chance) + "\n");
        honest.handle(message);
      }
      case 5 -> {
        String line = answers.line(message.get("id"), answers.result(method, chance));
        write(line.substring(0, line.length() / 2));
        if (chance.oneIn(6)) {
          Runtime.getRuntime().halt(7);
        }
        write("\n");
      }
      case 6 -> {
        write(request(chance));
        honest.handle(message);
      }
      case 7 -> {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        answer.set("error", chance.oneIn(2) ? HostileJson.value(chance) : answers.error(chance));
        write(HostileJson.text(answer) + "\n");
      }
      case 8 -> {
        ObjectNode answer = HostileJson.object(chance);
        answer.set("id", message.get("id"));
        write(HostileJson.text(answer) + "\n");
      }
      case 9 -> {
        // Deeper than anybody reads.
        int levels = chance.of(1_000, 2_490, 100_000);
        write("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":{\"content\":");
        write("[".repeat(levels) + "]".repeat(levels) + "}}\n");
      }
      default -> write(answers.line(message.get("id"), answers.result(method, chance)));
    }
  }

  /** Many of one thing that nobody asked for. */
  private void flood(Chance chance) throws IOException {
    int kind = chance.below(6);
    ObjectNode note = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    switch (kind) {
      case 0 -> note.put("method", "notifications/tools/list_changed");
      case 1 -> note.put("method", "notifications/progress").set("params", progress(chance));
      case 2 -> {
        ObjectNode params = note.put("method", "notifications/message").putObject("params");
        params.set("level", chance.oneIn(3) ? HostileJson.value(chance) : params.textNode("error"));
        params.set("data", HostileJson.value(chance));
      }
      case 3 ->
          note.put("method", "notifications/resources/updated")
              .set("params", HostileJson.value(chance));
      case 4 -> note.put("method", HostileText.of(chance)).set("params", HostileJson.value(chance));
      default -> {
        System.err.println(HostileText.run(chance, 500).repeat(20));
        return;
      }
    }
    String line = HostileJson.text(note) + "\n";
    int count = line.length() > 1_000 ? 3 : chance.of(1, 10, 5_000);
    for (int i = 0; i < count; i++) {
      write(line);
    }
  }

  private static ObjectNode progress(Chance chance) {
    ObjectNode params = JsonNodeFactory.instance.objectNode();
    params.set(
        "progressToken", chance.oneIn(2) ? HostileJson.number(chance) : HostileJson.value(chance));
    params.set("progress", HostileJson.number(chance));
    if (chance.oneIn(2)) {
      params.set("total", HostileJson.value(chance));
      params.set("message", HostileJson.value(chance));
    }
    return params;
  }

  private static String request(Chance chance) {
    ObjectNode request = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    request.set("id", chance.oneIn(2) ? HostileJson.value(chance) : HostileJson.number(chance));
    request.put(
        "method",
        chance.of(
            "ping",
            "roots/list",
            "sampling/createMessage",
            "elicitation/create",
            "tools/list",
            "x"));
    request.set("params", HostileJson.value(chance));
    return HostileJson.text(request) + "\n";
  }

  private void write(String text) throws IOException {
    synchronized (out) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
