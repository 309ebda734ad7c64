package io.gatemini.server.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerFlagsTest {
  @ParameterizedTest
  @ValueSource(strings = {"gatemini", "gatemini.cmd"})
  void areThoseOfTheLaunchers(String launcher) throws IOException {
    String script = Files.readString(Path.of("src", "main", "launcher", launcher));

    assertThat(script).contains(ServerFlags.ofProxy(17)).contains(ServerFlags.ofProxy(25));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 24, 25})
  void recordInAsManyStepsAsTheVersionNeeds(int feature) {
    Path archive = Path.of(ServerFlags.archiveName("gatemini", feature, feature + ".0.1"));

    assertThat(archive.toString()).endsWith(feature < 24 ? ".jsa" : ".aot");
    assertThat(ServerFlags.recording(feature, archive)).hasSize(feature == 24 ? 2 : 1);
  }
}
