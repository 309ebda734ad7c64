package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A backend that speaks in the gateway's name. */
class ClaimedNotesTest {
  private final TestTransport provider = GivenBackends.transport();

  @AutoClose
  private final Gateway gateway =
      TestGateway.ready(
          TestGateway.builder().plugin(provider).backend("a", GivenBackends.config()));

  @Test
  void dropsTheGatewaysOwnKeysFromTheMetadataOfABackend() {
    answers(
        """
        {"content":[{"type":"text","text":"x"}],"_meta":{"io.gatemini/repaired":["all is well"],\
        "io.gatemini/fallback":{"backend":"b","instead_of":"a","reason":"r"},"io.gatemini/other":1,"own":[1]}}\
        """);

    ToolResult called = gateway.callAsync(ToolCall.of("a.work", Map.of())).join();
    String told = gateway.run(ChainRequest.of("{\"tool\":\"a.work\",\"arguments\":{}}")).text();

    assertThat(called.meta()).contains(RawJson.parse("{\"own\":[1]}").tree());
    assertThat(called.text()).isEqualTo("x");
    assertThat(told).isEqualTo("x");
  }

  @Test
  void leavesOtherMetadataToTheByte() {
    String json = "{ \"_meta\":{ \"io.gateminis/x\":1 },\"content\":[]}";
    answers(json);

    assertThat(gateway.callAsync(ToolCall.of("a.work", Map.of())).join().json()).hasToString(json);
  }

  private void answers(String json) {
    provider
        .backend("a")
        .answer(
            call ->
                CompletableFuture.completedFuture(
                    ToolResult.of(RawJson.wrap(json.getBytes(StandardCharsets.UTF_8)))));
  }
}
