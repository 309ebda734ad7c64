package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallContext;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** An interceptor sees the way by which a call has come, however it is written. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
@SuppressWarnings("NullAway.Init") // set by the method that runs first
class CallersTest {
  private static final String RUN = "call_tool_chain";
  private static final String LIST = "{\"tool\": \"t.list\", \"arguments\": {}}";

  private final List<CallContext> seen = new CopyOnWriteArrayList<>();
  @AutoClose private Gateway gateway;

  @BeforeAll
  void build() {
    gateway =
        Gateway.builder()
            .sandbox(sandbox -> sandbox.isolation(InWorkers.isolation()))
            .interceptor(
                (call, next) -> {
                  if (call.tool().key().equals("t.list")) {
                    seen.add(call.context());
                  }
                  return next.proceed(call);
                })
            .backend("t", BackendConfig.inProcess().tool("list", "Lists.", "{}", args -> "a"))
            .compositeTool("c", CompositeTool.of("Lists.", "return await t.list({});"))
            .build();
    gateway.awaitReady(Duration.ofSeconds(60));
  }

  @Table(
      """
      | {"tool": "t.list", "arguments": {}} | 1 | false
      | {"name": "t.list", "arguments": {}} | 1 | false
      | [{"tool": "t.list"}, {"tool": "t.list"}] | 2 | false
      | await t.list({}) | 1 | false
      | return await t.list({}); | 1 | false
      | const one = await t.list({}); const two = await t.list({}); return 1 | 2 | true
      lua | return t.list({}) | 1 | true
      lua | local one = t.list({}) local two = t.list({}) return 1 | 2 | true
      """)
  void haveTheToolThatRunsPrograms(String language, String code, int calls, boolean inProgram) {
    ChainRequest request = ChainRequest.of(code);

    List<CallContext> of = contexts(language == null ? request : request.withLanguage(language));

    assertThat(of).hasSize(calls).allMatch(context -> context.callers().equals(List.of(RUN)));
    assertThat(of).allMatch(context -> context.inProgram() == inProgram);
  }

  @Test
  void haveItWhereTheCodeStandsInAFence() {
    assertThat(contexts(ChainRequest.of("```json\n" + LIST + "\n```")))
        .extracting(CallContext::callers)
        .containsExactly(List.of(RUN));
  }

  @Test
  void haveItWhereAnAgentCalls() {
    seen.clear();

    TestGateway.ask(gateway, RUN, RawJson.ofValue(Map.of("code", "await t.list({})")));

    assertThat(seen).extracting(CallContext::callers).containsExactly(List.of(RUN));
  }

  @Test
  void haveTheCompositeToolThatWaits() {
    String composite = "__composite.c";

    assertThat(contexts(ChainRequest.of("{\"tool\": \"__composite.c\", \"arguments\": {}}")))
        .extracting(CallContext::callers)
        .containsExactly(List.of(RUN, composite));
    assertThat(contexts(ChainRequest.of("const r = await __composite.c({}); return r + 1;")))
        .extracting(CallContext::callers)
        .containsExactly(List.of(RUN, composite));
    seen.clear();
    gateway.call(composite, Map.of());
    assertThat(seen).extracting(CallContext::callers).containsExactly(List.of(composite));
  }

  @Test
  void areNoneWhereAHostCallsTheToolItself() {
    seen.clear();

    gateway.call("t.list", Map.of());

    assertThat(seen).extracting(CallContext::callers).containsExactly(List.of());
  }

  private List<CallContext> contexts(ChainRequest request) {
    seen.clear();
    ChainResult result = gateway.run(request);
    assertThat(result.isError()).as(result.text()).isFalse();
    return new ArrayList<>(seen);
  }
}
