package io.gatemini.testkit;

import static io.gatemini.testkit.GatewayAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.SearchRequest;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatewayAssertTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestTransport transport = new TestTransport("test");
  @AutoClose private Gateway gateway;

  @BeforeEach
  void start() {
    transport.backend("billing").tools("refund", "invoice", "refund_partly");
    transport.backend("files").tools("read");
    gateway =
        Gateway.builder()
            .plugin(transport)
            .backend("billing", BackendConfig.of("test"))
            .backend("files", BackendConfig.of("test"))
            .build();
    gateway.awaitReady(PATIENCE);
  }

  @Test
  void holdsOfAGatewayThatIsAsSaid() {
    assertThat(gateway)
        .isHealthy()
        .hasTool("billing.refund")
        .hasNoTool("billing.pay")
        .search("refund")
        .finds("billing.refund")
        .first()
        .finds("billing.refund_partly")
        .in(2)
        .doesNotFind("files.read");
  }

  @Test
  void tellsWhatWasFoundInFrontOfATool() {
    SearchAssert search = assertThat(gateway).as("50 % of it").search("refund");

    assertThatThrownBy(() -> search.finds("billing.refund_partly").first())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("[50 % of it]")
        .hasMessageContaining("the search \"refund\"")
        .hasMessageContaining("among the first 1, but it is at 2")
        .hasMessageContaining("1. billing.refund (")
        .hasMessageContaining("2. billing.refund_partly (");
  }

  @Test
  void tellsWhatWasFoundInsteadOfATool() {
    assertThatThrownBy(() -> assertThat(gateway).search("refund").finds("files.read"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("it is not among the 2 that were found")
        .hasMessageContaining("1. billing.refund (")
        .hasMessageNotContaining("no such tool");
    assertThatThrownBy(() -> assertThat(gateway).search("refund").doesNotFind("billing.refund"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("but it is at 1");
  }

  @Test
  void tellsOfANameThatNoToolHas() {
    assertThatThrownBy(() -> assertThat(gateway).search("refund").finds("billing.refnud"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("The catalog has no such tool")
        .hasMessageContaining("billing.refund");
    assertThatThrownBy(() -> assertThat(gateway).hasTool("refund"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the name stands for \"billing.refund\"");
    assertThatThrownBy(() -> assertThat(gateway).hasNoTool("files.read"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void tellsWhyABackendIsNotHealthy() {
    transport.backend("late").failToStart(new BackendUnavailableException("no key was given"));
    try (Gateway broken =
        Gateway.builder().plugin(transport).backend("late", BackendConfig.of("test")).build()) {
      broken.awaitReady(PATIENCE);

      assertThatThrownBy(() -> assertThat(broken).isHealthy())
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("late is ")
          .hasMessageContaining("no key was given");
      assertThatThrownBy(() -> assertThat(broken).hasTool("late.work"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("no key was given");
    }
  }

  @Test
  void refusesARankThatTheSearchDoesNotReach() {
    SearchAssert search = assertThat(gateway).search(SearchRequest.of("refund").withLimit(2));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> search.finds("billing.refund").in(3))
        .withMessageContaining("withLimit");
    assertThatIllegalArgumentException().isThrownBy(() -> search.finds("billing.refund").in(0));
  }
}
