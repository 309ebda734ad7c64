package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gatemini.BackendCallException;
import io.gatemini.BackendConfig;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallRefusedException;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.RetryConfig;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.spi.CallInterceptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FallbackTest {
  private final RuntimeException unreached = new BackendUnavailableException("not reached");
  private final RuntimeException lost = new BackendCallException("lost");

  private final GivenBackend.Provider provider = new GivenBackend.Provider();
  private @Nullable Gateway gateway;

  @AfterEach
  void close() {
    if (gateway != null) {
      gateway.close();
    }
  }

  @Test
  void callsTheFallbackAtOnceAndSaysSo() {
    Gateway gateway = start(chain("b"));
    provider.fail("a", unreached).say("b", "from b");

    ToolResult result = join(call(gateway, "a.work"));

    assertThat(result.text()).isEqualTo("from b");
    assertThat(result.value().textValue()).isEqualTo("from b");
    assertThat(FallbackNote.of(result)).contains(new FallbackNote("b", "a", "not reached"));
    assertThat(provider.calls).containsExactly("a", "b");
  }

  @Test
  void tellsTheAgentOnTheWayOfJson() {
    Gateway gateway = start(chain("b"));
    provider.fail("a", unreached).say("b", "from b");

    ChainResult json = gateway.run(ChainRequest.of("{\"tool\":\"a.work\",\"arguments\":{}}"));

    assertThat(json.text())
        .isEqualTo("[answered by fallback backend \"b\" instead of \"a\": not reached]\nfrom b");
    assertThat(json.json().textValue()).isEqualTo("from b");
    assertThat(json.result().structuredContent().orElseThrow().path("result").asText())
        .isEqualTo("from b");
  }

  @Test
  void fallsBackForABackendThatNeverCameUp() {
    provider.starts.put("a", CompletableFuture.failedFuture(new BackendUnavailableException("x")));
    Gateway gateway = start(chain("b"));
    provider.say("b", "from b");

    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");
    assertThatThrownBy(() -> join(call(gateway, "a.nothing")))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("it is Stopped (x)");
  }

  @Test
  void waitsForAFallbackThatIsStillStarting() {
    CompletableFuture<Void> starting = new CompletableFuture<>();
    provider.starts.put("b", starting);
    Gateway gateway =
        Gateway.builder().plugin(provider).backend("b", GivenBackend.config()).build();
    this.gateway = gateway;
    gateway.register("a", GivenBackend.config().fallbackChain("b"));
    provider.fail("a", lost).say("b", "from b");

    CompletableFuture<ToolResult> look = call(gateway, "a.look");
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
    provider.fail("a", unreached);
    CompletableFuture<ToolResult> work = call(gateway, "a.work");
    CompletableFuture<ToolResult> hurried =
        gateway.callAsync(ToolCall.of("a.work", Map.of()).withTimeout(Duration.ofMillis(30)));
    assertThatThrownBy(() -> join(hurried)).hasCause(unreached);
    assertThat(look).isNotDone();
    assertThat(work).isNotDone();
    starting.complete(null);

    assertThat(join(look).text()).isEqualTo("from b");
    assertThat(FallbackNote.of(join(work))).contains(new FallbackNote("b", "a", "not reached"));
  }

  @Test
  void goesElsewhereWithALostCallOnlyWhereThatDoesNoHarm() {
    Gateway gateway = start(chain("b"));
    provider.fail("a", lost).say("b", "from b");

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
    assertThat(join(call(gateway, "a.look")).text()).isEqualTo("from b");
    assertThat(join(call(gateway, "a.put")).text()).isEqualTo("from b");
  }

  @Test
  void goesElsewhereWhenTheFarServiceRefuses() {
    Gateway gateway = start(chain("b"));
    provider.say("b", "from b");
    provider.answer(
        "a",
        call -> CompletableFuture.completedFuture(ToolResult.error("API rate limit exceeded")));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");

    provider.fail("a", BackendCallException.answered("error -32000: Too Many Requests"));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");

    provider.answer(
        "a", call -> CompletableFuture.completedFuture(ToolResult.error("no such file")));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("no such file");
    provider.fail("a", BackendCallException.answered("error -32602: invalid parameters"));
    assertThatThrownBy(() -> join(call(gateway, "a.look"))).hasMessageContaining("-32602");
  }

  @Test
  void staysWithAnErrorThatLeavesOpenWhetherTheCallWasMadeUnlessThatDoesNoHarm() {
    Gateway gateway = start(chain("b"));
    provider.say("b", "from b");
    provider.answer(
        "a", call -> CompletableFuture.completedFuture(ToolResult.error("connection reset")));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("connection reset");
    assertThat(join(call(gateway, "a.look")).text()).isEqualTo("from b");

    provider.fail("a", BackendCallException.answered("error -32000: request timed out"));
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("timed out");
    assertThat(join(call(gateway, "a.put")).text()).isEqualTo("from b");
  }

  @Test
  void tellsTheFirstAnswerWhenAllFarServicesRefuse() {
    Gateway gateway = start(chain("b", "c"));
    for (String name : List.of("a", "b", "c")) {
      provider.answer(
          name, call -> CompletableFuture.completedFuture(ToolResult.error(name + ": rate limit")));
    }

    ToolResult result = join(call(gateway, "a.work"));

    assertThat(result.text()).isEqualTo("a: rate limit");
    assertThat(FallbackNote.of(result)).isEmpty();
    assertThat(provider.calls).containsExactly("a", "b", "c");
  }

  @Test
  void asksNobodyTwiceButTheLast() {
    RetryConfig quick =
        RetryConfig.builder()
            .initialDelay(Duration.ofMillis(2))
            .maxDelay(Duration.ofMillis(5))
            .build();
    Gateway gateway =
        start(
            Map.of(
                "a", GivenBackend.config().retry(quick).fallbackChain("a", "b", "c"),
                "b", GivenBackend.config().retry(quick),
                "c", GivenBackend.config().retry(quick.toBuilder().maxRetries(2).build())));
    provider.fail("a", unreached).fail("b", unreached).fail("c", unreached);

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(provider.calls).containsExactly("a", "b", "c", "c", "c");
  }

  @Test
  void asksInTheOrderOfTheChainAndTellsTheFirstFailureWhenAllFail() {
    Gateway gateway = start(chain("nobody", "b", "c"));
    provider.fail("a", unreached).fail("b", new BackendUnavailableException("b is away"));
    provider.say("c", "from c");
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from c");

    provider.fail("c", BackendCallException.answered("c fails"));
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("not reached");

    provider.fail("c", lost);
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
  }

  @Test
  void followsNoChainOfAFallback() {
    Gateway gateway =
        start(
            Map.of(
                "a", GivenBackend.config().fallbackChain("b"),
                "b", GivenBackend.config().retry(RetryConfig.never()).fallbackChain("c", "a"),
                "c", GivenBackend.config()));
    provider.fail("a", unreached).fail("b", unreached).say("c", "from c");

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(provider.calls).containsExactly("a", "b");
  }

  @Test
  void staysWhereTheGatewaysOwnLimitsRefuse() {
    Gateway gateway =
        start(
            Map.of(
                "a",
                GivenBackend.config().rateLimit(1, Duration.ofSeconds(60)).fallbackChain("b"),
                "b",
                GivenBackend.config()));
    provider.say("a", "from a").say("b", "from b");
    join(call(gateway, "a.work"));

    assertThatThrownBy(() -> join(call(gateway, "a.work")))
        .hasCauseInstanceOf(CallRefusedException.class);
  }

  @Test
  void asksThePolicyForTheFallbackToo() {
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    CallInterceptor policy =
        (call, next) -> {
          seen.add(call.tool().name());
          return call.tool().backend().equals("b")
              ? CompletableFuture.failedFuture(new CallRefusedException("b is forbidden"))
              : next.proceed(call);
        };
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .interceptor(policy)
            .backend("a", GivenBackend.config().fallbackChain("b"))
            .backend("b", GivenBackend.config())
            .build();
    this.gateway = gateway;
    assertThat(gateway.awaitReady(Duration.ofSeconds(10))).isTrue();
    provider.fail("a", unreached).say("b", "from b");

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(seen).containsExactly("a.work", "b.work");
    assertThat(provider.calls).containsExactly("a");
  }

  @Test
  void boundsAllAttemptsByTheCallersTimeAndEachByItsBackends() {
    Gateway gateway =
        start(
            Map.of(
                "a",
                GivenBackend.config().timeout(Duration.ofMillis(50)).fallbackChain("b"),
                "b",
                GivenBackend.config()));
    provider.answer("a", call -> new CompletableFuture<>()).say("b", "from b");

    assertThat(join(call(gateway, "a.look")).text()).isEqualTo("from b");
    assertThatThrownBy(
            () ->
                join(
                    gateway.callAsync(
                        ToolCall.of("a.look", Map.of()).withTimeout(Duration.ofMillis(30)))))
        .hasMessageMatching(".*did not answer within (-\\d+|[123]?\\d) ms.*");
  }

  @Test
  void countsEachAttemptUnderItsOwnTool() {
    Gateway gateway = start(chain("b"));
    provider.fail("a", unreached).say("b", "from b");

    join(call(gateway, "a.work"));

    List<ToolStats> stats = gateway.stats().tools();
    assertThat(stats)
        .extracting(ToolStats::tool, ToolStats::successes, ToolStats::errors)
        .containsExactlyInAnyOrder(tuple("a.work", 0L, 1L), tuple("b.work", 1L, 0L));
  }

  @Test
  void cancelsTheFallbackThatIsUnderWay() {
    Gateway gateway = start(chain("b"));
    CompletableFuture<ToolResult> atB = new CompletableFuture<>();
    provider.fail("a", unreached).answer("b", call -> atB);

    call(gateway, "a.work").cancel(true);

    assertThat(atB).isCancelled();
  }

  private static Map<String, BackendConfig> chain(String... fallbacks) {
    return Map.of(
        "a", GivenBackend.config().fallbackChain(fallbacks),
        "b", GivenBackend.config(),
        "c", GivenBackend.config());
  }

  private Gateway start(Map<String, BackendConfig> backends) {
    var builder =
        Gateway.builder()
            .plugin(provider)
            // What is stopped stays so for as long as a test looks at it.
            .health(health -> health.restartInitialBackoff(Duration.ofSeconds(30)));
    backends.forEach(builder::backend);
    Gateway started = builder.build();
    gateway = started;
    assertThat(started.awaitReady(Duration.ofSeconds(10))).isTrue();
    return started;
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, String tool) {
    return gateway.callAsync(ToolCall.of(tool, Map.of()));
  }

  private static ToolResult join(CompletableFuture<ToolResult> call) {
    return call.orTimeout(20, TimeUnit.SECONDS).join();
  }
}
