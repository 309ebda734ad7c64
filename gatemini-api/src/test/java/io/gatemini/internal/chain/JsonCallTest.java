package io.gatemini.internal.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCallTest {
  @Test
  void takesTheArgumentsOverAsTheyAreWritten() {
    JsonCall call =
        read("  {\"x\": [1], \"arguments\": {\"é\": 1.50, \"b\": {}}, \"tool\": \"a.b\"} ");

    assertThat(call.tool()).isEqualTo("a.b");
    assertThat(call.arguments().toString()).isEqualTo("{\"é\": 1.50, \"b\": {}}");
    assertThat(call.fault()).isNull();
  }

  @Test
  void joinsTheLinesOfTheArguments() {
    JsonCall call = read("{\n\"tool\": \"a.b\",\n\"arguments\": {\n  \"q\": \"x\\ny\"\r\n}\n}");

    assertThat(call.arguments().toString()).isEqualTo("{   \"q\": \"x\\ny\"  }");
  }

  @Test
  void givesNoArgumentsWhereThereAreNone() {
    assertThat(read("{\"tool\":\"a.b\"}").arguments().toString()).isEqualTo("{}");
    assertThat(read("{\"tool\":\"a.b\",\"arguments\":null}").fault()).isNull();
  }

  @Test
  void saysWhatIsWrongWithTheShape() {
    assertThat(read("{\"tool\":\"a.b\",\"arguments\":[1]}").fault())
        .contains("\"arguments\" must be a JSON object");
    assertThat(read("{\"tool\":5}").fault()).contains("\"tool\" must be the name of a tool");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"a\":1}",
        "{\"tool\":\"a\"} {}",
        "{\"tool\":\"a\"",
        "{ await a.b({}) }",
        "{tool: \"a\"}",
        "{\u0000\"tool\":\"a\"}",
      })
  void leavesEverythingElse(String code) {
    assertThat(JsonCall.read(code)).isNull();
  }

  private static JsonCall read(String code) {
    return Objects.requireNonNull(JsonCall.read(code));
  }
}
