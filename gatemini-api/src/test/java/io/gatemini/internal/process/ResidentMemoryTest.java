package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class ResidentMemoryTest {
  private static final long MIB = 1024 * 1024;

  private final List<ProcessTree> trees = new ArrayList<>();

  @AfterEach
  void endAll() {
    trees.forEach(tree -> tree.end(Duration.ZERO));
  }

  private ProcessTree start(String... command) throws IOException {
    ProcessTree tree =
        ProgramStart.of(List.of(command), List.of(), Map.of(), Optional.empty()).start();
    trees.add(tree);
    return tree;
  }

  @Test
  void measuresItself() {
    OptionalLong self = ResidentMemory.of(List.of(ProcessHandle.current().pid()));

    assertThat(self.orElseThrow()).isBetween(20 * MIB, 4096 * MIB);
  }

  @Test
  void measuresNothingWhereNothingIs() {
    assertThat(ResidentMemory.of(List.of())).isEmpty();
    assertThat(ResidentMemory.of(List.of(Long.MAX_VALUE))).isEmpty();
    assertThat(ResidentMemory.byTasklist().residentBytes(List.of(1L))).isEmpty();
  }

  @Test
  void agreesWithPs() {
    assumeTrue(ResidentMemory.run(List.of("ps", "-A"), Duration.ofSeconds(2)).isPresent());
    List<Long> self = List.of(ProcessHandle.current().pid());

    OptionalLong measured = ResidentMemory.byPs().residentBytes(self);
    assumeTrue(measured.isPresent(), "ps took too long");
    long byPs = measured.orElseThrow();
    long known = ResidentMemory.of(self).orElseThrow();

    assertThat(byPs).isBetween(known * 7 / 10, known * 13 / 10 + 50 * MIB);
  }

  /** A shell holds a text of 40 million characters, started by a shell that holds nothing. */
  @Test
  void countsWhatAGrandchildAllocates() throws Exception {
    assumeTrue(Files.exists(Path.of("/bin/sh")));
    ProcessTree idle = start("sh", "-c", "sh -c 'read line'; true");
    ProcessTree hungry =
        start(
            "sh",
            "-c",
            "sh -c 'x=$(head -c 40000000 /dev/zero | tr \"\\\\0\" a); read line'; true");

    await().until(() -> hungry.residentBytes().orElse(0) > 40_000_000);
    assertThat(idle.residentBytes().orElseThrow()).isBetween(100_000L, 20 * MIB);
    assertThat(ResidentMemory.of(List.of(hungry.process().pid())).orElseThrow())
        .isLessThan(20 * MIB);
  }

  /** Where there is /proc, what lost its parent still belongs to the child. */
  @Test
  void countsAnOrphanAndForgetsWhatHasEnded() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/environ")));
    ProcessTree tree = start("sh", "-c", "sleep 600 & exit 0");
    assertThat(tree.process().waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(tree.residentBytes().orElseThrow()).isPositive();
    tree.end(Duration.ofSeconds(5));
    assertThat(tree.residentBytes()).isEmpty();
  }

  @RepeatedTest(50)
  void readsWhatAToolSaysBeforeItEnds() {
    assumeTrue(Files.exists(Path.of("/bin/sh")));

    assertThat(ResidentMemory.run(List.of("echo", "hi"), Duration.ofSeconds(10))).hasValue("hi\n");
  }

  @Test
  void gainsNothingFromAToolThatHangsOrFloodsOrFails() {
    assumeTrue(Files.exists(Path.of("/bin/sh")));
    long before = System.nanoTime();

    assertThat(ResidentMemory.run(List.of("sleep", "600"), Duration.ofMillis(200))).isEmpty();
    assertThat(ResidentMemory.run(List.of("sh", "-c", "sleep 600; true"), Duration.ofMillis(200)))
        .isEmpty();
    assertThat(ResidentMemory.run(List.of("yes"), Duration.ofMillis(200))).isEmpty();
    assertThat(ResidentMemory.run(List.of("false"), Duration.ofSeconds(2))).isEmpty();
    assertThat(ResidentMemory.run(List.of("no-such-program"), Duration.ofSeconds(2))).isEmpty();
    assertThat(ResidentMemory.run(List.of("echo", "hi"), Duration.ofSeconds(10))).hasValue("hi\n");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));
  }
}
