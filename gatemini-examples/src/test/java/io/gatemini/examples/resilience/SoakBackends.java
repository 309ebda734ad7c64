package io.gatemini.examples.resilience;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.ToolHandler;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.Json;
import io.gatemini.testing.Frozen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * The backends of a soak, and what is done to them. All have {@code echo}, {@code act} (noted where
 * it runs) and {@code hang}.
 */
final class SoakBackends implements AutoCloseable {
  private static final int STDIO = 6;
  private static final int HTTP = 5;
  private static final int CLI = 5;
  private static final int IN_PROCESS = 4;

  /** A server that is mute when it starts is given up soon. */
  private static final Duration START_TIMEOUT = Duration.ofSeconds(5);

  /** Those whose trouble is of another kind each. */
  private static final List<HttpFault> TROUBLES =
      List.of(
          HttpFault.DOWN,
          HttpFault.MUTE,
          HttpFault.SESSION_LOST,
          HttpFault.CUT_SSE,
          HttpFault.RESET);

  private final Map<String, Rig> rigs = new TreeMap<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, Integer> done = new TreeMap<>();

  SoakBackends(Path directory) throws IOException {
    for (int i = 1; i <= STDIO; i++) {
      Path own = Files.createDirectories(directory.resolve("stdio" + i));
      rigs.put("stdio" + i, Rig.process(Fault.NONE, own));
    }
    for (int i = 1; i <= HTTP; i++) {
      rigs.put("http" + i, Rig.http(TROUBLES.get(i - 1)));
    }
  }

  void addTo(GatewayBuilder builder) {
    rigs.forEach(
        (name, rig) -> {
          BackendConfig config = rig.config().startTimeout(START_TIMEOUT);
          boolean process = config.transport().equals("stdio");
          add(builder, name, process ? config.option("shutdown_grace_period", "500ms") : config);
        });
    if (hasCommandLines()) {
      for (int i = 1; i <= CLI; i++) {
        add(builder, "cli" + i, commands());
      }
    }
    for (int i = 1; i <= IN_PROCESS; i++) {
      add(builder, "local" + i, methods());
    }
  }

  private void add(GatewayBuilder builder, String name, BackendConfig config) {
    builder.backend(name, config);
    names.add(name);
  }

  List<String> names() {
    return names;
  }

  private static boolean hasCommandLines() {
    return ServiceLoader.load(BackendProvider.class).stream()
        .anyMatch(provider -> provider.get().name().equals("cli-adapter"));
  }

  private static BackendConfig commands() {
    ObjectNode tools = Json.mapper().createObjectNode();
    command(tools, "echo", "printf %s {{text}}");
    command(tools, "act", "printf %s {{text}}");
    command(tools, "hang", "sleep 600");
    return BackendConfig.of("cli-adapter").option("tools", tools);
  }

  private static void command(ObjectNode tools, String name, String command) {
    ObjectNode tool = tools.putObject(name).put("description", "The tool " + name + ".");
    tool.put("command", command).set("input_schema", schema());
  }

  private static ObjectNode schema() {
    ObjectNode schema = Json.mapper().createObjectNode().put("type", "object");
    schema.putObject("properties").putObject("text").put("type", "string");
    return schema;
  }

  private static BackendConfig methods() {
    ToolHandler echo = arguments -> ToolResult.text(arguments.get("text").asText());
    return BackendConfig.inProcess()
        .tool("echo", "Answers with the text.", schema(), echo)
        .tool("act", "Answers with the text.", schema(), echo)
        .tool(
            "hang",
            "Never answers.",
            schema(),
            arguments -> {
              new CountDownLatch(1).await(); // until it is interrupted
              return ToolResult.text("awake");
            });
  }

  /** Does something bad to one of them. */
  void harm(Gateway gateway, Random random) throws IOException, InterruptedException {
    List<Map.Entry<String, Rig>> all = List.copyOf(rigs.entrySet());
    Map.Entry<String, Rig> victim = all.get(random.nextInt(all.size()));
    String name = victim.getKey();
    if (name.startsWith("http")) {
      count("HTTP faults");
      victim.getValue().disarm();
      if (random.nextBoolean()) {
        victim.getValue().arm();
      }
      return;
    }
    long pid =
        gateway.backends().stream()
            .filter(status -> status.name().equals(name))
            .mapToLong(status -> status.pid().orElse(-1))
            .findFirst()
            .orElse(-1);
    if (pid < 0) {
      return; // it has just been killed
    }
    if (random.nextInt(3) == 0) {
      if (Frozen.process(pid)) {
        count("processes frozen");
      }
    } else if (ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly).orElse(false)) {
      count("processes killed");
    }
  }

  private void count(String what) {
    done.merge(what, 1, Integer::sum);
  }

  Map<String, Integer> harmDone() {
    return done;
  }

  /** From here on all of them behave. */
  void pacify() {
    rigs.values().forEach(Rig::disarm);
  }

  /** The texts of all {@code act} calls and {@code hang} calls that were noted. */
  List<String> executed() {
    return rigs.values().stream().map(Rig::executed).flatMap(List::stream).toList();
  }

  Stream<Long> pids() {
    return rigs.values().stream().map(Rig::pids).flatMap(List::stream);
  }

  @Override
  public void close() {
    rigs.values().forEach(Rig::close);
  }
}
