package io.gatemini.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server that asks its client. Its tool {@code ask} sends the {@code questions} of its arguments,
 * each an object with a method and its parameters, and answers with what it was told, in their
 * order; with {@code after} it answers before it asks, with {@code leave} at once after that, with
 * {@code die} it is gone then, with {@code takeBack} it cancels them. {@code seen} answers with
 * what it was offered and every message but calls. Written without the code under test.
 */
public final class AskingServer {
  private final OutputStream out;
  private final Map<String, Ask> asked = new LinkedHashMap<>();
  private final ArrayNode seen = JsonNodeFactory.instance.arrayNode();
  private int questions;

  private AskingServer(OutputStream out) {
    this.out = out;
  }

  /** A configuration that starts it as a child process. */
  public static BackendConfig config() {
    return BackendConfig.of("stdio")
        .command(
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            AskingServer.class.getName());
  }

  public static void main(String[] args) throws IOException {
    serve(System.in, System.out);
  }

  /** Serves until the input ends. */
  public static void serve(InputStream in, OutputStream out) throws IOException {
    AskingServer server = new AskingServer(out);
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        out) {
      @Nullable String line = lines.readLine();
      while (line != null && server.handle(RawJson.parse(line).tree())) {
        line = lines.readLine();
      }
    }
  }

  private boolean handle(JsonNode message) throws IOException {
    String method = message.path("method").asText();
    switch (method) {
      case "initialize" -> {
        seen.add(message.at("/params/capabilities"));
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.set("protocolVersion", message.at("/params/protocolVersion"));
        result.putObject("capabilities").putObject("tools").put("listChanged", true);
        result.putObject("serverInfo").put("name", "asker").put("version", "1");
        answer(message.get("id"), result);
      }
      case "tools/list" -> {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        for (String tool : List.of("ask", "seen", "hold")) {
          ObjectNode listed = result.withArray("tools").addObject().put("name", tool);
          listed.putObject("inputSchema").put("type", "object");
        }
        answer(message.get("id"), result);
      }
      case "tools/call" -> {
        return call(message);
      }
      case "ping" -> answer(message.get("id"), JsonNodeFactory.instance.objectNode());
      case "" -> told(message);
      case "notifications/initialized" -> {
        // As expected.
      }
      default -> seen.add(message);
    }
    return true;
  }

  private boolean call(JsonNode message) throws IOException {
    JsonNode arguments = message.at("/params/arguments");
    switch (message.at("/params/name").asText()) {
      case "ask" -> {
        Ask ask = new Ask(message.get("id"));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < arguments.get("questions").size(); i++) {
          questions++;
          ids.add("q" + questions);
          ask.answers.put("q" + questions, JsonNodeFactory.instance.nullNode());
          asked.put("q" + questions, ask);
        }
        ask.open = ids.size();
        if (arguments.has("after")) {
          text(ask.call, "over");
        }
        for (int i = 0; i < ids.size(); i++) {
          JsonNode question = arguments.get("questions").get(i);
          ObjectNode request = JsonNodeFactory.instance.objectNode();
          request.put("jsonrpc", "2.0").put("id", ids.get(i));
          request.set("method", question.get("method"));
          if (question.has("params")) {
            request.set("params", question.get("params"));
          }
          write(request);
        }
        if (arguments.has("takeBack")) {
          for (String id : ids) {
            ObjectNode cancel = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
            cancel
                .put("method", "notifications/cancelled")
                .putObject("params")
                .put("requestId", id);
            write(cancel);
          }
          text(ask.call, "taken back");
        } else if (arguments.has("leave")) {
          text(ask.call, "left open");
        }
        return !arguments.has("die");
      }
      case "seen" -> text(message.get("id"), seen.toString());
      default -> {
        // Held until it is cancelled, which is nothing to this server.
      }
    }
    return true;
  }

  /** An answer to a question. */
  private void told(JsonNode message) throws IOException {
    seen.add(message);
    String id = message.path("id").asText();
    Ask ask = asked.remove(id);
    if (ask == null) {
      return;
    }
    ask.answers.put(id, message.has("result") ? message.get("result") : message.get("error"));
    ask.open--;
    if (ask.open == 0) {
      text(ask.call, JsonNodeFactory.instance.arrayNode().addAll(ask.answers.values()).toString());
    }
  }

  private void text(JsonNode id, String text) throws IOException {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.putArray("content").addObject().put("type", "text").put("text", text);
    answer(id, result);
  }

  private void answer(JsonNode id, ObjectNode result) throws IOException {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
    answer.set("id", id);
    answer.set("result", result);
    write(answer);
  }

  private void write(JsonNode message) throws IOException {
    out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** A call that waits for the answers to its questions. */
  private static final class Ask {
    final JsonNode call;
    final Map<String, JsonNode> answers = new LinkedHashMap<>();
    int open;

    Ask(JsonNode call) {
      this.call = call;
    }
  }
}
