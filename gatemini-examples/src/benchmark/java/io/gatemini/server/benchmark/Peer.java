package io.gatemini.server.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A gateway over one backend, which is named {@code echo}, and how it is spoken to.
 *
 * @param name what the report calls it
 * @param command how it is started; the process that starts is the gateway itself
 * @param shape the form of its call of one tool
 * @param before the parameters of a call that it demands before the first, or an empty text
 * @param program the name of its tool for programs, and of the parameter that takes one
 * @param tenCalls a program of ten calls one after another, with a place for a number
 */
record Peer(
    String name,
    ServerCommand command,
    CallShape shape,
    String before,
    List<String> program,
    String tenCalls) {
  static Peer gatemini(Settings settings, ServerCommand backend) throws IOException {
    return new Peer(
        "gatemini",
        settings.server().over(backend, settings.directory()),
        CallShape.THROUGH_GATEWAY,
        "",
        List.of("call_tool_chain", "code"),
        """
        // report %d
        let last = "";
        for (let i = 0; i < 10; i++) last = await echo.echo({text: "call " + i});
        return last;""");
  }

  /** Its own program: the Node process that npm puts before it stays out of the figures. */
  static Peer slop(Path installed, Path directory, ServerCommand backend) throws IOException {
    String machine = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    String program = "node_modules/@standardbeagle/slop-mcp/binaries/slop-mcp-linux-" + machine;
    List<String> line = backend.commandLine();
    String args = line.stream().skip(1).collect(Collectors.joining("\" \""));
    Path home = Files.createTempDirectory(directory, "slop");
    Files.writeString(
        home.resolve(".slop-mcp.kdl"),
        "mcp \"echo\" {\n command \"%s\"\n args \"%s\"\n}\n".formatted(line.get(0), args));
    return new Peer(
        "slop-mcp",
        inHome(home, List.of(installed.resolve(program).toString(), "serve")),
        CallShape.THROUGH_SLOP,
        "",
        List.of("run_slop", "script"),
        """
        # report %d
        last = ""
        for i in range(10):
            last = echo.echo(text: "call " + str(i))
        last""");
  }

  static Peer coolProxy(Path installed, Path directory, ServerCommand backend) throws IOException {
    ObjectNode config = Json.mapper().createObjectNode().put("transport", "stdio");
    ObjectNode echo = config.withObject("/mcpClients/echo").put("type", "stdio");
    echo.put("command", backend.commandLine().get(0));
    backend.commandLine().stream().skip(1).forEach(echo.withArray("args")::add);
    Path home = Files.createTempDirectory(directory, "cool");
    Files.writeString(home.resolve("config.json"), config.toString());
    String program = "node_modules/@karashiiro/my-cool-proxy/bin/my-cool-proxy.mjs";
    return new Peer(
        "my-cool-proxy",
        inHome(home, List.of("node", installed.resolve(program).toString())),
        CallShape.THROUGH_COOL_PROXY,
        "{\"name\":\"tool-details\",\"arguments\":"
            + "{\"luaServerName\":\"echo\",\"luaToolName\":\"echo\"}}",
        List.of("execute", "script"),
        """
        -- report %d
        local last
        for i = 1, 10 do last = echo.echo({text = "call " .. i}):await() end
        result(last)""");
  }

  /** Started in a directory of its own, so that no configuration or cache of a person is read. */
  private static ServerCommand inHome(Path home, List<String> command) {
    String script =
        "cd \"$0\" && unset XDG_CONFIG_HOME XDG_CACHE_HOME XDG_DATA_HOME XDG_STATE_HOME"
            + " && HOME=\"$0\" CONFIG_PATH=\"$0/config.json\" exec \"$@\"";
    List<String> all = new ArrayList<>(List.of("sh", "-c", script, home.toString()));
    all.addAll(command);
    return new ServerCommand(command.get(0), all);
  }

  /** Starts it and returns when a call reaches the backend; a process that hangs is ended. */
  RpcClient connect() throws IOException, InterruptedException {
    RpcClient client = RpcClient.start(command);
    client.initialize();
    do {
      Thread.sleep(50);
      if (!before.isEmpty()) {
        client.request("tools/call", before);
      }
    } while (client.load(shape, 1, 1).wrong() > 0);
    return client;
  }

  /** The names, descriptions and input schemas of its tools, in bytes. */
  static int listedBytes(RpcClient client) throws IOException {
    String all = "";
    for (JsonNode tool : client.request("tools/list", "{}").path("tools")) {
      all += tool.path("name").asText() + tool.path("description").asText();
      all += tool.path("inputSchema").toString();
    }
    return all.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Milliseconds of the program of ten calls; the number makes each text another one. */
  double runTenCalls(RpcClient client, int number) throws IOException {
    ObjectNode params = Json.mapper().createObjectNode().put("name", program.get(0));
    params.withObject("/arguments").put(program.get(1), tenCalls.formatted(number));
    long began = System.nanoTime();
    RpcClient.Line line = client.exchange("tools/call", params.toString());
    double millis = (System.nanoTime() - began) / 1e6;
    if (line.contains("\"isError\":true") || !line.contains("call ")) {
      throw new IOException("a program of " + name + " failed");
    }
    return millis;
  }
}
