package io.gatemini.examples.former;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.SearchHit;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.Json;
import io.gatemini.spi.SecretProvider;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.testing.TestHttpServer.Answer;
import io.gatemini.testing.TestHttpServer.Received;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a server of 0.2.0, see the README beside them, work in this version. */
class FormerServerFilesTest {
  private static final Path FILES =
      Path.of("src/test/resources/io/gatemini/examples/former/server-0.2.0").toAbsolutePath();

  @AutoClose private final TestHttpServer remote = new TestHttpServer(this::serve);
  private final Path directory;

  FormerServerFilesTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void copy() throws IOException {
    for (String file :
        List.of("gatemini.yaml", "tools.yaml", "server.sh", "cache.json", "tokens.json")) {
      String text = Files.readString(FILES.resolve(file));
      Files.writeString(
          directory.resolve(file), text.replace("127.0.0.1:4711", "127.0.0.1:" + remote.port()));
    }
  }

  /** The token of that time has run out, and is exchanged as the authorization server knows it. */
  private void serve(Received request, Answer answer) throws IOException {
    if (request.path().equals("/token")) {
      assertThat(request.body()).contains("refresh_token=rt-11", "client_id=c1");
      answer.json("{\"access_token\":\"new\",\"token_type\":\"Bearer\",\"expires_in\":3600}");
      return;
    }
    JsonNode message = Json.mapper().readTree(request.body());
    if (!request.path().equals("/mcp/open")
        && !request.header("authorization").orElse("").equals("Bearer new")) {
      answer.status("401 Unauthorized", "text/plain", "");
    } else if (!message.has("id")) {
      answer.status("202 Accepted", "", "");
    } else {
      String result =
          switch (message.path("method").asText()) {
            case "initialize" ->
                """
                {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
                "serverInfo":{"name":"h","version":"1"}}""";
            case "tools/list" ->
                """
                {"tools":[{"name":"echo","description":"A tool.","inputSchema":\
                {"type":"object","properties":{"text":{"type":"string"}}}}]}""";
            case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":\"echoed\"}]}";
            default -> "{}";
          };
      answer.json(
          "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + ",\"result\":" + result + "}");
    }
  }

  private GatewayBuilder builder() {
    return Gateway.builder()
        .cachePath(directory.resolve("cache.json"))
        .config(directory.resolve("gatemini.yaml"));
  }

  /** The server ran in the folder of its files. */
  private Gateway inItsFolder() throws IOException {
    Path file = directory.resolve("gatemini.yaml");
    Files.writeString(file, Files.readString(file).replace("cwd: .", "cwd: " + directory));
    return TestGateway.ready(builder());
  }

  @Test
  void workWithWhatTheServerRemembered() throws IOException {
    try (Gateway gateway = inItsFolder()) {
      assertThat(gateway.call("greeter.greet", Map.of()).text())
          .isEqualTo("Hello from the greeter");
      assertThat(gateway.call("hello", Map.of()).text()).isEqualTo("Hello from the greeter");
      assertThat(gateway.call("shell.say", Map.of("text", "a")).text()).isEqualTo("a\n");
      assertThat(gateway.call("remote.echo", Map.of()).text()).isEqualTo("echoed");
      assertThat(gateway.call("open.echo", Map.of()).text()).isEqualTo("echoed");
      assertThat(gateway.run("return await __composite.twice({text: 'a'})").text())
          .isEqualTo("a\na\n");
    }
    JsonNode counts =
        Json.mapper().readTree(directory.resolve("cache.json").toFile()).at("/usage_stats/tools");
    assertThat(counts.path("greeter.greet").asInt()).isEqualTo(4);
    assertThat(counts.path("open.echo").asInt()).isEqualTo(2);
  }

  @Test
  void showTheirToolsBeforeTheServersHaveStarted() throws IOException {
    Files.writeString(directory.resolve("server.sh"), "sleep 600");
    try (Gateway gateway = builder().build()) {
      assertThat(gateway.search("greet somebody"))
          .extracting(SearchHit::key)
          .contains("greeter.greet");
    }
  }

  @Test
  void keepTheirPins() throws IOException {
    Path server = directory.resolve("server.sh");
    Files.writeString(server, Files.readString(server).replace("Greets somebody", "Greets others"));
    try (Gateway gateway = inItsFolder()) {
      ChainResult greeted = gateway.run("{\"tool\":\"greeter.greet\",\"arguments\":{}}");

      assertThat(greeted.isError()).isTrue();
      assertThat(greeted.text()).contains("quarantined");
      assertThat(gateway.run("{\"tool\":\"remote.echo\",\"arguments\":{}}").isError()).isFalse();
    }
  }

  @Test
  void runPluginsOfThatTime() throws Exception {
    Path source = Files.createDirectories(directory.resolve("former")).resolve("OldPlugins.java");
    Files.copy(FILES.resolve("OldPlugins.java.txt"), source);
    String classPath = System.getProperty("java.class.path");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-cp", classPath, source.toString());
    assertThat(compiled).isZero();
    URL[] jar = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(jar, getClass().getClassLoader());
        Gateway gateway =
            TestGateway.ready(
                Gateway.builder()
                    .plugin((BackendProvider) made(loader, "Greetings"))
                    .plugin((SecretProvider) made(loader, "Backwards"))
                    .backend("old", BackendConfig.of("greetings").option("greeting", "Hi")))) {
      assertThat(gateway.call("old.say", Map.of("a", 1)).text()).isEqualTo("Hi {\"a\":1}");
    }
  }

  private static Object made(ClassLoader loader, String plugin) throws Exception {
    return loader.loadClass("former.OldPlugins$" + plugin).getConstructor().newInstance();
  }

  /** Jars compiled then call the members by these signatures. */
  @Test
  void findTheMembersThatPluginsOfThatTimeCall() throws IOException {
    Map<String, Set<String>> today = members(Path.of("../gatemini-api/public-api.txt"));

    members(FILES.resolve("public-api.txt"))
        .forEach((type, members) -> assertThat(today.get(type)).as(type).containsAll(members));
  }

  private static Map<String, Set<String>> members(Path file) throws IOException {
    Map<String, Set<String>> types = new LinkedHashMap<>();
    for (String block : Files.readString(file).split("\n\n")) {
      List<String> lines = block.lines().toList();
      types.put(lines.get(0), Set.copyOf(lines.subList(1, lines.size())));
    }
    return types;
  }
}
