package io.gatemini.internal;

import static io.gatemini.testing.JavaPrograms.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The effects that a chain may have in each mode, in each form of call. */
class ChainModesTest {
  private final AtomicInteger calls = new AtomicInteger();
  private final JavaPrograms programs = new JavaPrograms();

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder()
          .plugin(programs)
          .backend("files", files())
          .alias("save", "files.write")
          .build();

  private BackendConfig files() {
    String schema =
        """
        {"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}\
        """;
    return BackendConfig.inProcess()
        .tool(
            BackendTool.of("read", "Reads.", RawJson.parse(schema).tree())
                .withAnnotations(ToolAnnotations.of(true, false, true, false)),
            arguments -> "read " + calls.incrementAndGet())
        .tool("write", "Writes.", schema, arguments -> "wrote " + calls.incrementAndGet());
  }

  private ChainResult run(String code, Mode mode) {
    return gateway.run(ChainRequest.of(code).withMode(mode));
  }

  @Values(
      """
      {"tool":"files.write","arguments":{"path":"a"}} | {"tool":"save","arguments":{"path":"a"}}
      await files.write({"path":"a"}) | a program that writes
      """)
  void readsOnly(String code) {
    programs.program(
        "a program that writes",
        (program, host) -> {
          call(host, "files.read", "{\"path\":\"a\"}");
          return call(host, "files.write", "{\"path\":\"a\"}");
        });

    ChainResult result = run(code, Mode.READ_ONLY);

    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .startsWith(
            "\"files.write\" was not called: it is not annotated as read-only, and read_only"
                + " calls no other tools; leave it out, or repeat without read_only");
    assertThat(gateway.stats().tools())
        .noneMatch(tool -> tool.tool().equals("files.write") && tool.calls() > 0);
  }

  @Test
  void callsWhatOnlyReadsInReadOnly() {
    programs.program(
        "a program that reads", (program, host) -> call(host, "files.read", "{\"path\":\"a\"}"));

    assertThat(run("await files.read({\"path\":\"a\"})", Mode.READ_ONLY).text())
        .isEqualTo("read 1");
    assertThat(run("{\"tool\":\"read\",\"arguments\":{\"path\":\"a\"}}", Mode.READ_ONLY).text())
        .isEqualTo("read 2");
    assertThat(run("a program that reads", Mode.READ_ONLY).text()).isEqualTo("read 3");
  }

  @Test
  void holdsACallOfJavaToReadingAsWell() {
    ToolCall write = ToolCall.of("files.write", RawJson.parse("{\"path\":\"a\"}"));

    assertThat(gateway.callAsync(write.withReadOnly())).isCompletedExceptionally();
    assertThat(gateway.callAsync(write).join().text()).isEqualTo("wrote 1");
  }

  @Values(
      """
      {"tool":"save","arguments":{"path":"a"}} | return await files.write({"path":"a"});
      """)
  void tellsASingleCallInsteadOfMakingIt(String code) {
    ChainResult result = run(code, Mode.PLAN);

    assertThat(result.isError()).isFalse();
    assertThat(result.json())
        .isEqualTo(
            RawJson.parse(
                """
                {"plan":[{"tool":"files.write","arguments":{"path":"a"}}],"calls":1,"ended":"ok"}\
                """));
    assertThat(result.toolCalls()).isZero();
    assertNothingWasCalled();
  }

  @Test
  void tellsTheFirstCallOfEachToolThatAProgramWouldMake() {
    programs.program(
        "plan me",
        (program, host) -> {
          assertThat(program.plan()).isTrue();
          call(host, "files.read", "{\"path\":\"1\"}");
          call(host, "files.read", "{\"path\":\"2\"}");
          call(host, "files.write", "{}");
          call(host, "files.raed", "{}");
          return RawJson.parse("7");
        });

    ChainResult result = run("plan me", Mode.PLAN);

    assertThat(result.value().path("calls").intValue()).isEqualTo(4);
    assertThat(result.value().path("ended").asText()).isEqualTo("ok");
    assertThat(result.value().at("/plan/0"))
        .isEqualTo(
            RawJson.parse("{\"tool\":\"files.read\",\"arguments\":{\"path\":\"1\"}}").tree());
    assertThat(result.value().at("/plan/1/problem").asText())
        .isEqualTo("argument \"path\" is missing");
    assertThat(result.value().at("/plan/2/problem").asText()).contains("\"files.read\"");
    assertThat(result.value().path("plan")).hasSize(3);
    assertNothingWasCalled();
  }

  @Test
  void tellsWhatAProgramPlannedBeforeItFailed() {
    programs.program(
        "plans and fails",
        (program, host) -> {
          call(host, "files.read", "{\"path\":\"1\"}");
          throw new IllegalStateException("boom");
        });

    ChainResult result = run("plans and fails", Mode.PLAN);

    assertThat(result.isError()).isFalse();
    assertThat(result.value().path("plan")).hasSize(1);
    assertThat(result.value().path("ended").asText()).isEqualTo("boom");
  }

  @Test
  void answersAProgramThatPlansNothingAndFailsWithItsError() {
    ChainResult result = run("no program at all", Mode.PLAN);

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).startsWith("syntax error: ");
  }

  @Test
  void answersAProgramThatCallsNothingWithAnEmptyPlan() {
    programs.program(
        "never",
        CompletableFuture.completedFuture(
            JavaPrograms.outcome(Status.OK, RawJson.parse("null"), "")));

    assertThat(run("never", Mode.PLAN).json())
        .isEqualTo(RawJson.parse("{\"plan\":[],\"calls\":0,\"ended\":\"ok\"}"));
  }

  private void assertNothingWasCalled() {
    assertThat(calls).hasValue(0);
    assertThat(gateway.stats().calls()).isZero();
  }
}
