package com.example.outside;

import static io.gatemini.testkit.GatewayAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.testing.BackendContract;
import io.gatemini.testing.TestContext;
import io.gatemini.testkit.GatewayExtension;
import io.gatemini.testkit.InMemoryMcpServer;
import io.gatemini.testkit.RecallGate;
import io.gatemini.testkit.RecordedServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A test as a host writes it, with the test kit alone. */
class RefundTest {
  private final InMemoryMcpServer billing =
      InMemoryMcpServer.named("billing")
          .tool("refund", "Refund an invoice.", args -> "refunded " + args.path("invoice").asText());

  @RegisterExtension
  final GatewayExtension gateways =
      GatewayExtension.of(
          () -> Gateway.builder().plugin(billing).backend("billing", billing.config()));

  @Test
  void findsAndCalls(Gateway gateway) {
    assertThat(gateway).isHealthy().search("refund this invoice").finds("billing.refund").first();
    RecallGate.of(Map.of("refund this invoice", "billing.refund")).over(gateway).atLeast(1);
    assertThat(gateway.call("billing.refund", Map.of("invoice", "A-17")).text())
        .isEqualTo("refunded A-17");
    assertThat(billing.nextCall().tool()).isEqualTo("refund");
  }

  @Test
  void replaysARecording(@TempDir Path directory) {
    RecordedServer server =
        RecordedServer.of(directory.resolve("billing.json"), billing.config()).recording(true);
    call(server);
    billing.goDown();
    call(server.recording(false));
  }

  private void call(RecordedServer server) {
    try (Gateway gateway =
        Gateway.builder().plugin(billing).plugin(server).backend("b", server.config()).build()) {
      assertThat(gateway.call("b.refund", Map.of("invoice", "A-17")).text())
          .isEqualTo("refunded A-17");
    }
  }

  @Nested
  class Contract extends BackendContract {
    @Override
    protected Backend backend() {
      return billing.create(new TestContext("billing", billing.config()).withThreads());
    }

    @Override
    protected BackendCall call() {
      return new BackendCall("refund", RawJson.emptyObject(), CallContext.local());
    }
  }
}
