package io.gatemini.sandbox.jmh;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import java.time.Duration;

/** A gateway over the sample backend that runs programs in its own process. */
final class SampleGateway {
  private SampleGateway() {}

  /** Builds it; its backend has started. */
  static Gateway ready() {
    Gateway gateway =
        Gateway.builder()
            .plugin(new SampleBackend.Provider(2))
            .backend("b", BackendConfig.of(SampleBackend.TRANSPORT))
            .sandbox(SandboxConfig.defaults().isolation(Isolation.IN_PROCESS))
            .build();
    if (!gateway.awaitReady(Duration.ofMinutes(1))) {
      throw new IllegalStateException("the gateway is not ready");
    }
    return gateway;
  }

  /** Runs a program that has to succeed. */
  static ChainResult run(Gateway gateway, ChainRequest program) {
    ChainResult result = gateway.run(program);
    if (result.isError()) {
      throw new IllegalStateException(result.toString());
    }
    return result;
  }
}
