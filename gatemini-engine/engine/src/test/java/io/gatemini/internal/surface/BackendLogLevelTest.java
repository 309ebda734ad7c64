package io.gatemini.internal.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Listening;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The level that clients set goes on to the backends: the most talkative that any wants. */
class BackendLogLevelTest {
  private final TestTransport provider = new TestTransport("given");

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder().plugin(provider).backend("one", BackendConfig.of("given")).build();

  private Listening client(String session) {
    return gateway.surface().listen(Session.of(session), new SurfaceListener() {});
  }

  @Test
  void tellsTheMostTalkativeOne() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    Listening quiet = client("quiet");
    Listening loud = client("loud");
    assertThat(provider.last("one").logLevels).isEmpty();

    quiet.logLevel(LogLevel.ERROR);
    loud.logLevel(LogLevel.DEBUG);
    quiet.logLevel(LogLevel.INFO);
    loud.close();

    assertThat(provider.last("one").logLevels)
        .containsExactly(LogLevel.ERROR, LogLevel.DEBUG, LogLevel.DEBUG, LogLevel.INFO);
  }

  @Test
  void tellsABackendThatComesLater() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
    client("one").logLevel(LogLevel.NOTICE);

    gateway.register("two", BackendConfig.of("given"));

    await()
        .untilAsserted(
            () -> assertThat(provider.last("two").logLevels).containsExactly(LogLevel.NOTICE));
  }
}
