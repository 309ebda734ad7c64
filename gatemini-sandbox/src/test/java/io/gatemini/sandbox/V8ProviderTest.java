package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class V8ProviderTest {
  private static Optional<String> warning(SandboxConfig sandbox) {
    return new V8Provider().warning(sandbox, JsonNodeFactory.instance.objectNode());
  }

  @Test
  void warnsOfBoundsThatV8DoesNotHave() {
    SandboxConfig sandbox = SandboxConfig.defaults().isolation(Isolation.PROCESS);

    assertThat(warning(sandbox.maxStatements(5).maxStringLength(5_000)))
        .hasValue(
            "sandbox.max_statements, sandbox.max_string_length: JavaScript on V8 has no such bound;"
                + " leave it out, or take GraalJS");
    assertThat(warning(sandbox.stackBytes(1 << 20).workerHeapBytes(64 << 20))).isEmpty();
    assertThat(warning(sandbox.isolation(Isolation.IN_PROCESS).maxStatements(5))).isEmpty();
  }
}
