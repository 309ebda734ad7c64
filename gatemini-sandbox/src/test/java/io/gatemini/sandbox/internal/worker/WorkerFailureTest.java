package io.gatemini.sandbox.internal.worker;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.ConfigException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.EngineFixture;
import io.gatemini.sandbox.TestHost;
import io.gatemini.sandbox.internal.graaljs.GraalJsFactory;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Patience;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Workers that do not start, do not keep to the protocol, or run out of memory together. */
class WorkerFailureTest {
  private static final Limits LIMITS = EngineFixture.limits(Duration.ofSeconds(40), 50, 4);

  private static SandboxConfig config() {
    return WorkerEngineTest.config();
  }

  private static void awaitNoThread() {
    await().untilAsserted(() -> assertThat(WorkerEngineTest.threads()).isEmpty());
  }

  @Test
  void refusesProgramsWhereThereIsNoJava() {
    JavaWorkers workers =
        JavaWorkers.of(
            new GraalJsFactory(),
            config(),
            JsonNodeFactory.instance.objectNode().put("worker_java", "/none/secret/java"));
    try (EngineFixture fixture = new EngineFixture(config(), workers)) {
      Outcome first = fixture.run("1");
      Outcome second = fixture.run("1");

      assertThat(first.status()).isEqualTo(Status.REFUSED);
      assertThat(first.message()).contains("java could not be started").doesNotContain("secret");
      assertThat(second.status()).isEqualTo(Status.REFUSED);
      assertThat(second.message()).contains("next attempt");
      await().untilAsserted(() -> assertThat(fixture.engine.load().running()).isZero());
    }
    awaitNoThread();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void refusesProgramsWhileWorkersDoNotStart() {
    AtomicInteger launched = new AtomicInteger();
    WorkerLauncher launcher =
        scratch -> {
          launched.incrementAndGet();
          return new ProcessBuilder("sh", "-c", "echo 'no such flag: /etc/x' >&2; exit 9").start();
        };
    try (EngineFixture fixture = new EngineFixture(config(), launcher)) {
      Outcome first = fixture.run("1");
      for (int i = 0; i < 20; i++) {
        assertThat(fixture.run("1").status()).isEqualTo(Status.REFUSED);
      }

      assertThat(first.status()).isEqualTo(Status.REFUSED);
      assertThat(first.message())
          .contains("status 9")
          .contains("no such flag")
          .doesNotContain("etc");
      // 20 programs take no second; the backoff is half a second and then longer.
      assertThat(launched.get()).isLessThan(4);
      await()
          .untilAsserted(
              () -> {
                fixture.run("1");
                assertThat(launched.get()).isGreaterThan(1);
              });
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void endsAWorkerThatTalksNonsense() {
    WorkerLauncher launcher = scratch -> new ProcessBuilder("cat", "/dev/zero").start();
    try (EngineFixture fixture = new EngineFixture(config(), launcher)) {
      Outcome outcome = fixture.run("1");

      assertThat(outcome.status()).isEqualTo(Status.REFUSED);
      assertThat(outcome.message()).contains("not in frames");
      assertThat(((WorkerEngine) fixture.engine).pids()).isEmpty();
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void toleratesForeignLinesBeforeFrames() {
    JavaWorkers workers =
        JavaWorkers.of(new GraalJsFactory(), config(), JsonNodeFactory.instance.objectNode());
    WorkerLauncher noisy =
        scratch -> {
          ProcessBuilder builder =
              new ProcessBuilder("sh", "-c", "echo 'OpenJDK warning: noise'; exec \"$@\"", "sh");
          builder.command().addAll(workers.command(scratch));
          return builder.start();
        };
    try (EngineFixture fixture = new EngineFixture(config(), noisy)) {
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
    }
  }

  @Test
  void closesWhileAWorkerStarts() {
    EngineFixture fixture = new EngineFixture(config());
    CompletableFuture<Outcome> outcome = fixture.start("1", TestHost.echo(), LIMITS);

    fixture.close();

    assertThat(outcome.join().status()).isEqualTo(Status.CANCELLED);
    awaitNoThread();
    assertThat(fixture.start("1", TestHost.echo(), LIMITS).join().status())
        .isEqualTo(Status.CANCELLED);
  }

  @Test
  void tellsTheGuiltyFromTheInnocentWhenMemoryIsOut() throws InterruptedException {
    try (EngineFixture fixture = new EngineFixture(config())) {
      fixture.run("1");
      CountDownLatch called = new CountDownLatch(1);
      CompletableFuture<Outcome> innocent =
          fixture.start(
              "await demo.echo({})",
              new TestHost(
                  (tool, arguments) -> {
                    called.countDown();
                    return new CompletableFuture<>();
                  }),
              LIMITS);
      called.await();

      Outcome guilty =
          fixture.run(
              "const a = [await demo.echo({})]; for (;;) a.push(new Array(1e4).fill(1.5))",
              TestHost.echo(),
              LIMITS);

      assertThat(guilty.status()).isEqualTo(Status.MEMORY);
      if (guilty.message().contains("worker")) {
        Outcome beside = Patience.join(innocent);
        assertThat(beside.status()).isEqualTo(Status.ERROR);
        assertThat(beside.message()).contains("another program").contains("not run again");
      }
      assertThat(fixture.run("1 + 1").value()).hasToString("2");
    }
  }

  @Test
  void findsJarsAndDirectoriesAndNothingElse() throws IOException {
    String resource = "a/B.class";

    assertThat(
            WorkerClassPath.entry(new URL("jar:file:/x/y%20z.jar!/a/B.class"), resource, "graaljs"))
        .isEqualTo(Path.of("/x/y z.jar"));
    assertThat(WorkerClassPath.entry(new URL("file:/x/classes/a/B.class"), resource, "graaljs"))
        .isEqualTo(Path.of("/x/classes"));
    assertThrown(
            ConfigException.class,
            () ->
                WorkerClassPath.entry(
                    new URL("jar:file:/app.jar!/BOOT-INF/lib/y.jar!/a/B.class"),
                    resource,
                    "graaljs"))
        .hasMessageContaining("worker_class_path");
    assertThat(WorkerClassPath.find(new GraalJsFactory()))
        .contains("js-language", "polyglot")
        .doesNotContain("junit");
  }
}
