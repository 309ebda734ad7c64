package io.gatemini.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallPlanTest {
  private final CallPlan plan = new CallPlan();

  @Test
  void leavesOutArgumentsThatAreTooLarge() {
    RawJson large = RawJson.parse("{\"a\":\"" + "x".repeat(CallPlan.MAX_ARGUMENT_BYTES) + "\"}");

    plan.add("a.large", large, Optional.empty());
    plan.add("a.small", RawJson.parse("{\"a\":1}"), Optional.of("not \"so\""));

    assertThat(plan.toJson("ok"))
        .hasToString(
            "{\"plan\":[{\"tool\":\"a.large\",\"arguments\":\"(too large to be shown)\"},"
                + "{\"tool\":\"a.small\",\"arguments\":{\"a\":1},\"problem\":\"not \\\"so\\\"\"}],"
                + "\"calls\":2,\"ended\":\"ok\"}");
  }

  @Test
  void keepsABoundedNumberOfToolsAndCountsAllCalls() {
    for (int i = 0; i < 3 * CallPlan.MAX_TOOLS; i++) {
      plan.add("a.t" + i, RawJson.emptyObject(), Optional.empty());
    }

    assertThat(plan.toJson("ok").tree().path("plan")).hasSize(CallPlan.MAX_TOOLS);
    assertThat(plan.calls()).isEqualTo(3 * CallPlan.MAX_TOOLS);
  }
}
