package io.gatemini.sandbox.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import org.junit.jupiter.api.Test;

class WorkerClassPathTest {
  @Test
  void hasTheTranspiler() {
    assertThat(WorkerClassPath.find(new GraalJsFactory()))
        .contains("sucrase-")
        .doesNotContain("junit");
  }
}
