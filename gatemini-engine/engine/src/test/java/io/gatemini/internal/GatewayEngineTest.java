package io.gatemini.internal;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CallRefusedException;
import io.gatemini.CallTimeoutException;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.PluginInfo;
import io.gatemini.SearchHit;
import io.gatemini.ToolResult;
import io.gatemini.UnknownBackendException;
import io.gatemini.UnknownToolException;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import io.gatemini.testing.TestRetriever;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GatewayEngineTest {
  private static final String REFUND =
      """
      {"type":"object","properties":{"invoice":{"type":"string"}},"required":["invoice"]}\
      """;

  private static BackendConfig billing() {
    return BackendConfig.inProcess()
        .description("Invoices and refunds")
        .tool(
            "refund",
            "Refund an invoice. Money goes back.",
            REFUND,
            args -> "refunded " + args.get("invoice").asText())
        .tool("list_invoices", "List invoices.", "{}", args -> List.of(Map.of("id", "A-17")));
  }

  @Test
  void findsShowsAndCallsAJavaToolRightAfterBuild() {
    try (Gateway gateway = Gateway.builder().backend("billing", billing()).build()) {
      List<SearchHit> hits = gateway.search("refund the invoice");

      assertThat(hits.get(0).key()).isEqualTo("billing.refund");
      assertThat(hits.get(0).call()).isEqualTo("await billing.refund({invoice: '…'})");
      assertThat(gateway.tool("refund").parameters()).containsExactly("invoice");
      ToolResult one = gateway.call("billing.refund", Map.of("invoice", "A-17"));
      assertThat(one.text()).isEqualTo("refunded A-17");
    }
  }

  @Test
  void declaresTheToolsOfABackendInTypeScript() {
    try (Gateway gateway =
        Gateway.builder().backend("my-billing", billing()).lazyStart(true).build()) {
      String before = gateway.typescript("my-billing");
      gateway.awaitReady(Duration.ofSeconds(60));

      assertThat(before)
          .isEqualTo("// backend \"my-billing\" has no tools at the moment (starting)\n");
      assertThat(gateway.typescript("my-billing"))
          .isEqualTo(
              """
              declare const my_billing: {
                /** my_billing.list_invoices: List invoices */
                list_invoices(args?: any): Promise<any>;
                /** my_billing.refund: Refund an invoice */
                refund(args: { invoice: string }): Promise<any>;
              };
              """);
      assertThat(gateway.tool("refund").typescript())
          .isEqualTo(
              "/** my_billing.refund: Refund an invoice */\n"
                  + "refund(args: { invoice: string }): Promise<any>;");
      assertThrown(UnknownBackendException.class, () -> gateway.typescript("my_biling"))
          .hasMessage("backend \"my_biling\" is not known; did you mean \"my-billing\"?");
      assertThatThrownBy(() -> gateway.typescript("github"))
          .hasMessage("backend \"github\" is not known; use \"my-billing\"");
    }
  }

  @Test
  void runsAJsonCallWithoutTheSandbox() {
    try (Gateway gateway = Gateway.builder().backend("billing", billing()).build()) {
      ChainResult result =
          gateway.run("{\"tool\":\"billing.refund\",\"arguments\":{\"invoice\":\"B-1\"}}");

      assertThat(result.text()).isEqualTo("refunded B-1");
      assertThat(result.isError()).isFalse();
      assertThat(gateway.stats().bytesReturned()).isPositive();
    }
  }

  @Test
  void runsASimpleCallWithoutTheSandboxAndNamesItForAnyOtherProgram() {
    try (Gateway gateway = Gateway.builder().backend("billing", billing()).build()) {
      ChainResult call =
          gateway.run("const r = await billing.refund({invoice: 'B-1'}); // one\nreturn r;");
      ChainResult program = gateway.run("return (await billing.list_invoices()).length");

      assertThat(call.text()).isEqualTo("refunded B-1");
      assertThat(program.isError()).isTrue();
      assertThat(program.text()).contains("io.gatemini:gatemini-sandbox");
    }
  }

  @Test
  void refusesArgumentsThatTheSchemaRefusesWithoutCallingTheBackend() {
    AtomicInteger calls = new AtomicInteger();
    BackendConfig strict =
        BackendConfig.inProcess().tool("t", "T.", REFUND, args -> calls.incrementAndGet());
    try (Gateway gateway =
        Gateway.builder()
            .backend("strict", strict)
            .backend("lax", strict.validateArguments(false))
            .build()) {
      assertThrown(InvalidArgumentsException.class, () -> gateway.call("strict.t", Map.of()))
          .hasMessage(
              "strict.t: argument \"invoice\" is missing; for example await"
                  + " strict.t({invoice: \"<string>\"})");
      assertThat(calls).hasValue(0);
      assertThat(gateway.call("lax.t", Map.of()).text()).isEqualTo("1");
    }
  }

  @Test
  void namesNearMatchesOfAnUnknownTool() {
    try (Gateway gateway = Gateway.builder().backend("billing", billing()).build()) {
      assertThrown(UnknownToolException.class, () -> gateway.call("billing.refnud", Map.of()))
          .hasMessageContaining("\"billing.refund\"");
      assertThrown(UnknownToolException.class, () -> gateway.tool("nothing.like.it"));
    }
  }

  @Test
  void interruptsAJavaToolAtItsDeadline() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    BackendConfig hanging =
        BackendConfig.inProcess()
            .timeout(Duration.ofSeconds(3))
            .tool(
                "hang",
                "Hangs.",
                "{}",
                args -> {
                  try {
                    return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                  }
                });
    try (Gateway gateway = Gateway.builder().backend("h", hanging).build()) {
      assertThrown(CallTimeoutException.class, () -> gateway.call("h.hang", Map.of()));

      assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void turnsAnExceptionOfAJavaToolIntoAnErrorResult() {
    BackendConfig failing =
        BackendConfig.inProcess()
            .tool(
                "fail",
                "Fails.",
                "{}",
                args -> {
                  throw new IllegalStateException("out of paper");
                })
            .tool(
                "later",
                "Fails later.",
                "{}",
                args -> CompletableFuture.failedFuture(new IllegalStateException("still none")));
    try (Gateway gateway = Gateway.builder().backend("f", failing).build()) {
      ToolResult result = gateway.call("f.fail", Map.of());

      assertThat(result.isError()).isTrue();
      assertThat(result.text()).isEqualTo("out of paper");
      assertThat(gateway.call("f.later", Map.of()).text()).isEqualTo("still none");
    }
  }

  @Test
  void answersStructuredWhenAJavaToolReturnsAnObject() {
    BackendConfig config =
        BackendConfig.inProcess().tool("o", "O.", "{}", args -> Map.of("a", List.of(1, 2)));
    try (Gateway gateway = Gateway.builder().backend("s", config).build()) {
      ToolResult result = gateway.call("s.o", Map.of());

      assertThat(result.structuredContent().map(JsonNode::toString)).contains("{\"a\":[1,2]}");
      assertThat(result.text()).isEqualTo("{\"a\":[1,2]}");
    }
  }

  @Test
  void asksTheHostsInterceptorsOnEveryWayIn() {
    try (Gateway gateway =
        Gateway.builder()
            .backend("billing", billing())
            .interceptor(
                (call, next) -> {
                  if (call.tool().originalName().equals("refund")) {
                    throw new CallRefusedException("refunds are closed today");
                  }
                  return next.proceed(call);
                })
            .build()) {
      assertThrown(
          CallRefusedException.class, () -> gateway.call("refund", Map.of("invoice", "A")));
      ChainResult chain = gateway.run("{\"tool\":\"refund\",\"arguments\":{\"invoice\":\"A\"}}");
      assertThat(chain.isError()).isTrue();
      assertThat(chain.text()).contains("refunds are closed today");
      assertThat(gateway.call("list_invoices", Map.of()).isError()).isFalse();
    }
  }

  @Test
  void repairsArgumentsBeforeTheHostsInterceptorsLookAtThem() {
    List<String> seen = new CopyOnWriteArrayList<>();
    try (Gateway gateway =
        Gateway.builder()
            .backend("billing", billing())
            .interceptor(
                (call, next) -> {
                  seen.add(call.arguments().toString());
                  return next.proceed(call);
                })
            .build()) {
      ToolResult result = gateway.call("refund", Map.of("invoce", 17));

      assertThat(result.text()).isEqualTo("refunded 17");
      assertThat(result.meta().map(meta -> meta.path("io.gatemini/repaired").toString()))
          .contains(
              "[\"\\\"invoce\\\" was taken as \\\"invoice\\\"\",\"\\\"invoice\\\" was converted to"
                  + " a string\"]");
      assertThat(gateway.run("{\"tool\":\"refund\",\"arguments\":{\"invoice\":17}}").text())
          .isEqualTo("[arguments repaired: \"invoice\" was converted to a string]\nrefunded 17");
      assertThat(seen).containsExactly("{\"invoice\":\"17\"}", "{\"invoice\":\"17\"}");
    }
  }

  @Test
  void refusesNamesAndNamespacesThatClash() {
    assertThrown(
            ConfigException.class,
            () -> Gateway.builder().backend("a", billing()).backend("a", billing()))
        .hasMessageContaining("\"a\"");
    assertThrown(
            ConfigException.class,
            () ->
                Gateway.builder()
                    .backend("a", billing())
                    .backend("b", billing().namespace("a"))
                    .build())
        .hasMessageContaining("namespace \"a\"");
    assertThrown(
            ConfigException.class,
            () -> Gateway.builder().backend("a b", billing()).backend("a/b", billing()).build())
        .hasMessageContaining("namespace \"a_b\"; set \"namespace\" for one of them");
    assertThrown(ConfigException.class, () -> Gateway.builder().backend("a b ", billing()));
    assertThrown(ConfigException.class, () -> Gateway.builder().backend("__composite", billing()));
    assertThrown(
            ConfigException.class,
            () -> Gateway.builder().backend("a", billing().namespace("x.y")).build())
        .hasMessageContaining("x.y");
  }

  @Test
  void saysWhichArtifactBringsATransportThatIsMissing() {
    assertThrown(
            ConfigException.class,
            () -> Gateway.builder().backend("a", BackendConfig.stdio("npx", "-y", "x")).build())
        .hasMessageContaining("backends.a.transport")
        .hasMessageContaining("gatemini-transport-stdio");
  }

  @Test
  void callsAToolByItsAliasAndByItsNamespace() {
    try (Gateway gateway =
        Gateway.builder()
            .backend("billing", billing().namespace("money"))
            .alias("pay_back", "money.refund")
            .build()) {
      assertThat(gateway.call("pay_back", Map.of("invoice", "1")).text()).isEqualTo("refunded 1");
      assertThat(gateway.tool("pay_back").key()).isEqualTo("money.refund");
      assertThat(gateway.tool("pay_back").backend()).isEqualTo("billing");
    }
  }

  @Test
  void letsAnExplicitRetrieverWinAndListsIt() {
    try (Gateway gateway =
        Gateway.builder()
            .backend("billing", billing())
            .plugin(new EverythingProvider("everything", 1_000))
            .build()) {
      assertThat(gateway.search("xyzzy")).hasSize(2);
      assertThat(gateway.plugins())
          .filteredOn(plugin -> plugin.kind().equals("retriever"))
          .extracting(PluginInfo::name)
          .containsExactly("everything", "name");
    }
    try (Gateway gateway =
        Gateway.builder()
            .backend("billing", billing())
            .plugin(new EverythingProvider("everything", 1_000))
            .retrieval("name")
            .build()) {
      assertThat(gateway.search("xyzzy")).isEmpty();
    }
    assertThrown(ConfigException.class, () -> Gateway.builder().retrieval("psychic").build())
        .hasMessageContaining("retrieval \"psychic\"");
  }

  @Test
  void replacesABuiltInPluginByAnExplicitOneOfItsName() {
    try (Gateway gateway =
        Gateway.builder()
            .backend("billing", billing())
            .plugin(new EverythingProvider("name", 0))
            .build()) {
      assertThat(gateway.search("xyzzy")).hasSize(2);
      assertThat(gateway.plugins())
          .filteredOn(plugin -> plugin.name().equals("name"))
          .extracting(PluginInfo::origin)
          .containsExactly(PluginInfo.Origin.EXPLICIT);
    }
  }

  @Test
  void answersManyCallsFromManyThreadsEachWithItsOwn() throws Exception {
    BackendConfig echo =
        BackendConfig.inProcess().tool("echo", "Echo.", "{}", args -> args.get("n").asText());
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Gateway gateway = Gateway.builder().backend("e", echo).build()) {
      List<CompletableFuture<Boolean>> calls = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        int n = i;
        calls.add(
            CompletableFuture.supplyAsync(
                () -> gateway.call("e.echo", Map.of("n", n)).text().equals("" + n), threads));
      }

      assertThat(calls).allMatch(CompletableFuture::join);
      // Who has heard its answer finds it counted.
      assertThat(gateway.stats().calls()).isEqualTo(5_000);
    }
    threads.shutdown();
  }

  private record EverythingProvider(String name, int weight) implements RetrieverProvider {
    @Override
    public Retriever create(JsonNode config, PluginContext context) {
      return TestRetriever.ofAll();
    }
  }
}
