package io.gatemini.internal.surface.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.InspectionGuard;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InspectionGuardTest {
  private static final String READ = "{\"tool\":\"data.read\"}";
  private static final String INSPECT = "{\"luaServerName\":\"data\",\"luaToolName\":\"read\"}";

  private final Session session = Session.of("one");
  private final AtomicInteger calls = new AtomicInteger();
  @AutoClose private Gateway gateway = gateway("servers", InspectionGuard.ENFORCE);

  private Gateway gateway(String surface, InspectionGuard guard) {
    return TestGateway.builder()
        .surface(surface)
        .inspectionGuard(guard)
        .backend("data", data("Reads."))
        .build();
  }

  private BackendConfig data(String description) {
    return BackendConfig.inProcess()
        .tool("read", description, "{\"type\":\"object\"}", it -> calls.incrementAndGet())
        .tool("fail", "Fails.", "{\"type\":\"object\"}", InspectionGuardTest::fail);
  }

  private static Object fail(Object arguments) {
    throw new IllegalStateException("no disk");
  }

  private void reopen(String surface, InspectionGuard guard) {
    gateway.close();
    gateway = gateway(surface, guard);
  }

  private ToolResult call(Session session, String tool, String arguments) {
    RawJson json = RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8));
    return TestGateway.ask(gateway, session, tool, json);
  }

  private ToolResult execute(Session session, String script) {
    String argument = RawJson.of(TextNode.valueOf(script)).toString();
    return call(session, "execute", "{\"script\":" + argument + "}");
  }

  @Test
  void refusesWhatASessionHasNotInspected() {
    ToolResult refused = execute(session, READ);

    assertThat(refused.isError()).isTrue();
    assertThat(refused.text())
        .contains("not called", "\"data.read\"", "tool-details or inspect-tool-response");
    assertThat(calls).hasValue(0);

    assertThat(call(session, "inspect-tool-response", INSPECT).isError()).isFalse();
    assertThat(execute(session, READ).isError()).isFalse();
    assertThat(calls).hasValue(2);
  }

  @Test
  void takesTheDetailsOfAToolForALook() {
    call(session, "list-server-tools", "{\"luaServerName\":\"data\"}");
    assertThat(execute(session, READ).text()).contains("not called");

    assertThat(call(session, "tool-details", INSPECT).isError()).isFalse();

    assertThat(execute(session, READ).isError()).isFalse();
    assertThat(calls).hasValue(1);
  }

  @Test
  void holdsACallThatComesBeforeItsBackend() {
    TestTransport provider = new TestTransport("given");
    CompletableFuture<Void> open = new CompletableFuture<>();
    provider.backend("late").tools("echo").start(() -> open);
    gateway.close();
    gateway =
        TestGateway.builder()
            .surface("servers")
            .inspectionGuard(InspectionGuard.ENFORCE)
            .plugin(provider)
            .backend("late", BackendConfig.of("given"))
            .build();

    CompletableFuture<ToolResult> result =
        CompletableFuture.supplyAsync(() -> execute(session, "{\"tool\":\"late.echo\"}"));
    open.complete(null);

    assertThat(result.join().text()).contains("not called", "\"late.echo\"");
  }

  @Test
  void countsForOneSessionUntilItEnds() {
    call(session, "inspect-tool-response", INSPECT);

    assertThat(execute(Session.of("two"), READ).isError()).isTrue();

    gateway.endSession(session);
    assertThat(execute(session, READ).isError()).isTrue();
  }

  @Test
  void takesAChangedDefinitionForAnotherTool() {
    call(session, "inspect-tool-response", INSPECT);

    gateway.reload(this::changed);
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

    assertThat(execute(session, READ).text()).contains("not called");
  }

  private GatewaySettings changed() {
    return TestGateway.builder()
        .surface("servers")
        .inspectionGuard(InspectionGuard.ENFORCE)
        .backend("data", data("Reads something else."))
        .settings();
  }

  @Test
  void doesNotTakeAFailureForAResponse() {
    call(session, "inspect-tool-response", INSPECT.replace("read", "fail"));

    assertThat(execute(session, READ.replace("read", "fail")).text()).contains("not called");
  }

  @Test
  void onlyTellsWhereItWarns() {
    reopen("servers", InspectionGuard.WARN);

    ToolResult warned = execute(session, READ);

    assertThat(warned.isError()).isFalse();
    assertThat(warned.text()).contains("this session has not looked at \"data.read\"");
    call(session, "inspect-tool-response", INSPECT);
    assertThat(execute(session, READ).text()).doesNotContain("looked at");
  }

  @Test
  void keepsOutOfTheWayWhereNothingInspects() {
    reopen("meta", InspectionGuard.ENFORCE);

    ToolResult result =
        call(session, "call_tool_chain", "{\"code\":\"{\\\"tool\\\":\\\"data.read\\\"}\"}");

    assertThat(result.isError()).as(result.text()).isFalse();
  }
}
