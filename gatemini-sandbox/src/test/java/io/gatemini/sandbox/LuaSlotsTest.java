package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.RawJson;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Load;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program whose thread nothing can stop, for the host is at work on it, does not keep a slot. */
class LuaSlotsTest {
  /** A busy machine has begun to search by then. */
  private static final Limits SHORT = Limits.of(SandboxConfig.defaults(), Duration.ofSeconds(2));

  private final CountDownLatch found = new CountDownLatch(1);
  private final TestHost slow =
      new TestHost((tool, arguments) -> new CompletableFuture<>()) {
        @Override
        public RawJson search(String query, int limit) {
          boolean interrupted = false;
          while (true) {
            try {
              found.await();
              break;
            } catch (InterruptedException e) {
              interrupted = true;
            }
          }
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
          return RawJson.parse("[]");
        }
      };
  private final EngineFixture fixture =
      new EngineFixture(
          SandboxConfig.defaults()
              .isolation(Isolation.IN_PROCESS)
              .maxConcurrentPrograms(1)
              .maxZombies(1),
          new LuaProvider());

  @AfterEach
  void close() {
    found.countDown();
    fixture.close();
  }

  @Test
  void goesToTheNextProgramAndComesBackToNoMoreThanSoMany() {
    assertThat(searching().status()).isEqualTo(Status.TIMEOUT);

    assertThat(run("return 1", EngineFixture.LIMITS).value()).hasToString("1");
    // An answer comes before its program has left its place.
    await().until(() -> fixture.engine.load().equals(new Load(0, 0, 1)));

    assertThat(searching().status()).isEqualTo(Status.TIMEOUT);
    await().until(() -> fixture.engine.load().zombies() == 2);
    Outcome refused = run("return 1", EngineFixture.LIMITS);
    assertThat(refused.status()).isEqualTo(Status.REFUSED);
    assertThat(refused.message()).contains("sandbox.max_zombies");

    found.countDown();
    await().until(() -> fixture.engine.load().zombies() == 0);
    assertThat(run("return 1", EngineFixture.LIMITS).value()).hasToString("1");
  }

  private Outcome searching() {
    return run("return _gateway.search({query = 'x'}):await()", SHORT);
  }

  private Outcome run(String code, Limits limits) {
    return fixture.engine.run(Program.of(code, "lua"), limits, slow).toCompletableFuture().join();
  }
}
