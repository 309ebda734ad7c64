package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {
  @Test
  void keepsTheSecretsOfTheHost() {
    Map<String, String> host =
        Map.of("PATH", "/bin", "LC_TIME", "C", "MY_API_TOKEN", "topsecret", "Path", "other");

    assertThat(ChildEnvironment.of(host, Map.of("OWN", "1", "PATH", "/own"), false))
        .containsExactlyInAnyOrderEntriesOf(Map.of("PATH", "/own", "LC_TIME", "C", "OWN", "1"));
  }

  @Test
  void readsNamesInAnyCaseOnWindows() {
    Map<String, String> host = Map.of("Path", "C:\\bin", "SystemRoot", "C:\\W", "My_Token", "x");

    assertThat(ChildEnvironment.of(host, Map.of("PATH", "D:\\"), true))
        .containsExactlyInAnyOrderEntriesOf(Map.of("Path", "D:\\", "SystemRoot", "C:\\W"));
  }
}
