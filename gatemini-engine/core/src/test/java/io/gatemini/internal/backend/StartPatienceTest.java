package io.gatemini.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Values;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartPatienceTest {
  private static final Duration NONE = Duration.ZERO;

  @Test
  void doublesTheLimitAfterEachSlowStartUpToEightTimes() {
    StartPatience patience = new StartPatience(BackendConfig.stdio("server"));
    assertThat(patience.limit(NONE)).hasSeconds(30);

    patience.exceeded();
    assertThat(patience.limit(NONE)).hasSeconds(60);
    for (int i = 0; i < 10; i++) {
      patience.exceeded();
    }
    assertThat(patience.limit(NONE)).hasSeconds(240);

    patience.succeeded();
    assertThat(patience.limit(NONE)).hasSeconds(30);
    assertThat(patience.limit(Duration.ofSeconds(45))).hasSeconds(45);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y server",
        "/usr/local/bin/uvx server",
        "C:\\node\\npx.cmd server",
        "cmd /c npx server",
        "docker --context away run -i image",
        "pipx run server",
        "uv tool run server",
        "npm exec server"
      })
  void givesLaunchersThatDownloadFourTimesAsLong(String command) {
    assertThat(limit(command)).hasSeconds(120);
  }

  @Values("node npx.js | docker ps | /opt/uvx-server | python server.py run")
  void givesOthersTheirOwnTime(String command) {
    assertThat(limit(command)).hasSeconds(30);
  }

  private static Duration limit(String command) {
    String[] words = command.split(" ");
    return new StartPatience(
            BackendConfig.stdio(words[0], Arrays.copyOfRange(words, 1, words.length)))
        .limit(NONE);
  }
}
