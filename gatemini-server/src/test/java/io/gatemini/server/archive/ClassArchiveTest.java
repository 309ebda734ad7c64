package io.gatemini.server.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClassArchiveTest {
  @Test
  void waitsUntilNothingWasDoneFromOneLookToTheNext() throws InterruptedException {
    int[] worked = {0, 1, 2, 5, 5, 6};
    AtomicInteger looks = new AtomicInteger();

    ClassArchive.awaitIdle(() -> worked[looks.getAndIncrement()], Duration.ofMillis(1));

    assertThat(looks).hasValue(5);
  }
}
