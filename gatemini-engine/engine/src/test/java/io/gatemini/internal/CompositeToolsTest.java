package io.gatemini.internal;

import static io.gatemini.testing.JavaPrograms.call;
import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallRefusedException;
import io.gatemini.ChainRequest;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayStats;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.RegistrationException;
import io.gatemini.SearchHit;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CompositeToolsTest {
  private final JavaPrograms programs = new JavaPrograms();

  private GatewayBuilder builder() {
    return TestGateway.builder()
        .outputConfig(output -> output.structuredContent(true))
        .plugin(programs)
        // One place: a nested program that took one would wait for its own caller.
        .sandbox(sandbox -> sandbox.maxConcurrentPrograms(1))
        .backend(
            "files",
            BackendConfig.inProcess()
                .tool(
                    BackendTool.of("read", "Reads.", RawJson.emptyObject().tree())
                        .withAnnotations(ToolAnnotations.of(true, false, true, false)),
                    arguments -> "text of " + arguments.path("path").asText())
                .tool("write", "Writes.", "{}", arguments -> "written"));
  }

  /** A tool whose program is the Java code of the same name. */
  private static CompositeTool tool(String program) {
    return CompositeTool.of("Does " + program + ".", program);
  }

  private static ToolResult answer(Gateway gateway, String name, String arguments) {
    return gateway.call(ToolCall.of("__composite." + name, RawJson.parse(arguments)));
  }

  @Test
  void runsAProgramWithItsArgumentsAsParams() {
    programs.program(
        "read it",
        (program, host) -> call(host, "files.read", program.params().orElseThrow().toString()));
    String schema =
        "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"}},\"required\":[\"path\"]}";
    try (Gateway gateway =
        builder()
            .compositeTool("own", tool("read it").withInputSchema(schema))
            .compositeTool("any", tool("read it"))
            .build()) {
      assertThat(answer(gateway, "own", "{\"path\":\"a\"}").text()).isEqualTo("text of a");
      assertThat(answer(gateway, "any", "{\"params\":{\"path\":\"b\"}}").text())
          .isEqualTo("text of b");
      assertThat(answer(gateway, "any", "{}").text()).isEqualTo("text of ");
      assertThat(programs.programs).extracting(Program::nested).containsOnly(false);
      assertThrown(InvalidArgumentsException.class, () -> answer(gateway, "own", "{}"))
          .hasMessageContaining("\"path\" is missing");
    }
  }

  @Test
  void isFoundListedAndShownLikeAnyOtherTool() {
    try (Gateway gateway = builder().compositeTool("tidy_up", tool("x").withReadOnly()).build()) {
      SearchHit hit = gateway.search("tidy up").get(0);

      assertThat(hit.key()).isEqualTo("__composite.tidy_up");
      assertThat(gateway.tool("tidy_up").definition().tags()).containsExactly("composite");
      assertThat(gateway.tool("tidy_up").definition().annotations().readOnlyHint()).contains(true);
      assertThat(hit.call()).contains("__composite.tidy_up({");
      assertThat(gateway.backends()).anyMatch(backend -> backend.transport().equals("composite"));
      ToolResult keys =
          TestGateway.ask(
              gateway, "get_required_keys_for_tool", "{\"tool_name\":\"__composite.tidy_up\"}");
      assertThat(keys.isError()).isFalse();
      assertThat(keys.structuredContent().orElseThrow().path("keys")).isEmpty();
      assertThrown(RegistrationException.class, () -> gateway.deregister("__composite"))
          .hasMessageContaining("is configured and stays");
    }
  }

  @Test
  void answersWithItsValueAsTextOnce() {
    programs.program("object", (program, host) -> RawJson.parse("{\"a\": [1]}"));
    programs.program("number", (program, host) -> RawJson.parse("7"));
    try (Gateway gateway =
        builder()
            .compositeTool("object", tool("object"))
            .compositeTool("number", tool("number"))
            .build()) {
      ToolResult object = answer(gateway, "object", "{}");
      assertThat(object.hasStructuredContent()).isFalse();
      assertThat(object.value()).isEqualTo(RawJson.parse("{\"a\":[1]}").tree());
      assertThat(object.text()).isEqualTo("{\"a\":[1]}");
      assertThat(answer(gateway, "number", "{}").text()).isEqualTo("7");
      assertThat(answer(gateway, "number", "{}").hasStructuredContent()).isFalse();
    }
  }

  @Test
  void saysWhatHadCompletedWhenAProgramFails() {
    programs.program(
        "fail",
        (program, host) -> {
          call(host, "files.write", "{}");
          throw new IllegalStateException("boom");
        });
    try (Gateway gateway = builder().compositeTool("fail", tool("fail")).build()) {
      ToolResult result = answer(gateway, "fail", "{}");

      assertThat(result.isError()).isTrue();
      assertThat(result.text()).isEqualTo("boom\ntool calls that had completed: files.write");
    }
  }

  @Test
  void nestsWithoutAPlaceOfItsOwnAndIsCountedOnTheWay() {
    programs.program("inner", (program, host) -> call(host, "files.read", "{\"path\":\"x\"}"));
    programs.program("outer", (program, host) -> call(host, "__composite.inner", "{}"));
    programs.program("agent", (program, host) -> call(host, "__composite.outer", "{}"));
    try (Gateway gateway =
        builder()
            .compositeTool("inner", tool("inner"))
            .compositeTool("outer", tool("outer"))
            .build()) {
      ChainResult result = gateway.run("agent");

      assertThat(result.text()).isEqualTo("text of x");
      assertThat(programs.programs)
          .extracting(Program::code, Program::nested)
          .containsExactly(tuple("agent", false), tuple("outer", true), tuple("inner", true));
      assertThat(programs.limits.get(2).timeout()).isLessThan(programs.limits.get(0).timeout());
      await()
          .untilAsserted(
              () ->
                  assertThat(gateway.stats().tools())
                      .extracting(GatewayStats.ToolStats::tool)
                      .contains("__composite.outer", "__composite.inner", "files.read"));
      programs.load = new Load(1, 2, 3);
      assertThat(gateway.stats().programs()).isEqualTo(new GatewayStats.Programs(3, 0, 1, 2, 3));
    }
  }

  @Test
  void refusesACircleAndNamesIt() {
    programs.program("a", (program, host) -> call(host, "__composite.b", "{}"));
    programs.program("b", (program, host) -> call(host, "__composite.a", "{}"));
    try (Gateway gateway =
        builder().compositeTool("a", tool("a")).compositeTool("b", tool("b")).build()) {
      ToolResult result = answer(gateway, "a", "{}");

      assertThat(result.isError()).isTrue();
      assertThat(result.text())
          .contains("__composite.a -> __composite.b -> __composite.a; take one");
      assertThat(programs.programs).hasSize(2);
      assertThat(gateway.stats().programs().failed()).isEqualTo(2);
    }
  }

  @Test
  void refusesToNestDeeperThanItsBound() {
    GatewayBuilder builder = builder();
    for (int i = 0; i < 12; i++) {
      String next = "__composite.t" + (i + 1);
      programs.program("p" + i, (program, host) -> call(host, next, "{}"));
      builder.compositeTool("t" + i, tool("p" + i));
    }
    try (Gateway gateway = builder.build()) {
      assertThat(answer(gateway, "t0", "{}").text())
          .contains("\"__composite.t8\" was not called: 8 composite tools wait for each other");
      assertThat(programs.programs).hasSize(8);
    }
  }

  @Test
  void keepsAReadOnlyToolToReading() {
    programs.program("write", (program, host) -> call(host, "files.write", "{}"));
    programs.program("read", (program, host) -> call(host, "files.read", "{}"));
    try (Gateway gateway =
        builder()
            .compositeTool("liar", tool("write").withReadOnly())
            .compositeTool("honest", tool("read").withReadOnly())
            .compositeTool("writer", tool("read"))
            .build()) {
      assertThat(answer(gateway, "liar", "{}").text()).contains("\"files.write\" was not called");
      assertThat(run(gateway, "await __composite.honest()", Mode.READ_ONLY).isError()).isFalse();
      assertThat(run(gateway, "await __composite.writer()", Mode.READ_ONLY).text())
          .contains("\"__composite.writer\" was not called");
      assertThat(run(gateway, "await __composite.writer()", Mode.PLAN).value().at("/plan/0/tool"))
          .hasToString("\"__composite.writer\"");
    }
  }

  private static ChainResult run(Gateway gateway, String code, Mode mode) {
    return gateway.run(ChainRequest.of(code).withMode(mode));
  }

  @Test
  void stopsTheProgramAndItsCallsWhenTheCallIsCancelled() throws Exception {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    programs.program("hang", outcome);
    try (Gateway gateway = builder().compositeTool("hang", tool("hang")).build()) {
      CompletableFuture<ToolResult> call =
          gateway.callAsync(ToolCall.of("__composite.hang", RawJson.emptyObject()));
      await().until(() -> programs.programs.size() == 1);

      call.cancel(true);

      await().until(outcome::isCancelled);
    }
  }

  @Test
  void givesTheProgramALittleLessThanItsCallerHas() {
    programs.program("quick", (program, host) -> RawJson.parse("1"));
    try (Gateway gateway = builder().compositeTool("quick", tool("quick")).build()) {
      gateway
          .callAsync(
              ToolCall.of("__composite.quick", RawJson.emptyObject())
                  .withTimeout(Duration.ofSeconds(20)))
          .join();

      assertThat(programs.limits.get(0).timeout())
          .isBetween(Duration.ofSeconds(10), Duration.ofMillis(19_900));
    }
  }

  @Test
  void namesTheMissingArtifact() {
    try (Gateway gateway = TestGateway.builder().compositeTool("lonely", tool("x")).build()) {
      assertThrown(BackendUnavailableException.class, () -> answer(gateway, "lonely", "{}"))
          .hasMessageContaining("add io.gatemini:gatemini-sandbox to the class path");
    }
  }

  @Test
  void doesNotGiveATransportAwayThatIsItsOwn() {
    assertThrown(
            ConfigException.class,
            () -> builder().backend("mine", BackendConfig.of("composite")).build())
        .hasMessageContaining("write the tools under composite_tools");
    assertThrown(ConfigException.class, () -> builder().compositeTool("no dots.", tool("x")));
  }

  @Test
  void refusesACircleThatAHostStatesAsWell() {
    try (Gateway gateway = builder().compositeTool("a", tool("a")).build()) {
      assertThatThrownBy(
              () ->
                  gateway
                      .callAsync(
                          ToolCall.of("__composite.a", Map.of())
                              .withContext(
                                  CallContext.local()
                                      .withCallers(List.of("call_tool_chain", "__composite.a"))))
                      .join())
          .hasCauseInstanceOf(CallRefusedException.class);
    }
  }
}
