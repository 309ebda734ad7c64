package io.gatemini.internal;

import static io.gatemini.testing.JavaPrograms.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.CallRefusedException;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.ToolCall;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.testing.JavaPrograms;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks in front of a backend apply to every caller. */
@Timeout(60)
class EveryWayInTest {
  private static final String PROGRAM = "refund it, and say so";

  private final AtomicInteger executions = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  /** The ways in; each calls {@code billing.refund} and reports the outcome. */
  enum Way {
    JAVA {
      @Override
      String text(Gateway gateway) {
        return gateway.call("billing.refund", Map.of()).text();
      }
    },
    JSON {
      @Override
      String text(Gateway gateway) {
        return gateway.run("{\"tool\":\"billing.refund\",\"arguments\":{}}").text();
      }
    },
    SCRIPT {
      @Override
      String text(Gateway gateway) {
        return gateway.run(PROGRAM).text();
      }
    },
    COMPOSITE {
      @Override
      String text(Gateway gateway) {
        return gateway.call("__composite.refund_it", Map.of()).text();
      }
    };

    abstract String text(Gateway gateway);

    String outcome(Gateway gateway) {
      try {
        return text(gateway);
      } catch (GatewayException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }

  private GatewayBuilder over(BackendConfig billing) {
    return TestGateway.builder()
        .plugin(
            new JavaPrograms()
                .program(PROGRAM, (program, host) -> call(host, "billing.refund", "{}")))
        .compositeTool("refund_it", CompositeTool.of("Refunds.", PROGRAM))
        .backend("billing", billing);
  }

  private BackendConfig billing() {
    return BackendConfig.inProcess()
        .tool("refund", "Refunds.", "{}", arguments -> "refunded " + executions.incrementAndGet());
  }

  @ParameterizedTest
  @EnumSource
  void leadsToTheBackend(Way way) {
    try (Gateway gateway = over(billing()).build()) {
      assertThat(way.outcome(gateway)).contains("refunded 1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void asksTheHostsInterceptors(Way way) {
    try (Gateway gateway =
        over(billing())
            .interceptor(
                (call, next) -> {
                  if (call.tool().key().equals("billing.refund")) {
                    throw new CallRefusedException("refunds are closed today");
                  }
                  return next.proceed(call);
                })
            .build()) {
      assertThat(way.outcome(gateway)).contains("refunds are closed today");
      assertThat(executions).hasValue(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesATokenOfTheRateLimit(Way way) {
    try (Gateway gateway = over(billing().rateLimit(1, Duration.ofHours(1))).build()) {
      assertThat(Way.JAVA.outcome(gateway)).isEqualTo("refunded 1");

      assertThat(way.outcome(gateway)).contains("the rate_limit of backend \"billing\"");
      assertThat(executions).hasValue(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesAPermit(Way way) throws Exception {
    BackendConfig busy =
        BackendConfig.inProcess()
            .tool(
                "refund",
                "Refunds.",
                "{}",
                arguments -> {
                  executions.incrementAndGet();
                  begun.countDown();
                  end.await();
                  return "refunded";
                })
            .maxConcurrentCalls(1)
            .semaphoreTimeout(Duration.ofMillis(20));
    try (Gateway gateway = over(busy).build()) {
      CompletableFuture<ToolResult> first =
          gateway.callAsync(ToolCall.of("billing.refund", Map.of()));
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

      assertThat(way.outcome(gateway)).contains("was busy with its max concurrent calls, 1");
      assertThat(executions).hasValue(1);
      end.countDown();
      assertThat(first.get(60, TimeUnit.SECONDS).text()).isEqualTo("refunded");
    }
  }
}
