package io.gatemini.sandbox.internal.v8;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.SandboxConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class V8ContextsTest {
  @TempDir private static Path shared;

  private V8Contexts contexts;

  @BeforeEach
  void load() {
    contexts = V8Contexts.load(SandboxConfig.defaults(), shared, false);
  }

  @AfterEach
  void close() {
    contexts.close();
  }

  private void end(V8Context context, String client) {
    context.endedWell(client);
    context.close();
  }

  @Test
  void keepsAnIsolateForTheClientWhoseProgramEndedWell() {
    end(contexts.make(0), "ann");

    assertThat(contexts.poll(0, "bob")).isNull();
    V8Context again = contexts.poll(0, "ann");
    assertThat(again).isNotNull();
    assertThat(contexts.poll(0, "ann")).isNull();
    again.close();
    assertThat(contexts.poll(0, "ann")).isNull();
  }

  @Test
  void keepsNoneThatWasStopped() {
    V8Context stopped = contexts.make(0);
    stopped.endedWell("ann");
    stopped.stop();
    stopped.close();

    assertThat(contexts.poll(0, "ann")).isNull();
  }

  @Test
  void givesUpAnIsolateAfterManyPrograms() {
    end(contexts.make(0), "ann");
    int programs = 1;
    for (V8Context next = contexts.poll(0, "ann"); next != null; next = contexts.poll(0, "ann")) {
      programs++;
      end(next, "ann");
    }

    assertThat(programs).isBetween(10, 100);
  }

  @Test
  void keepsTheLastOnesAndMakesAFreshOneWhereNoneIsKept() {
    for (String client : new String[] {"ann", "bob", "cid"}) {
      end(contexts.make(0), client);
    }
    contexts.fill();

    assertThat(contexts.poll(0, "ann")).isNull();
    for (String client : new String[] {"cid", "bob"}) {
      V8Context own = contexts.poll(0, client);
      assertThat(own).isNotNull();
      own.close();
    }
    contexts.fill();
    V8Context anns = contexts.poll(0, "ann");
    assertThat(anns).isNotNull();
    anns.close();
  }
}
