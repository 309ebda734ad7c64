package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Specification 3.2: the programs that the earlier system took for a call of one tool, and what
 * they are. The way of a program does not show here; the answer has to be right.
 */
class ProgramRoutingTest {
  private static final List<String> CALLS = Collections.synchronizedList(new ArrayList<>());

  @AutoClose private static Gateway gateway;

  @BeforeAll
  static void build() {
    gateway =
        Gateway.builder()
            .backend("my-backend", tools("tool", "web-search"))
            .backend("my_backend", tools("web_search"))
            .backend("a", tools("b", "b-c", "b_c"))
            .backend("Math", tools("max"))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private static BackendConfig tools(String... names) {
    BackendConfig backend = BackendConfig.inProcess();
    for (String name : names) {
      backend =
          backend.tool(
              name,
              "Tells what it was called with.",
              "{\"type\":\"object\"}",
              arguments -> {
                CALLS.add(name + arguments);
                return name + " of " + arguments;
              });
    }
    return backend;
  }

  @BeforeEach
  void forget() {
    CALLS.clear();
  }

  @Table(
      """
      await my_backend_2.tool({"q":"x"}) | tool of {"q":"x"}
      await my_backend_2.web_search({"q":"x"}) | web-search of {"q":"x"}
      await my_backend.web_search({q: 'x'}) | web_search of {"q":"x"}
      await a.b_c({}) | b_c of {}
      await a.b_c_2({}) | b-c of {}
      const r: any = await a.b({"q":1}); return r | b of {"q":1}
      (await a.b({"q":1})) | b of {"q":1}
      const r = await a.b({q: 1}); return r | b of {"q":1}
      return await globalThis["my-backend"]["web-search"]({q: 1}) | web-search of {"q":1}
      return JSON.stringify({"a":1}) | {"a":1}
      return await Math_2.max({a: 1}) | max of {"a":1}
      """)
  void answersWithText(String program, String text) {
    ChainResult result = gateway.run(program);

    assertThat(result.text()).isEqualTo(text);
    assertThat(result.isError()).isFalse();
  }

  @Test
  void readsTheFormOfTwoLines() {
    ChainResult result =
        gateway.run("const r = await a.b({\n  q: \"x\", // what is asked\n});\nreturn r;");

    assertThat(result.text()).isEqualTo("b of {\"q\":\"x\"}");
    assertThat(CALLS).hasSize(1);
  }

  @Table(
      """
      return Math.max(1) | 1
      return Math.max(1, 3) | 3
      "a,b".split(",") | ["a","b"]
      [1,2].includes(2) | true
      console.log("x") | null
      if (false) await a.b({"q":1}) | null
      """)
  void answersWithTheValueOfTheLanguage(String program, String json) {
    ChainResult result = gateway.run(program);

    assertThat(result.json()).isEqualTo(RawJson.parse(json));
    assertThat(result.isError()).isFalse();
    assertThat(CALLS).isEmpty();
  }

  @Test
  void tellsTheTime() {
    long before = System.currentTimeMillis();

    ChainResult result = gateway.run("return Date.now()");

    assertThat(result.value().asLong()).isBetween(before, System.currentTimeMillis());
  }

  @Test
  void keepsWhatIsLogged() {
    assertThat(gateway.run("console.log(\"x\")").logs()).containsExactly("x");
  }

  @Table(
      """
      await a.b({"q":1}); return 1 | 1
      await a.b({"q":1}); return null | null
      const other = 2; await a.b({"q":1}); return other | 2
      const c = 1; if (c) await a.b({"q":1}) | null
      """)
  void answersWithWhatIsReturnedAndNotWithTheCall(String program, String json) {
    ChainResult result = gateway.run(program);

    assertThat(result.json()).isEqualTo(RawJson.parse(json));
    assertThat(result.isError()).isFalse();
    assertThat(CALLS).containsExactly("b{\"q\":1}");
  }

  @Test
  void saysThatTheReturnedNameIsUnknownAndThatTheCallWasMade() {
    ChainResult result = gateway.run("await a.b({\"q\":1}); return other");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("other is not defined").contains("a.b");
    assertThat(CALLS).hasSize(1);
  }

  @Values("a.b(5) | a.b(\"s\") | a.b([1]) | const r = await a.b(5); return r")
  void refusesArgumentsThatAreNoObject(String program) {
    ChainResult result = gateway.run(program);

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("a.b").contains("object");
    assertThat(CALLS).isEmpty();
  }

  @Table(
      """
      if (c) await a.b({"q":1}) | c is not defined
      await nobody.b({}) | nobody is not defined
      const a = await a.b({}); return a | ReferenceError
      """)
  void saysWhichNameIsWrongAndCallsNothing(String program, String message) {
    ChainResult result = gateway.run(program);

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains(message);
    assertThat(CALLS).isEmpty();
  }

  @Test
  void showsATool() {
    ChainResult direct = gateway.run("const i = __getToolInterface('a.b'); return i");
    ChainResult computed = gateway.run("return [__getToolInterface('a.b')][0]");

    assertThat(direct.value().path("name").textValue()).isEqualTo("a.b");
    assertThat(direct.value()).isEqualTo(computed.value());
  }
}
