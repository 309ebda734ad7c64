package io.gatemini.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.BackendConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server that asks its client. Its tool {@code ask} sends the {@code questions} of its arguments,
 * each an object with a method and its parameters, and returns the answers in order; with {@code
 * after} it answers before it asks, with {@code leave} at once after that, with {@code die} it is
 * gone then, with {@code takeBack} it cancels them. {@code seen} answers with what it was offered
 * and every message but calls. Written without the code under test.
 */
public final class AskingServer extends ScriptedServer {
  private final Map<String, Ask> asked = new LinkedHashMap<>();
  private final ArrayNode seen = JsonNodeFactory.instance.arrayNode();
  private int questions;

  private AskingServer(OutputStream out) {
    super(out, "tools/list tools ask seen hold");
  }

  /** A configuration that starts it as a child process. */
  public static BackendConfig config() {
    return BackendConfig.of("stdio").command(java(AskingServer.class));
  }

  public static void main(String[] args) throws IOException {
    serve(System.in, System.out);
  }

  /** Serves until the input ends. */
  public static void serve(InputStream in, OutputStream out) throws IOException {
    try (in;
        out) {
      new AskingServer(out).serve(in);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected boolean handle(JsonNode message) throws Exception {
    switch (message.path("method").asText()) {
      case "initialize" -> seen.add(message.at("/params/capabilities"));
      case "tools/call" -> {
        return call(message);
      }
      case "" -> told(message);
      case "ping", "tools/list", "notifications/initialized" -> {}
      default -> seen.add(message);
    }
    return super.handle(message);
  }

  private boolean call(JsonNode message) throws IOException {
    JsonNode arguments = message.at("/params/arguments");
    switch (message.at("/params/name").asText()) {
      case "ask" -> {
        Ask ask = new Ask(message);
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
      case "seen" -> text(message, seen.toString());
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

  private void text(JsonNode call, String text) throws IOException {
    result(call, content(text));
    flush();
  }

  private void write(JsonNode message) throws IOException {
    write(message + "\n");
    flush();
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
