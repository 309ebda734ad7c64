package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.Tool;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A text that a Java method returns is a string, whatever it looks like and in every way of
 * calling.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class StringResultsTest {
  @AutoClose private Gateway gateway;

  /** Tools of a host. */
  public static final class Shop {
    @Tool("Says it.")
    public String say(String text) {
      return text;
    }

    @Tool("How many there are.")
    public int count() {
      return 3;
    }
  }

  @BeforeAll
  void build() {
    gateway =
        Gateway.builder()
            .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
            .backend("shop", BackendConfig.inProcess().methodsOf(new Shop()))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @Values("90210 | 9007199254740993 | {\"a\":1} | [1] | true | null | \"q\" | ` 7` | ``")
  void isAStringForEverybody(String text) {
    String said = TextNode.valueOf(text).toString();

    assertThat(gateway.call("shop.say", Map.of("text", text)).as(String.class)).isEqualTo(text);
    for (ChainResult whole :
        new ChainResult[] {
          gateway.run("{\"tool\": \"shop.say\", \"arguments\": {\"text\": " + said + "}}"),
          gateway.run("await shop.say({text: " + said + "})"),
          gateway.run("const r = await shop.say({text: " + said + "});\nreturn r;"),
          lua("local r = shop.say({text = " + said + "}):await()\nresult(r)"),
        }) {
      assertThat(whole.value()).isEqualTo(TextNode.valueOf(text));
      assertThat(whole.text()).isEqualTo(text);
    }
    assertThat(
            gateway
                .run("const r = await shop.say({text: " + said + "});\nreturn [typeof r, r.length]")
                .value())
        .hasToString("[\"string\"," + text.length() + "]");
    assertThat(
            lua("local r = shop.say({text = " + said + "}):await()\nresult({type(r), #r})").value())
        .hasToString("[\"string\"," + text.length() + "]");
  }

  @Test
  void saysSoInTheDeclarations() {
    assertThat(gateway.typescript("shop"))
        .contains("say(args: { text: string }): Promise<string>;")
        .contains("count(args?: {}): Promise<number>;");
    assertThat(gateway.run("return typeof await shop.count({})").value().textValue())
        .isEqualTo("number");
  }

  private ChainResult lua(String code) {
    return gateway.run(ChainRequest.of(code).withLanguage("lua"));
  }
}
