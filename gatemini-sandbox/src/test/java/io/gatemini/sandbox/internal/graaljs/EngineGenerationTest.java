package io.gatemini.sandbox.internal.graaljs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EngineGenerationTest {
  /** A caller that chose an engine which is replaced before its use takes the next one. */
  @Test
  void makesNothingOnceItIsRetired() {
    EngineGeneration retired = new EngineGeneration();
    retired.retire();

    ProgramContext none =
        retired.make(
            engine -> {
              throw new AssertionError("the engine is closed");
            });

    assertThat(none).isNull();
  }
}
