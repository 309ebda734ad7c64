package io.gatemini.sandbox.internal.v8;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.SandboxConfig;
import org.junit.jupiter.api.Test;

class V8LibraryTest {
  @Test
  void compilesOnlyWhereItIsAskedFor() {
    SandboxConfig sandbox = SandboxConfig.defaults();

    assertThat(V8Library.flags(sandbox)).contains("--jitless");
    assertThat(V8Library.flags(sandbox.jit(true)))
        .doesNotContain("--jitless")
        .contains("--no-expose-wasm");
  }
}
