package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallTimeoutException;
import io.gatemini.ChainRequest;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.async.OpenWork;
import io.gatemini.testing.Table;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ChainAndRegistrationTest extends SurfaceFixture {
  @Test
  void aChainRunsWithWhatTheCallSays() {
    Session session = Session.of("s1");
    CompletableFuture<ToolResult> answer =
        start(
            session,
            "call_tool_chain",
            "{\"code\":\"a.b()\",\"timeout\":50,\"max_output_size\":7,\"max_output_tokens\":9,"
                + "\"intent\":\"x\"}");

    ChainRequest request = gateway.chains.get(0);
    assertThat(request.code()).isEqualTo("a.b()");
    assertThat(request.context().timeout()).contains(Duration.ofMillis(50));
    assertThat(request.options().maxOutputBytes()).hasValue(7);
    assertThat(request.options().maxOutputTokens()).hasValue(9);
    assertThat(request.options().intent()).contains("x");
    assertThat(request.context().session()).isEqualTo(session);
    ToolResult result = ToolResult.text("done");
    gateway.answers.get(0).complete(FixtureGateway.chainResult(result));
    assertThat(answer.join()).isSameAs(result);
  }

  @Test
  void aCallGivenAsAnObjectMayNestAsDeepAsMessagesDo() {
    String deep = "[".repeat(2_000) + "]".repeat(2_000);
    begin(Session.local(), "{\"code\":{\"tool\":\"a.b\",\"arguments\":{\"x\":" + deep + "}}}");

    assertThat(gateway.chains.get(0).code()).contains(deep);
  }

  @Test
  void aBudgetOfTokensIsReadInAnySpelling() {
    begin(Session.local(), "{\"code\":\"x\",\"max_output_tokens\":20.0}");
    begin(Session.local(), "{\"code\":\"x\",\"max_output_tokens\":null}");

    assertThat(gateway.chains.get(0).options().maxOutputTokens()).hasValue(20);
    assertThat(gateway.chains.get(1).options().maxOutputTokens()).isEmpty();
  }

  @Table(
      """
      {"tool":"a.b","arguments":{"x":1}} | {"tool":"a.b","arguments":{"x":1}}
      {"name":"a.b","args":{"x":1},"code":""} | {"name":"a.b","args":{"x":1}}
      {"tool":"b","server":"a","timeout":9} | {"tool":"b","server":"a"}
      {"script":"a.b()"} | a.b()
      """)
  void aCallBesideItsCodeIsTheCode(String arguments, String code) {
    begin(Session.local(), arguments);

    assertThat(gateway.chains.get(0).code()).isEqualTo(code);
  }

  @Table(
      """
      {"code":"x","timeout":null,"max_output_size":null,"intent":null} | 0
      {"code":"x"} | 0
      {"code":"x","timeout":1e3} | 1000
      {"timeout":1000.0,"code":"x"} | 1000
      """)
  void whatIsOmittedOrUnusualIsReadAlike(String arguments, long timeout) {
    begin(Session.local(), arguments);

    ChainRequest request = gateway.chains.get(0);
    assertThat(request.code()).isEqualTo("x");
    assertThat(request.context().timeout().map(Duration::toMillis).orElse(0L)).isEqualTo(timeout);
    assertThat(request.options().maxOutputBytes()).isEmpty();
    assertThat(request.options().intent()).isEmpty();
  }

  @Table(
      """
      {"code":"x"} | RUN
      {"code":"x","mode":null} | RUN
      {"code":"x","mode":"run"} | RUN
      {"code":"x","mode":"read_only"} | READ_ONLY
      {"code":"x","mode":"plan"} | PLAN
      {"code":"x","mode":"plan","timeout":1e3} | PLAN
      {"code":"x","mode":"read_only","timeout":1e3} | READ_ONLY
      """)
  void aChainRunsInTheModeThatTheCallStates(String arguments, ChainRequest.Mode mode) {
    begin(Session.local(), arguments);

    assertThat(gateway.chains.get(0).options().mode()).isEqualTo(mode);
  }

  @Test
  void aChainThatFailsIsAnError() {
    CompletableFuture<ToolResult> answer =
        start(Session.local(), "call_tool_chain", "{\"code\":\"x\"}");

    gateway.answers.get(0).completeExceptionally(new CallTimeoutException("too slow"));

    assertThat(answer.join().isError()).isTrue();
    assertThat(answer.join().text()).isEqualTo("too slow");
  }

  @Test
  void aFaultOfTheGatewayTellsNothingOfItsInside() {
    CompletableFuture<ToolResult> answer =
        start(Session.local(), "call_tool_chain", "{\"code\":\"x\"}");

    gateway.answers.get(0).completeExceptionally(new IllegalStateException("/home/secret"));

    assertThat(answer.join().isError()).isTrue();
    assertThat(answer.join().text()).doesNotContain("secret");
  }

  @Test
  void endingTheAnswerFromOutsideCancelsTheChain() {
    start(Session.local(), "call_tool_chain", "{\"code\":\"x\"}").cancel(true);
    start(Session.local(), "call_tool_chain", "{\"code\":\"x\"}")
        .completeExceptionally(new CallTimeoutException("late"));
    start(Session.local(), "call_tool_chain", "{\"code\":\"x\"}").complete(ToolResult.text("gone"));

    assertThat(gateway.answers).hasSize(3).allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void aClientThatGoesAwayTakesItsCallsWithItAndNoOther() {
    begin(Session.of("gone"), "{\"code\":\"x\"}");
    begin(Session.of("stays"), "{\"code\":\"x\"}");

    surface.disconnected(Session.of("gone"));

    assertThat(gateway.answers.get(0)).isCancelled();
    assertThat(gateway.answers.get(1)).isNotDone();
  }

  @Test
  void nothingIsKeptOfCallsThatEnded() {
    OpenWork open = new OpenWork();
    CompletableFuture<ToolResult> answer = new CompletableFuture<>();
    open.track(Session.local(), answer);

    answer.complete(ToolResult.text("x"));
    open.track(Session.local(), answer);

    assertThat(open.size()).isZero();
  }

  @Test
  void registersAChildProcess() {
    ToolResult result =
        call(
            "register_manual",
            """
            {"manual_call_template":{"name":"my-server","command":"npx","args":["-y","x"],
            "cwd":"work","env":{"K":"v"},"call_template_type":"mcp"}}\
            """);

    BackendConfig config = gateway.backendConfig("my-server").orElseThrow();
    assertThat(config.transport()).isEqualTo("stdio");
    assertThat(config.command()).containsExactly("npx", "-y", "x");
    assertThat(config.cwd()).contains("work");
    assertThat(config.env()).containsEntry("K", "v");
    assertThat(result.text())
        .isEqualTo(
            "backend \"my-server\" is registered with 3 tools; search_tools finds them (ignored:"
                + " call_template_type)");
    assertThat(structured(result)).isEqualTo(tree("{\"backend\":\"my-server\",\"tools\":3}"));
  }

  @Test
  void registersAServerOverHttpAndCommandLineTools() {
    call(
        "register_manual",
        """
        {"manual_call_template":{"name":"web","url":"https://x.example/mcp",
        "headers":{"Authorization":"Bearer t"},"command":null}}\
        """);
    call(
        "register_manual",
        """
        {"manual_call_template":{"name":"cli","health_check":"true",
        "tools":{"greet":{"description":"Greet","command":"echo {{name}}"}}}}\
        """);

    assertThat(gateway.backendConfig("web").orElseThrow().transport()).isEqualTo("streamable-http");
    assertThat(gateway.backendConfig("web").orElseThrow().url()).contains("https://x.example/mcp");
    assertThat(gateway.backendConfig("web").orElseThrow().headers())
        .containsEntry("Authorization", "Bearer t");
    assertThat(gateway.backendConfig("cli").orElseThrow().transport()).isEqualTo("cli-adapter");
    assertThat(gateway.backendConfig("cli").orElseThrow().options())
        .isEqualTo(
            tree(
                """
                {"tools":{"greet":{"description":"Greet","command":"echo {{name}}"}},
                "health_check":"true"}\
                """));
  }

  @Table(
      """
      "text" | "manual_call_template" must be an object, not "text"
      {} | needs a "name"
      {"name":"-x","command":"c"} | "name" must be 1 to 64 letters
      {"name":"x y","command":"c"} | not "x y"
      {"name":"x"} | needs "command"
      {"name":"x","command":""} | needs "command"
      {"name":"x","command":["c"]} | needs "command"
      {"name":"x","command":"c","args":"-y"} | manual_call_template: args: a list was expected
      {"name":"x","command":"c","args":["a",{}]} | manual_call_template: args[1]: a text was \
      expected
      {"name":"x","command":"c","env":{"K":[]}} | manual_call_template: env.K: a text was expected
      {"name":"x","command":"c","env":[]} | manual_call_template: env: a map of names
      {"name":"x","command":"c","timeout":"soon"} | manual_call_template: timeout: "soon" is \
      not a duration
      {"name":"x","command":"c","prerequisite":{}} | manual_call_template: prerequisite: only \
      the operator may set this
      {"name":"x","command":"c","max_concurrent_calls":0} | manual_call_template: \
      max_concurrent_calls: only the operator
      {"name":"x","command":"c","options":{"a":1}} | manual_call_template: options: only the \
      operator
      {"name":"x","command":"c","inherit_env":"all"} | manual_call_template: inherit_env: only \
      the operator
      {"name":"x","command":"c","allowed_tools":["a"]} | manual_call_template: allowed_tools: \
      only the operator
      {"name":"x","command":"c","namespace":"github"} | manual_call_template: namespace: only \
      the operator
      {"name":"x","url":"https://x","oauth":{}} | manual_call_template: oauth: only the operator
      {"name":"x","tools":{},"adapter_file":"/etc/x"} | manual_call_template: adapter_file: \
      only the operator
      {"name":"x","command":"c","transport":"in-process"} | manual_call_template: transport: \
      the template describes a backend of transport stdio
      {"name":"x","command":"secretref:env:A"} | manual_call_template: command: a secretref is \
      allowed in headers and env only
      {"name":"x","url":"https://x/?k=secretref:env:A"} | manual_call_template: url: a \
      secretref is allowed
      {"name":"x","url":"ftp://x"} | url: it must begin with https://
      {"name":"x","url":"https://x","headers":{"A":{}}} | headers.A: a text was expected
      {"name":"x","tools":[]} | tools: an object of tool definitions
      {"name":"x","tools":{}} | tools: an object of tool definitions
      {"name":"x","tools":{"a":"b"}} | tools.a: an object with a "command" was expected
      """)
  void saysWhatIsWrongWithATemplate(String template, String message) {
    assertThat(error("register_manual", "{\"manual_call_template\":" + template + "}"))
        .contains(message)
        .contains("for example {\"manual_call_template\": ");
    assertThat(gateway.configs).isEmpty();
  }

  @Test
  void expandsNothingOfWhatAnAgentWrites() {
    call(
        "register_manual",
        """
        {"manual_call_template":{"name":"x","command":"c","args":["${HOME}","$${A}"],
        "env":{"A":"${PATH}","B":"secretref:env:PATH"}}}\
        """);

    BackendConfig config = gateway.backendConfig("x").orElseThrow();
    assertThat(config.command()).containsExactly("c", "${HOME}", "$${A}");
    assertThat(config.env()).containsEntry("A", "${PATH}").containsEntry("B", "secretref:env:PATH");
  }

  @Test
  void deregistersWhatIsThereAndNamesWhatIsNear() {
    gateway.configs.put("my-server", BackendConfig.stdio("x"));

    assertThat(error("deregister_manual", "{\"manual_name\":\"my-servr\"}"))
        .isEqualTo("backend \"my-servr\" is not known; did you mean \"my-server\"?");
    ToolResult result = call("deregister_manual", "{\"manual_name\":\"my-server\"}");
    assertThat(structured(result)).isEqualTo(tree("{\"backend\":\"my-server\"}"));
    assertThat(gateway.configs).isEmpty();
  }
}
