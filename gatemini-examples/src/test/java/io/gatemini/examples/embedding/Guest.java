package io.gatemini.examples.embedding;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.StateStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** An application that comes and goes in a container, with all classes of its own. */
public final class Guest implements Runnable {
  /** Whether it has a server that is a process; the JDK keeps a thread for a minute after one. */
  static final String WITH_PROCESS = "guest.process";

  /** Made by reflection. */
  public Guest() {}

  @Override
  public void run() {
    GatewayBuilder builder =
        Gateway.builder()
            .stateStore(StateStore.inMemory())
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool("refund", "Refund an invoice.", "{}", args -> "refunded"));
    if (Boolean.getBoolean(WITH_PROCESS)) {
      builder.backend("echo", server());
    }
    try (Gateway gateway = builder.build()) {
      require(gateway.awaitReady(Duration.ofSeconds(60)), "not ready");
      require(gateway.search("give money back").get(0).key().equals("billing.refund"), "search");
      require(gateway.run("await billing.refund({})").text().equals("refunded"), "run");
      require(!gateway.agentTools(Session.of("s")).isEmpty(), "agent tools");
      if (Boolean.getBoolean(WITH_PROCESS)) {
        ToolCall call = ToolCall.of("echo.echo", Map.of("text", "a"));
        require(gateway.call(call).text().contains("a"), "call");
      }
    }
  }

  private static BackendConfig server() {
    return BackendConfig.stdio(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-cp",
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
        "io.gatemini.server.demo.EchoServer");
  }

  private static void require(boolean held, String what) {
    if (!held) {
      throw new IllegalStateException(what);
    }
  }
}
