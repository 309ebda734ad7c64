package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.config.Environment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigLocationTest {
  @Test
  void followsThePlatform() {
    assertThat(Environment.configDirectory("Linux", "/home/a", Map.of()))
        .isEqualTo(Path.of("/home/a/.config"));
    assertThat(
            Environment.configDirectory("Linux", "/home/a", Map.of("XDG_CONFIG_HOME", "/etc/mine")))
        .isEqualTo(Path.of("/etc/mine"));
    assertThat(
            Environment.configDirectory("Linux", "/home/a", Map.of("XDG_CONFIG_HOME", "relative")))
        .isEqualTo(Path.of("/home/a/.config"));
    assertThat(Environment.configDirectory("Mac OS X", "/Users/a", Map.of()))
        .isEqualTo(Path.of("/Users/a/Library/Application Support"));
    assertThat(Environment.configDirectory("Windows 11", "/a", Map.of("APPDATA", "/roaming")))
        .isEqualTo(Path.of("/roaming"));
  }
}
