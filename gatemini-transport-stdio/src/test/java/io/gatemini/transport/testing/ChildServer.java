package io.gatemini.transport.testing;

import io.gatemini.config.BackendConfig;
import io.gatemini.testing.ScriptedServer;
import java.util.stream.Stream;

/** The script of an MCP server whose tools misbehave. */
public final class ChildServer {
  /** Starts two processes that do not hear TERM. */
  public static final String GRANDCHILDREN =
      "start spawn trap '' TERM; sleep 600 & wait; sleep 600";

  private static final String TOOLS =
      """
      initialize result {"protocolVersion":"${/params/protocolVersion}",\
      "capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"child","version":"1"},\
      "instructions":"Reads client capabilities ${'/params/capabilities}. More."}
      echo answer ${/params/arguments}
      env answer ${env}
      cwd answer ${cwd}
      never say {"jsonrpc":"2.0","method":"notifications/message","params":{}}
      cancelled answer ${cancelled}
      meta say {"jsonrpc":"2.0","method":"notifications/message","params":\
      {"level":"error","logger":"disk","data":{"free":7}}}
      meta answer ${/params/_meta}
      steps times 20 say {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":${i},\
      "progressToken":${/params/_meta/progressToken|1},"total":20,"message":"step"}}
      steps answer ${/params/_meta/progressToken}
      large answer ${pad}
      die stderr out of cheese
      die exit ${/params/arguments/code|7}
      """;

  /** Answers with as many bytes as its argument {@code size} says. */
  private static final String LARGE =
      """
      tools/list tools text json
      text write {"jsonrpc":"2.0","id":${/id},"result":{"content":[{"type":"text","text":"
      text fill some words, and more of them, and
      text say "}]}}
      json write {"jsonrpc":"2.0","id":${/id},"result":{"content":[{"type":"text","text":"[0
      json fill ,{\\"id\\":1234567,\\"name\\":\\"some name\\",\\"data\\":[1,2,3]}
      json say ]"}]}}
      """;

  private ChildServer() {}

  /** A configuration that starts one with large answers. */
  public static BackendConfig large() {
    return ScriptedServer.config(LARGE);
  }

  /** A configuration that starts it with more scripts. */
  public static BackendConfig config(String... scripts) {
    return ScriptedServer.config(
        Stream.concat(Stream.of(TOOLS), Stream.of(scripts)).toArray(String[]::new));
  }
}
