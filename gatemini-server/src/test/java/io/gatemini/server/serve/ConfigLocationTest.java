package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.internal.process.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void keepsCachesWhereThePlatformDoes() {
    assertThat(Environment.cacheDirectory("Linux", "/home/a", Map.of()))
        .isEqualTo(Path.of("/home/a/.cache"));
    assertThat(Environment.cacheDirectory("Linux", "/home/a", Map.of("XDG_CACHE_HOME", "/big")))
        .isEqualTo(Path.of("/big"));
    assertThat(Environment.cacheDirectory("Linux", "/home/a", Map.of("XDG_CACHE_HOME", "rel")))
        .isEqualTo(Path.of("/home/a/.cache"));
    assertThat(Environment.cacheDirectory("Mac OS X", "/Users/a", Map.of()))
        .isEqualTo(Path.of("/Users/a/Library/Caches"));
    assertThat(Environment.cacheDirectory("Windows 11", "/a", Map.of("LOCALAPPDATA", "/local")))
        .isEqualTo(Path.of("/local"));
  }

  @Test
  void givesEachConfigurationAMemoryOfItsOwn(@TempDir Path directory) throws IOException {
    Path one = Files.writeString(directory.resolve("one.yaml"), "");
    Path link = Files.createSymbolicLink(directory.resolve("link.yaml"), one);

    assertThat(ConfigLocation.cacheFile(one))
        .startsWithRaw(Environment.cacheDirectory().resolve("gatemini"))
        .endsWithRaw(Path.of("cache.json"))
        .isEqualTo(ConfigLocation.cacheFile(link))
        .isNotEqualTo(ConfigLocation.cacheFile(directory.resolve("two.yaml")));
  }
}
