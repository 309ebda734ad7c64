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

  @Test
  void anEngineIsSpentByProgramsTextOrMemory() {
    EngineGeneration generation = new EngineGeneration();
    generation.used(1_000, 1_000);
    assertThat(generation.isSpent()).isFalse();
    generation.used(2 << 20, 0);
    assertThat(generation.isSpent()).isTrue();

    EngineGeneration greedy = new EngineGeneration();
    greedy.used(10, 1L << 30);
    assertThat(greedy.isSpent()).isTrue();

    EngineGeneration busy = new EngineGeneration();
    for (int i = 0; i < 1_000; i++) {
      busy.used(10, 0);
    }
    assertThat(busy.isSpent()).isTrue();
    generation.retire();
    greedy.retire();
    busy.retire();
  }
}
