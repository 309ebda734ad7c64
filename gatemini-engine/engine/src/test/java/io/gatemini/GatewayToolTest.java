package io.gatemini;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.BackendConfig;
import io.gatemini.testing.EndlessTool;
import io.gatemini.testing.ReducedAnswer;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayToolTest {
  private final EndlessTool endless = new EndlessTool();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .backend(
              "billing",
              BackendConfig.inProcess()
                  .tool("picture", "Draw an invoice.", "{}", args -> picture())
                  .tool("list", "List the invoices.", "{}", args -> list())
                  .tool("wait", "Wait for the bank.", "{}", args -> waited())
                  .tool("stay", "Stay.", "{}", args -> endless.call()))
          .build();

  private final Thread caller = Thread.currentThread();

  @Test
  void tellsOfAPictureThatATextCannotShow() {
    assertThat(call("billing.picture"))
        .isEqualTo("an invoice\n[image image/png, 4 base64 characters]");
  }

  @Test
  void cancelsTheWorkOfAThreadThatIsInterrupted() throws InterruptedException {
    assertThrown(GatewayException.class, () -> call("billing.wait"))
        .hasMessageContaining("interrupted");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(endless.interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Values("`` | , \"timeout\": 20000 | , \"timeout\": 20000, \"mode\": \"run\"")
  void waitsNoLongerThanItsCallerWhateverTheModelWants(String more) throws Exception {
    CallContext impatient =
        CallContext.of(Session.of("chat")).withTimeout(Optional.of(Duration.ofMillis(50)));

    ToolResult result =
        tool("call_tool_chain")
            .withContext(impatient)
            .callAsync("{\"code\": {\"tool\": \"billing.stay\"}" + more + "}")
            .get(60, TimeUnit.SECONDS);

    assertThat(result.isError()).isTrue();
  }

  @Test
  void waitsNoLongerThanTheModelWants() throws Exception {
    CallContext patient =
        CallContext.of(Session.of("chat")).withTimeout(Optional.of(Duration.ofSeconds(20)));

    ToolResult result =
        tool("call_tool_chain")
            .withContext(patient)
            .callAsync("{\"code\": {\"tool\": \"billing.stay\"}, \"timeout\": 50}")
            .get(60, TimeUnit.SECONDS);

    assertThat(result.isError()).isTrue();
  }

  @Test
  void readsWhatWasLeftOutOfAnAnswer() {
    String answer = call("billing.list");
    String address = ReducedAnswer.address(answer);

    assertThat(read(address + "?search=invoice 4711")).contains("4711: invoice 4711");
    assertThat(read(address.substring(address.lastIndexOf('/') + 1) + "?lines=2-3"))
        .isEqualTo("invoice 2\ninvoice 3");
    String first = read(address);
    String second = read(address + "?page=2");
    assertThat(first).startsWith("invoice 1\n").hasSizeLessThan(answer.length());
    assertThat(second).startsWith("invoice ").isNotEqualTo(first);
    assertThat(read(address + "?lines=1-")).contains("ask for fewer lines");
    assertThat(read(address + "?page=100000")).contains("pages 1 to ");
  }

  @ParameterizedTest
  @CsvSource({
    "gatemini://result/k3v9x2m1qa, k3v9x2m1qa",
    "gatemini://overview, must begin with",
    "'', result",
  })
  void refusesToReadWhatIsNoResult(String address, String said) {
    assertThat(read(address)).contains(said);
  }

  @Test
  void readsNoResultOfAnotherSession() {
    String address = ReducedAnswer.address(call("billing.list"));

    ToolResult other =
        gateway
            .resultTool(Session.of("other"))
            .callAsync("{\"address\": \"" + address + "\"}")
            .join();

    assertThat(other.isError()).isTrue();
    assertThat(other.text()).doesNotContain("invoice");
  }

  private String read(String address) {
    return gateway
        .resultTool(Session.of("chat"))
        .call(RawJson.ofValue(Map.of("address", address)).toString());
  }

  private static String list() {
    return IntStream.rangeClosed(1, 50_000)
        .mapToObj(i -> "invoice " + i)
        .collect(Collectors.joining("\n"));
  }

  private String call(String tool) {
    return tool("call_tool_chain").call("{\"code\": {\"tool\": \"" + tool + "\"}}");
  }

  private GatewayTool tool(String name) {
    return gateway.agentTools(Session.of("chat")).stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static ToolResult picture() {
    return ToolResult.of(
        RawJson.parse(
            """
            {"content": [{"type": "text", "text": "an invoice"},
              {"type": "image", "mimeType": "image/png", "data": "AAAA"}]}"""));
  }

  private String waited() throws InterruptedException {
    caller.interrupt();
    return endless.call();
  }
}
