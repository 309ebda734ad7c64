package io.gatemini.server.demo;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The smallest MCP server there can be, with one tool {@code echo}. One request at a time, a line
 * each, as a gateway writes them: the JDK is all that it loads, so that it starts in no time.
 */
public final class EchoServer {
  private EchoServer() {}

  /** Answers requests until stdin ends. */
  public static void main(String[] args) throws IOException {
    serve(
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
  }

  /** Answers requests until the input ends. */
  public static void serve(BufferedReader in, PrintStream out) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.contains("\"id\":")) {
        String id = member(line, "id");
        out.print("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result(line) + "}\n");
        out.flush();
      }
    }
  }

  private static String result(String request) {
    return switch (member(request, "method")) {
      case "\"initialize\"" ->
          "{\"protocolVersion\":"
              + member(request, "protocolVersion")
              + ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}";
      case "\"tools/list\"" ->
          "{\"tools\":[{\"name\":\"echo\",\"description\":\"Return a text.\",\"inputSchema\":{\"type\":"
              + "\"object\",\"properties\":{\"text\":{\"type\":\"string\"}},\"required\":[\"text\"]}}]}";
      case "\"tools/call\"" ->
          "{\"content\":[{\"type\":\"text\",\"text\":" + member(request, "text") + "}]}";
      default -> "{}"; // ping and the like are answered with nothing in particular
    };
  }

  /** The first text or number with this name; "" where it is missing. */
  private static String member(String json, String name) {
    String key = '"' + name + "\":";
    int begin = json.indexOf(key) + key.length();
    if (begin < key.length()) {
      return "\"\"";
    }
    boolean quoted = false;
    int end = begin;
    for (; quoted || ",}".indexOf(json.charAt(end)) < 0; end++) {
      if (json.charAt(end) == '"') {
        quoted = !quoted;
      } else if (json.charAt(end) == '\\') {
        end++;
      }
    }
    return json.substring(begin, end);
  }
}
