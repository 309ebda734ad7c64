package io.gatemini.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallRefusedException;
import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.GatewayStats.ToolStats;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.RetryConfig;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FallbackTest {
  private final RuntimeException unreached = new BackendUnavailableException("not reached");
  private final RuntimeException lost = new BackendCallException("lost");

  private final TestTransport provider = GivenBackends.transport();
  @AutoClose private @Nullable Gateway gateway;

  @Test
  void callsTheFallbackAtOnceAndSaysSo() {
    Gateway gateway = start(chain("b"));
    provider.backend("a").fail(unreached);
    provider.backend("b").say("from b");

    ToolResult result = join(call(gateway, "a.work"));

    assertThat(result.text()).isEqualTo("from b");
    assertThat(result.value().textValue()).isEqualTo("from b");
    assertThat(FallbackNote.of(result)).contains(new FallbackNote("b", "a", "not reached"));
    assertThat(provider.called).containsExactly("a", "b");
  }

  @Test
  void tellsTheAgentOnTheWayOfJson() {
    Gateway gateway = start(chain("b"));
    provider.backend("a").fail(unreached);
    provider.backend("b").say("from b");

    ChainResult json = gateway.run(ChainRequest.of("{\"tool\":\"a.work\",\"arguments\":{}}"));

    assertThat(json.text())
        .isEqualTo("[answered by fallback backend \"b\" instead of \"a\": not reached]\nfrom b");
    assertThat(json.value().textValue()).isEqualTo("from b");
  }

  @Test
  void fallsBackForABackendThatNeverCameUp() {
    provider
        .backend("a")
        .start(() -> CompletableFuture.failedFuture(new BackendUnavailableException("x")));
    Gateway gateway = start(chain("b"));
    provider.backend("b").say("from b");

    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");
    assertThatThrownBy(() -> join(call(gateway, "a.nothing")))
        .hasCauseInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("it is Stopped (x)");
  }

  @Test
  void knowsAFallbackAsProgramsWriteIt() {
    Gateway gateway =
        Gateway.builder().plugin(provider).backend("b-2", GivenBackends.config()).build();
    this.gateway = gateway;
    gateway.register("a", GivenBackends.config().fallbackChain("b_2"));
    gateway.awaitReady(Duration.ofSeconds(60));
    provider.backend("a").fail(unreached);
    provider.backend("b-2").say("from b");

    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");
  }

  @Test
  void keepsTheCallsOfABackendThatNeverCameUpFromOneThatIsWrittenAlike() {
    provider
        .backend("a_b")
        .start(() -> CompletableFuture.failedFuture(new BackendUnavailableException("x")));
    provider.backend("a-b").say("from another");
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .backend("a_b", GivenBackends.config())
            .backend("a-b", GivenBackends.config())
            .build();
    this.gateway = gateway;
    gateway.awaitReady(Duration.ofSeconds(60));

    assertThatThrownBy(() -> join(call(gateway, "a_b.work")))
        .hasCauseInstanceOf(BackendUnavailableException.class);
    assertThat(join(call(gateway, "a-b.work")).text()).isEqualTo("from another");
  }

  @Test
  void waitsForAFallbackThatIsStillStarting() {
    CompletableFuture<Void> starting = new CompletableFuture<>();
    provider.backend("b").start(() -> starting);
    Gateway gateway =
        Gateway.builder().plugin(provider).backend("b", GivenBackends.config()).build();
    this.gateway = gateway;
    gateway.register("a", GivenBackends.config().fallbackChain("b"));
    provider.backend("a").fail(lost);
    provider.backend("b").say("from b");

    CompletableFuture<ToolResult> look = call(gateway, "a.look");
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
    provider.backend("a").fail(unreached);
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
    provider.backend("a").fail(lost);
    provider.backend("b").say("from b");

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
    assertThat(join(call(gateway, "a.look")).text()).isEqualTo("from b");
    assertThat(join(call(gateway, "a.put")).text()).isEqualTo("from b");
  }

  @Test
  void goesElsewhereWhenTheFarServiceRefuses() {
    Gateway gateway = start(chain("b"));
    provider.backend("b").say("from b");
    provider
        .backend("a")
        .answer(
            call -> CompletableFuture.completedFuture(ToolResult.error("API rate limit exceeded")));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");

    provider.backend("a").fail(BackendCallException.answered("error -32000: Too Many Requests"));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from b");

    provider
        .backend("a")
        .answer(call -> CompletableFuture.completedFuture(ToolResult.error("no such file")));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("no such file");
    provider.backend("a").fail(BackendCallException.answered("error -32602: invalid parameters"));
    assertThatThrownBy(() -> join(call(gateway, "a.look"))).hasMessageContaining("-32602");
  }

  @Test
  void staysWithAnErrorThatLeavesOpenWhetherTheCallWasMadeUnlessThatDoesNoHarm() {
    Gateway gateway = start(chain("b"));
    provider.backend("b").say("from b");
    provider
        .backend("a")
        .answer(call -> CompletableFuture.completedFuture(ToolResult.error("connection reset")));
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("connection reset");
    assertThat(join(call(gateway, "a.look")).text()).isEqualTo("from b");

    provider.backend("a").fail(BackendCallException.answered("error -32000: request timed out"));
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("timed out");
    assertThat(join(call(gateway, "a.put")).text()).isEqualTo("from b");
  }

  @Test
  void tellsTheFirstAnswerWhenAllFarServicesRefuse() {
    Gateway gateway = start(chain("b", "c"));
    for (String name : List.of("a", "b", "c")) {
      provider
          .backend(name)
          .answer(
              call -> CompletableFuture.completedFuture(ToolResult.error(name + ": rate limit")));
    }

    ToolResult result = join(call(gateway, "a.work"));

    assertThat(result.text()).isEqualTo("a: rate limit");
    assertThat(FallbackNote.of(result)).isEmpty();
    assertThat(provider.called).containsExactly("a", "b", "c");
  }

  @Test
  void asksNobodyTwiceButTheLast() {
    RetryConfig quick =
        RetryConfig.defaults().initialDelay(Duration.ofMillis(2)).maxDelay(Duration.ofMillis(5));
    Gateway gateway =
        start(
            Map.of(
                "a", GivenBackends.config().retry(quick).fallbackChain("b", "c"),
                "b", GivenBackends.config().retry(quick),
                "c", GivenBackends.config().retry(quick.maxRetries(2))));
    provider.backend("a").fail(unreached);
    provider.backend("b").fail(unreached);
    provider.backend("c").fail(unreached);

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(provider.called).containsExactly("a", "b", "c", "c", "c");
  }

  @Test
  void asksInTheOrderOfTheChainAndTellsTheFirstFailureWhenAllFail() {
    Gateway gateway = start(chain("nobody", "b", "c"));
    provider.backend("a").fail(unreached);
    provider.backend("b").fail(new BackendUnavailableException("b is away"));
    provider.backend("c").say("from c");
    assertThat(join(call(gateway, "a.work")).text()).isEqualTo("from c");

    provider.backend("c").fail(BackendCallException.answered("c fails"));
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasMessageContaining("not reached");

    provider.backend("c").fail(lost);
    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(lost);
  }

  @Test
  void followsNoChainOfAFallback() {
    Gateway gateway =
        start(
            Map.of(
                "a", GivenBackends.config().fallbackChain("b"),
                "b", GivenBackends.config().retry(RetryConfig.never()).fallbackChain("c", "a"),
                "c", GivenBackends.config()));
    provider.backend("a").fail(unreached);
    provider.backend("b").fail(unreached);
    provider.backend("c").say("from c");

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(provider.called).containsExactly("a", "b");
  }

  @Test
  void staysWhereTheGatewaysOwnLimitsRefuse() {
    Gateway gateway =
        start(
            Map.of(
                "a",
                GivenBackends.config().rateLimit(1, Duration.ofSeconds(60)).fallbackChain("b"),
                "b",
                GivenBackends.config()));
    provider.backend("a").say("from a");
    provider.backend("b").say("from b");
    join(call(gateway, "a.work"));

    assertThatThrownBy(() -> join(call(gateway, "a.work")))
        .hasCauseInstanceOf(CallRefusedException.class);
  }

  @Test
  void asksThePolicyForTheFallbackToo() {
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    CallInterceptor policy =
        (call, next) -> {
          seen.add(call.tool().key());
          return call.tool().backend().equals("b")
              ? CompletableFuture.failedFuture(new CallRefusedException("b is forbidden"))
              : next.proceed(call);
        };
    Gateway gateway =
        Gateway.builder()
            .plugin(provider)
            .interceptor(policy)
            .backend("a", GivenBackends.config().fallbackChain("b"))
            .backend("b", GivenBackends.config())
            .build();
    this.gateway = gateway;
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    provider.backend("a").fail(unreached);
    provider.backend("b").say("from b");

    assertThatThrownBy(() -> join(call(gateway, "a.work"))).hasCause(unreached);
    assertThat(seen).containsExactly("a.work", "b.work");
    assertThat(provider.called).containsExactly("a");
  }

  @Test
  void boundsAllAttemptsByTheCallersTimeAndEachByItsBackends() {
    Gateway gateway =
        start(
            Map.of(
                "a",
                GivenBackends.config().timeout(Duration.ofMillis(50)).fallbackChain("b"),
                "b",
                GivenBackends.config()));
    provider.backend("a").answer(call -> new CompletableFuture<>());
    provider.backend("b").say("from b");

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
    provider.backend("a").fail(unreached);
    provider.backend("b").say("from b");

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
    provider.backend("a").fail(unreached);
    provider.backend("b").answer(call -> atB);

    call(gateway, "a.work").cancel(true);

    assertThat(atB).isCancelled();
  }

  private static Map<String, BackendConfig> chain(String... fallbacks) {
    return Map.of(
        "a", GivenBackends.config().fallbackChain(fallbacks),
        "b", GivenBackends.config(),
        "c", GivenBackends.config());
  }

  private Gateway start(Map<String, BackendConfig> backends) {
    var builder =
        Gateway.builder()
            .plugin(provider)
            // A stopped backend stays so while a test looks at it.
            .health(health -> health.restartInitialBackoff(Duration.ofSeconds(30)));
    backends.forEach(builder::backend);
    Gateway started = builder.build();
    gateway = started;
    assertThat(started.awaitReady(Duration.ofSeconds(60))).isTrue();
    return started;
  }

  private static CompletableFuture<ToolResult> call(Gateway gateway, String tool) {
    return gateway.callAsync(ToolCall.of(tool, Map.of()));
  }

  private static ToolResult join(CompletableFuture<ToolResult> call) {
    return Patience.join(call);
  }
}
