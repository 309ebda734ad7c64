package io.gatemini.server.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LaunchersTest {
  @Test
  void passTheSameFlagsOnAllSystems() throws IOException {
    assertThat(flags("gatemini")).contains("-Xmx256m").isEqualTo(flags("gatemini.cmd"));
  }

  private static Set<String> flags(String launcher) throws IOException {
    String script = Files.readString(Path.of("src", "main", "launcher", launcher));
    return Pattern.compile("(?<=[ \"=])-(X|-enable|-sun)[\\w:+.=-]+")
        .matcher(script)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }
}
