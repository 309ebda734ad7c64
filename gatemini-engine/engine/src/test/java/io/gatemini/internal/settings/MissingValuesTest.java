package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reference that this machine cannot resolve stops its backend, and no other. */
class MissingValuesTest {
  @Table(
      """
      backends: {a: {transport: stdio, command: x, env: {K: '${GATEMINI_NONE}'}}} | the \
      environment variable GATEMINI_NONE is not set; set it
      backends: {a: {transport: stdio, command: x, args: ['${GATEMINI_NONE}']}} | the \
      environment variable GATEMINI_NONE is not set; set it
      backends: {a: {transport: stdio, command: 'secretref:env:GATEMINI_NONE'}} | the \
      environment variable GATEMINI_NONE is not set; set it
      backends: {a: {transport: stdio, command: x, env: {K: 'secretref:file:/no/such'}}} | the \
      secret provider "file" has no secret
      backends: {a: {transport: stdoi, command: x}} | line 1: backends.a.transport: "stdoi" is \
      no transport; did you mean "stdio"?
      {"mcpServers": {"a": {"type": "ws", "url": "x"}}} | line 1: mcpServers.a.type: "ws" is no type
      {"mcpServers": {"a": {"command": "x", "envFile": "/no/such-file"}}} | line 1: \
      mcpServers.a.envFile: there is no file
      {"mcpServers": {"a": 3}} | line 1: mcpServers.a: a map of keys was expected here
      {"mcpServers": {"a": {"command": "x", "env": {"K": "${GATEMINI_NONE}"}}}} | the \
      environment variable GATEMINI_NONE is not set
      """)
  void stopTheirBackendWithThatReason(String file, String reason, @TempDir Path directory)
      throws Exception {
    Path config = Files.writeString(directory.resolve("gatemini.yaml"), file);
    try (Gateway gateway =
        TestGateway.builder()
            .plugin(new TestTransport("stdio"))
            .backend(
                "java", BackendConfig.inProcess().tool("t", "Answers.", "{}", args -> "answer"))
            .config(config)
            .build()) {
      await().until(() -> status(gateway).state() == BackendState.STOPPED);

      assertThat(status(gateway).reason().orElseThrow())
          .contains(reason)
          .doesNotContain("/no/such'");
      assertThat(gateway.call("java.t", Map.of()).text()).isEqualTo("answer");
      assertThrown(BackendUnavailableException.class, () -> gateway.call("a.t", Map.of()))
          .hasMessageContaining(reason);
    }
  }

  @Test
  void areLookedForAtEachStart(@TempDir Path directory) throws Exception {
    Path secret = directory.resolve("token");
    Path config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            "backends: {a: {transport: stdio, command: x, env: {K: 'secretref:file:"
                + secret
                + "'}}}");
    TestTransport transport = new TestTransport("stdio");
    try (Gateway gateway = TestGateway.builder().plugin(transport).config(config).build()) {
      await().until(() -> status(gateway).state() == BackendState.STOPPED);

      Files.writeString(secret, "t0ken");
      gateway.restartAsync("a").join();

      assertThat(transport.next().context.config().env()).containsEntry("K", "t0ken");
      assertThat(status(gateway).state()).isEqualTo(BackendState.HEALTHY);
    }
  }

  @Test
  void areAnErrorWhereNoBackendNeedsThem(@TempDir Path directory) throws Exception {
    Path config =
        Files.writeString(directory.resolve("gatemini.yaml"), "instructions: '${GATEMINI_NONE}'");

    assertThrown(ConfigException.class, () -> Gateway.builder().config(config).build())
        .hasMessageContaining("GATEMINI_NONE is not set");
  }

  private static BackendStatus status(Gateway gateway) {
    return gateway.backends().stream()
        .filter(backend -> backend.name().equals("a"))
        .findFirst()
        .orElseThrow();
  }
}
