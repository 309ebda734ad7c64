package io.gatemini.internal.program.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Values;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JsonCallTest {
  @Test
  void takesTheArgumentsOverAsTheyAreWritten() {
    JsonCall call = read("  {\"arguments\": {\"é\": 1.50, \"b\": {}}, \"tool\": \"a.b\"} ");

    assertThat(call.tool()).isEqualTo("a.b");
    assertThat(call.arguments().toString()).isEqualTo("{\"é\": 1.50, \"b\": {}}");
  }

  @Test
  void joinsTheLinesOfTheArguments() {
    JsonCall call = read("{\n\"tool\": \"a.b\",\n\"arguments\": {\n  \"q\": \"x\\ny\"\r\n}\n}");

    assertThat(call.arguments().toString()).isEqualTo("{   \"q\": \"x\\ny\"  }");
  }

  @Test
  void givesNoArgumentsWhereThereAreNone() {
    assertThat(read("{\"tool\":\"a.b\"}").arguments().toString()).isEqualTo("{}");
    assertThat(read("{\"tool\":\"a.b\",\"arguments\":null}").arguments().toString())
        .isEqualTo("{}");
  }

  @Values(
      """
      `` | [] | {"a":1} | {"tool":"a"} {} | {"tool":"a" | { await a.b({}) } | {tool: "a"}
      {"tool":"a","x":1} | {"tool":5} | {"tool":"a","arguments":[1]} | {\u0000"tool":"a"}
      """)
  void leavesEverythingElse(String code) {
    assertThat(JsonCall.read(code)).isNull();
  }

  private static JsonCall read(String code) {
    return Objects.requireNonNull(JsonCall.read(code));
  }
}
