package io.gatemini.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecallGateTest {
  private final TestTransport transport = new TestTransport("test");
  @AutoClose private Gateway gateway;

  @BeforeEach
  void start() {
    transport.backends().tools("refund", "refund_partly", "read");
    gateway = Gateway.builder().plugin(transport).backend("shop", BackendConfig.of("test")).build();
    gateway.awaitReady(Duration.ofSeconds(60));
  }

  @Test
  void measuresTheQuestionsOfAFile(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("queries.jsonl"),
            """
            {"id": "1", "query": "refund", "gold": ["shop.refund", "shop.read"]}

            {"query": "refund", "gold": ["shop.refund", "shop.read"], "mode": "any"}
            {"query": "read", "gold": ["shop.refund"]}
            """);

    RecallGate.Recall recall = RecallGate.of(file).over(gateway);

    assertThat(recall.value()).isEqualTo(0.5, within(1e-9));
    assertThat(recall.first()).isEqualTo(5);
    assertThat(recall.missed()).hasSize(2);
    assertThat(recall.atLeast(0.5)).isSameAs(recall);
  }

  @Test
  void failsUnderItsFloorAndListsWhatWasMissed() {
    RecallGate gate = RecallGate.of(Map.of("refund", "shop.refund_partly"));

    gate.in(2).over(gateway).atLeast(1);

    assertThatThrownBy(() -> gate.in(1).over(gateway).atLeast(0.9))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("at least 0.9 among the first 1 hits, but it is 0")
        .hasMessageContaining("\"refund\" misses [shop.refund_partly]")
        .hasMessageContaining("1. shop.refund (");
  }

  @Test
  void wantsNoToolThatThereIsNot() {
    RecallGate gate = RecallGate.of(Map.of("refund", "shop.refnud"));

    assertThatThrownBy(() -> gate.over(gateway))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("[shop.refnud]")
        .hasMessageContaining("shop.refund");
  }

  @Test
  void namesTheLineThatIsNoQuestion(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("bad.jsonl"), "\n{\"query\": \"refund\"}\n");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecallGate.of(file))
        .withMessageContaining("bad.jsonl:2: ")
        .withMessageContaining("gold");
  }

  @Test
  void takesNoQuestionWithoutAnAnswer() {
    assertThatIllegalArgumentException().isThrownBy(() -> RecallGate.of(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecallGate.Question("refund", Set.of(), false));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecallGate.of(Map.of("refund", "shop.refund")).in(0));
  }
}
