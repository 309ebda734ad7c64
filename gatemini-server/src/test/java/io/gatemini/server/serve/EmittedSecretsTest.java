package io.gatemini.server.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.gatemini.server.Main;
import io.gatemini.spi.Json;
import io.gatemini.testing.ScriptedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with thirty secrets, whose backends fail in ten ways and say their secret while they do:
 * nothing that it writes holds one.
 */
@Timeout(120)
@DisabledOnOs(OS.WINDOWS)
class EmittedSecretsTest {
  /** A failing start, with a secret in place of {@code $S} and an HTTP server at {@code $H}. */
  private static final Map<String, String> KINDS =
      new TreeMap<>(
          Map.of(
              "stderr", "{command: sh, args: [stderr.sh], cwd: $D, env: {KEY: '$S'}}",
              "stdout", "{command: sh, args: [stdout.sh], cwd: $D, env: {KEY: '$S'}}",
              "refusal", "{command: sh, args: [refusal.sh], cwd: $D, env: {KEY: '$S'}}",
              "missing", "{command: /no/such/program, args: [--api-key, '$S']}",
              "argument", "{command: sh, args: [argument.sh, --token, '$S'], cwd: $D}",
              "header", "{transport: streamable-http, url: '$H/401', headers: {X-Key: '$S'}}",
              "bearer",
                  "{transport: streamable-http, url: '$H/500', headers: {Authorization: 'Bearer $S'}}",
              "garbage",
                  "{transport: streamable-http, url: '$H/200', headers: {Authorization: 'Bearer $S'}}",
              "query", "{transport: streamable-http, url: 'http://127.0.0.1:1/mcp?api_key=$S'}",
              "needed",
                  "{command: sh, args: [stderr.sh], cwd: $D, prerequisite: {command: sh,"
                      + " args: [stderr.sh], cwd: $D, env: {KEY: '$S'}, startup_delay: 1s}}"));

  private static final Map<String, String> SCRIPTS =
      Map.of(
          "stderr.sh", "echo \"bad key $KEY\" >&2; exit 1",
          "stdout.sh", "echo \"bad key $KEY\"; exit 1",
          "argument.sh", "echo \"bad token $2\" >&2; exit 2",
          "refusal.sh",
              """
              read line
              id=$(echo "$line" | sed 's/.*"id":\\([^,}]*\\).*/\\1/')
              echo "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":$id,\\"error\\":{\\"code\\":-1,\\"message\\":\\"bad $KEY\\"}}"
              cat > /dev/null
              """);

  private static final List<String> READ =
      List.of(
          "gatemini://health",
          "gatemini://overview",
          "gatemini://backends",
          "gatemini://stats",
          "gatemini://recent");

  @TempDir Path directory = Path.of("");

  private final List<String> secrets = new ArrayList<>();
  private int requests;

  @Test
  void nothingThatTheServerWritesHoldsASecret() throws Exception {
    for (Map.Entry<String, String> script : SCRIPTS.entrySet()) {
      Files.writeString(directory.resolve(script.getKey()), script.getValue());
    }
    HttpServer http = echoing();
    try {
      Path config = Files.writeString(directory.resolve("gatemini.yaml"), config(http));
      String emitted = emitted(config);

      assertThat(secrets).hasSize(30);
      assertThat(emitted.lines().filter(line -> secrets.stream().anyMatch(line::contains)))
          .isEmpty();
      KINDS
          .keySet()
          .forEach(
              kind -> assertThat(emitted).contains("backend " + kind + "-reference is down: "));
      // The message is there, without the secret.
      assertThat(emitted)
          .contains("bad key ${KEY}", "bad key ***", "bad token ***", "error -1: bad ***");
    } finally {
      http.stop(0);
    }
  }

  /**
   * The backends of all kinds, the secret of each in the file, in a variable, and behind a name.
   */
  private String config(HttpServer http) {
    StringBuilder config = new StringBuilder("backends:\n");
    KINDS.forEach(
        (kind, backend) -> {
          for (String where : List.of("file", "variable", "reference")) {
            String secret = "Sk-" + kind + "+" + where + "/" + (secrets.size() * 7919);
            String name = "SECRET_" + secrets.size();
            secrets.add(secret);
            String written =
                switch (where) {
                  case "file" -> secret;
                  case "variable" -> "${" + name + "}";
                  default -> "secretref:env:" + name;
                };
            config
                .append("  ")
                .append(kind + "-" + where)
                .append(": ")
                .append(
                    backend
                        .replace("$S", written)
                        .replace("$D", directory.toString())
                        .replace("$H", "http://127.0.0.1:" + http.getAddress().getPort()))
                .append("\n");
          }
        });
    return config.toString();
  }

  /** Answers with the status that the path asks for, and with all headers that it got. */
  private static HttpServer echoing() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
          byte[] body =
              ("{\"error\": \"" + exchange.getRequestHeaders().entrySet()).getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    http.start();
    return http;
  }

  /** All that the server writes while a client asks for everything. */
  private String emitted(Path config) throws Exception {
    List<String> command = ScriptedServer.java(Main.class);
    command.addAll(List.of("--direct", "-c", config.toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    Path stderr = directory.resolve("stderr");
    builder.redirectError(stderr.toFile());
    builder.environment().put("GATEMINI_LOG", "debug");
    for (int i = 0; i < secrets.size(); i++) {
      builder.environment().put("SECRET_" + i, secrets.get(i));
    }
    Process server = builder.start();
    StringBuilder emitted = new StringBuilder();
    Writer client = server.outputWriter(UTF_8);
    try (BufferedReader answers = server.inputReader(UTF_8)) {
      ask(client, answers, emitted, "initialize", initialize());
      client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
      awaitFailures(client, answers, emitted);
      for (String uri : READ) {
        ask(client, answers, emitted, "resources/read", object().put("uri", uri));
      }
      call(client, answers, emitted, "list_tools_meta", object());
      call(client, answers, emitted, "search_tools", object().put("task_description", "anything"));
      KINDS
          .keySet()
          .forEach(
              kind -> {
                String tool = kind + "-reference.work";
                call(client, answers, emitted, "tool_info", object().put("tool_name", tool));
                call(
                    client,
                    answers,
                    emitted,
                    "get_required_keys_for_tool",
                    object().put("tool_name", tool));
                call(
                    client,
                    answers,
                    emitted,
                    "call_tool_chain",
                    object().put("code", "{\"tool\": \"" + tool + "\", \"arguments\": {}}"));
              });
      client.close();
      answers.lines().forEach(line -> emitted.append(line).append('\n'));
      server.waitFor();
    } finally {
      server.destroyForcibly();
    }
    return emitted.append(Files.readString(stderr)).toString();
  }

  /** Until each backend has failed. */
  private void awaitFailures(Writer client, BufferedReader answers, StringBuilder emitted) {
    Pattern failed = Pattern.compile("\"name\":\"([a-z-]+)\"[^}]*\"reason\":");
    Set<String> names = new HashSet<>();
    ObjectNode health = object().put("uri", "gatemini://health");
    while (names.size() < secrets.size()) {
      String told = ask(client, answers, emitted, "resources/read", health);
      failed.matcher(told.replace("\\", "")).results().forEach(it -> names.add(it.group(1)));
    }
  }

  private static ObjectNode initialize() {
    ObjectNode params = object().put("protocolVersion", "2025-06-18");
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", "test").put("version", "1");
    return params;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private void call(
      Writer client, BufferedReader answers, StringBuilder emitted, String tool, ObjectNode args) {
    ObjectNode params = object().put("name", tool);
    params.set("arguments", args);
    ask(client, answers, emitted, "tools/call", params);
  }

  /** Asks, and keeps all that comes up to the answer. */
  private String ask(
      Writer client,
      BufferedReader answers,
      StringBuilder emitted,
      String method,
      ObjectNode params) {
    ObjectNode request = object().put("jsonrpc", "2.0").put("id", ++requests).put("method", method);
    request.set("params", params);
    try {
      client.write(request + "\n");
      client.flush();
      while (true) {
        String line = answers.readLine();
        if (line == null) {
          throw new AssertionError("the server has ended: " + emitted);
        }
        emitted.append(line).append('\n');
        JsonNode message = Json.mapper().readTree(line);
        if (message.path("id").asInt() == requests && !message.has("method")) {
          return line;
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
