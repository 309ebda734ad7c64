package io.gatemini.examples.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendStatus;
import io.gatemini.ChainRequest;
import io.gatemini.DefinitionChange;
import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.Pinning;
import io.gatemini.server.demo.EchoServer;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.testing.Patience;
import io.gatemini.testing.ScriptedServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** A gateway in a process of its own, one of several on a Redis server. */
final class FleetMember implements AutoCloseable {
  private static final Session ANN = Session.of("ann");

  private final Process process;
  private final PrintWriter to;
  private final BufferedReader from;

  /**
   * Starts one.
   *
   * @param description what its tool {@code shop.find_order} says of itself
   */
  FleetMember(String redis, String description) throws IOException {
    List<String> command = ScriptedServer.java(FleetMember.class);
    command.addAll(List.of(redis, description));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    to = new PrintWriter(process.outputWriter(UTF_8), true);
    from = process.inputReader(UTF_8);
  }

  /** Has it do something; gives what it says. */
  String ask(String... what) {
    to.println(String.join(" ", what));
    try {
      String answer = from.readLine();
      if (answer == null) {
        throw new IllegalStateException("it has ended");
      }
      return answer;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends it in the middle of what it does. */
  void kill() {
    Patience.awaitEnd(process.destroyForcibly());
  }

  @Override
  public void close() {
    to.close(); // the end of its input
    Patience.awaitEnd(process);
  }

  /** The member itself. */
  public static void main(String[] args) throws IOException {
    ObjectNode redis = JsonNodeFactory.instance.objectNode().put("url", args[0]);
    try (Gateway gateway =
            Gateway.builder()
                .pluginConfig("redis-state", redis)
                .pluginConfig("redis-results", redis)
                .registrationPolicy(RegistrationPolicy.open())
                .sharedRegistrations(true)
                .pinning(Pinning.ENFORCE)
                .semantic(false)
                .backend("shop", shop(args[1]))
                .build();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        System.out.println(answer(gateway, words[0], words.length > 1 ? words[1] : ""));
      }
    }
  }

  private static BackendConfig shop(String description) {
    String log = "an order of long ago\n".repeat(500);
    return BackendConfig.inProcess()
        .tool("find_order", description, "{\"type\": \"object\"}", args -> "found")
        .tool("move_order", "Moves an order.", "{\"type\": \"object\"}", args -> "moved")
        .tool("log", "Tells what was.", "{\"type\": \"object\"}", args -> log);
  }

  private static String answer(Gateway gateway, String what, String name) {
    return switch (what) {
      case "call" -> gateway.call(ToolCall.of(name, Map.of())).text();
      case "first" ->
          gateway.search("order").stream().map(SearchHit::key).findFirst().orElse("none");
      case "changes" ->
          gateway.definitionChanges().stream()
              .map(DefinitionChange::now)
              .map(tool -> tool.key())
              .toList()
              .toString();
      case "accept" -> {
        gateway.acceptChange(name);
        yield "accepted";
      }
      case "register" -> {
        List<String> server = ScriptedServer.java(EchoServer.class);
        yield gateway
            .registerAsync(name, BackendConfig.of("stdio").command(server), ANN)
            .join()
            .state()
            .toString();
      }
      case "deregister" -> {
        gateway.deregisterAsync(name, ANN).join();
        yield "gone";
      }
      case "backends" ->
          gateway.backends().stream().map(BackendStatus::name).sorted().toList().toString();
      case "reduce" ->
          gateway
              .run(
                  ChainRequest.of("{\"tool\": \"shop.log\", \"arguments\": {}}")
                      .withSession(ANN)
                      .withMaxOutputBytes(500))
              .resultId()
              .orElseThrow();
      case "read" -> Integer.toString(gateway.result(name, ANN).lineCount());
      default -> throw new IllegalArgumentException(what);
    };
  }
}
