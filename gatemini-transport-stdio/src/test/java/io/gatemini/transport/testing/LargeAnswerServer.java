package io.gatemini.transport.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An MCP server in a child process that answers with as many bytes as its argument {@code size}
 * says: {@code text} with words on one line, {@code json} with rows. It holds none of them.
 */
public final class LargeAnswerServer {
  private static final OutputStream OUT =
      new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);

  private LargeAnswerServer() {}

  /** A configuration that starts this server. */
  public static BackendConfig config() {
    List<String> line = new ArrayList<>(ChildServer.config().command());
    line.set(line.size() - 1, LargeAnswerServer.class.getName());
    line.add(1, "-Xmx32m");
    return BackendConfig.of("stdio").command(line);
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode message = RawJson.parse(line).tree();
      String id = message.path("id").toString();
      switch (message.path("method").asText()) {
        case "initialize" ->
            answer(
                id,
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                    + "\"serverInfo\":{\"name\":\"large\",\"version\":\"1\"}}");
        case "ping" -> answer(id, "{}");
        case "tools/list" -> answer(id, "{\"tools\":[{\"name\":\"text\"},{\"name\":\"json\"}]}");
        case "tools/call" ->
            large(
                id,
                message.at("/params/name").asText(),
                message.at("/params/arguments/size").asInt());
        default -> {
          // Notifications.
        }
      }
    }
  }

  private static void large(String id, String tool, int size) throws IOException {
    put(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"");
    byte[] part =
        utf8(
            tool.equals("json")
                ? ",{\\\"id\\\":1234567,\\\"name\\\":\\\"some name\\\",\\\"data\\\":[1,2,3]}"
                    .repeat(500)
                : "some words, and more of them ".repeat(1_000));
    put(tool.equals("json") ? "[0" : "");
    for (int written = 0; written < size; written += part.length) {
      OUT.write(part);
    }
    put((tool.equals("json") ? "]" : "") + "\"}]}}\n");
    OUT.flush();
  }

  private static void answer(String id, String result) throws IOException {
    put("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}\n");
    OUT.flush();
  }

  private static void put(String text) throws IOException {
    OUT.write(utf8(text));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
