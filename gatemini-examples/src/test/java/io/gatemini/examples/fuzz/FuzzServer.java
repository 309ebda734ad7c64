package io.gatemini.examples.fuzz;

import io.gatemini.testing.ScriptedServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The servers of a fuzzed gateway, as scripts and command lines. */
final class FuzzServer {
  static final String SCRIPT =
      """
      initialize result {"protocolVersion":"${/params/protocolVersion}","capabilities":{"tools":{}},\
      "serverInfo":{"name":"honest","version":"1"}}
      tools/list tools echo size sleep json
      echo answer ${/params/arguments/text}
      size answer ${length}
      json answer ${/params/arguments}
      sleep later ${ms} answer slept
      """;

  private FuzzServer() {}

  /** The command line of an honest server: what goes wrong at its tools is the gateway's doing. */
  static List<String> command() {
    List<String> line = new ArrayList<>(command(ScriptedServer.class));
    line.add(URLEncoder.encode(SCRIPT, StandardCharsets.UTF_8));
    return line;
  }

  /** The start of the command line of a test's server, quick to start and small. */
  static List<String> command(Class<?> main) {
    return ScriptedServer.java(main, "-Xmx160m");
  }

  /** Backends of a configuration by their command lines, without braces. */
  static String config(Map<String, List<String>> commands) {
    return commands.entrySet().stream()
        .map(
            backend ->
                "\"%s\":{\"command\":%s,\"args\":%s}"
                    .formatted(
                        backend.getKey(),
                        HostileJson.quoted(backend.getValue().get(0)),
                        HostileJson.quoted(backend.getValue().stream().skip(1).toList())))
        .collect(Collectors.joining(","));
  }
}
