package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Words;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChildEnvironmentTest {
  private static final Map<String, String> HOST =
      Map.of(
          "PATH", "/bin",
          "https_proxy", "http://proxy",
          "KUBECONFIG", "k",
          "AWS_REGION", "r",
          "AWS_SECRET_ACCESS_KEY", "s",
          "GITHUB_TOKEN", "t",
          "Db_Password_File", "p",
          "KEY", "k");

  private static Set<String> inherited(String... inherit) {
    return ChildEnvironment.of(HOST, List.of(inherit), Map.of(), false).keySet();
  }

  @Test
  void keepsTheSecretsOfTheHost() {
    Map<String, String> host =
        Map.of("PATH", "/bin", "LC_TIME", "C", "MY_API_TOKEN", "topsecret", "Path", "other");

    assertThat(ChildEnvironment.of(host, List.of(), Map.of("OWN", "1", "PATH", "/own"), false))
        .containsExactlyInAnyOrderEntriesOf(Map.of("PATH", "/own", "LC_TIME", "C", "OWN", "1"));
  }

  @Test
  void readsNamesInAnyCaseOnWindows() {
    Map<String, String> host =
        Map.of(
            "Path",
            "C:\\bin",
            "SystemRoot",
            "C:\\W",
            "My_Token",
            "x",
            "Http_Proxy",
            "p",
            "Other",
            "o",
            "Aws_Key",
            "a");

    assertThat(ChildEnvironment.of(host, List.of(), Map.of("PATH", "D:\\"), true))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("Path", "D:\\", "SystemRoot", "C:\\W", "Http_Proxy", "p"));
    assertThat(ChildEnvironment.of(host, List.of("none", "oth*", "aws_key"), Map.of(), true))
        .containsOnlyKeys("Other", "Aws_Key");
  }

  @Test
  void givesWhatProgramsNeedToReachTheNetworkAndTheUsersTools() {
    Map<String, String> host = new TreeMap<>();
    for (String name :
        List.of(
            Words.of(
                """
                PATH | HOME | USER | LOGNAME | SHELL | TERM | LANG | LC_ALL | TZ | XDG_RUNTIME_DIR
                TMPDIR | TEMP | TMP | HTTP_PROXY | https_proxy | NO_PROXY | all_proxy
                SSL_CERT_FILE | SSL_CERT_DIR | NODE_EXTRA_CA_CERTS | SSH_AUTH_SOCK | DISPLAY
                WAYLAND_DISPLAY | JAVA_HOME
                """))) {
      host.put(name, "1");
    }

    assertThat(ChildEnvironment.of(host, List.of(), Map.of(), false)).isEqualTo(host);
  }

  @Test
  void addsNamesAndPatternsToTheDefault() {
    assertThat(inherited()).containsExactly("PATH", "https_proxy");
    assertThat(inherited("KUBECONFIG", "AWS_*", "GITHUB_*"))
        .containsExactly("AWS_REGION", "KUBECONFIG", "PATH", "https_proxy");
  }

  @Test
  void givesWhatLooksLikeASecretOnlyByItsWholeName() {
    assertThat(inherited("all")).containsExactly("AWS_REGION", "KUBECONFIG", "PATH", "https_proxy");
    assertThat(inherited("none", "*")).doesNotContain("GITHUB_TOKEN", "Db_Password_File", "KEY");
    assertThat(inherited("all", "GITHUB_TOKEN"))
        .containsExactly("AWS_REGION", "GITHUB_TOKEN", "KUBECONFIG", "PATH", "https_proxy");
  }

  @Test
  void givesNothingButWhatIsNamedBesideNone() {
    assertThat(inherited("none")).isEmpty();
    assertThat(inherited("none", "AWS_REGION")).containsExactly("AWS_REGION");
  }
}
