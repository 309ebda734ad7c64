package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigLocationTest {
  @Test
  void followsThePlatform() {
    assertThat(ConfigLocation.of("Linux", "/home/a", Map.of()))
        .isEqualTo(Path.of("/home/a/.config/gatemini/gatemini.yaml"));
    assertThat(ConfigLocation.of("Linux", "/home/a", Map.of("XDG_CONFIG_HOME", "/etc/mine")))
        .isEqualTo(Path.of("/etc/mine/gatemini/gatemini.yaml"));
    assertThat(ConfigLocation.of("Linux", "/home/a", Map.of("XDG_CONFIG_HOME", "relative")))
        .isEqualTo(Path.of("/home/a/.config/gatemini/gatemini.yaml"));
    assertThat(ConfigLocation.of("Mac OS X", "/Users/a", Map.of()))
        .isEqualTo(Path.of("/Users/a/Library/Application Support/gatemini/gatemini.yaml"));
    assertThat(ConfigLocation.of("Windows 11", "/a", Map.of("APPDATA", "/roaming")))
        .isEqualTo(Path.of("/roaming/gatemini/gatemini.yaml"));
  }
}
