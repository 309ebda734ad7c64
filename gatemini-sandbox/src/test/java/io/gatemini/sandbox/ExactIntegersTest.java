package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Integers of 64 bits, as many servers have them for ids, keep their digits or are refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExactIntegersTest {
  private static final String ID = "7960607143101464576";
  private static final RawJson ANSWER =
      RawJson.parse(
          "{\"id\":"
              + ID
              + ",\"ids\":[-"
              + ID
              + ",7],\"text\":\"no "
              + ID
              + " \\\\\\\" "
              + ID
              + "\",\"f\":0."
              + ID
              + ",\"safe\":9007199254740991}");

  @AutoClose
  private final EngineFixture fixture =
      new EngineFixture(SandboxConfig.defaults().isolation(Isolation.IN_PROCESS));

  /** One tool answers with ids, the other with what it was given. */
  private final TestHost host =
      new TestHost(
          (tool, arguments) ->
              CompletableFuture.completedFuture(
                  tool.endsWith("other-tool")
                      ? ToolResult.structured((ObjectNode) ANSWER.tree())
                      : ToolResult.text("GOT " + arguments)));

  private Outcome run(String code) {
    return fixture.run(
        "const ask = demo.echo, ids = demo['other-tool'] || demo.other_tool;\n" + code,
        host,
        EngineFixture.LIMITS);
  }

  @Table(
      """
      const r = await ids({}); return await ask({id: r.id}) | "GOT {\\"id\\":7960607143101464576}"
      const r = await ids({}); return await ask(r.ids.map(x => ({x}))[0]) | "GOT \
      {\\"x\\":-7960607143101464576}"
      return await ask({id: 7960607143101464576n, n: 1.5}) | "GOT \
      {\\"id\\":7960607143101464576,\\"n\\":1.5}"
      const r = await ids({}); return `${r.id}` | "7960607143101464576"
      const r = await ids({}); return {theId: r.id} | {"theId":"7960607143101464576"}
      const r = await ids({}); return JSON.stringify([r.id, r.ids[1]]) | \
      "[\\"7960607143101464576\\",7]"
      const r = await ids({}); return typeof r.safe + typeof r.f + r.text.length | "numbernumber45"
      """)
  void keepTheirDigits(String code, String value) {
    Outcome outcome = run(code);

    assertThat(outcome.status()).as(outcome.message()).isEqualTo(Status.OK);
    assertThat(outcome.value()).hasToString(value);
  }

  @Values("7960607143101464576 | -9007199254740993 | 2 ** 60")
  void areRefusedWhereANumberHasLostThem(String number) {
    Outcome outcome = run("return await ask({a: [{id: " + number + "}]})");

    assertThat(outcome.status()).isEqualTo(Status.ERROR);
    assertThat(outcome.message()).contains("\"id\" is ", "7960607143101464576n");
  }

  @Test
  void areNumbersWhereTheyAreNoIntegersOf64Bits() {
    assertThat(
            run("return await ask({a: 1e300, b: 0.1, c: 9007199254740991, d: 10000e12})").value())
        .hasToString(
            "\"GOT {\\\"a\\\":1e+300,\\\"b\\\":0.1,\\\"c\\\":9007199254740991,\\\"d\\\":10000000000000000}\"");
  }
}
