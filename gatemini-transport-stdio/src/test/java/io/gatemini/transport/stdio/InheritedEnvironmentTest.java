package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.transport.testing.EnvironmentOfChildren;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Environment variables of the children of a real process, in every way of starting them. */
@DisabledOnOs(OS.WINDOWS)
class InheritedEnvironmentTest {
  private static final Map<String, String> HOST =
      Map.of(
          "PATH", System.getenv("PATH"),
          "https_proxy", "http://proxy:3128",
          "NO_PROXY", "localhost",
          "SSH_AUTH_SOCK", "/run/agent",
          "KUBECONFIG", "/etc/kube",
          "AWS_REGION", "eu",
          "AWS_SESSION_TOKEN", "secret",
          "OWN", "of the host");

  /** Variables set by the gateway, and by a shell itself. */
  private static final Set<String> ADDED =
      Set.of("GATEMINI_CHILD", "GATEMINI_ANCESTRY", "PWD", "OLDPWD", "SHLVL", "_");

  static List<Arguments> cases() {
    return List.of(
        Arguments.of(List.of(), List.of()),
        Arguments.of(List.of("KUBECONFIG", "AWS_*"), List.of("AWS_REGION", "KUBECONFIG")),
        Arguments.of(List.of("all"), List.of("AWS_REGION", "KUBECONFIG")),
        Arguments.of(List.of("AWS_SESSION_TOKEN"), List.of("AWS_SESSION_TOKEN")));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isTheSameForServersToolsAndPrerequisites(
      List<String> inherit, List<String> beside, @TempDir Path directory) throws Exception {
    Process gateway = EnvironmentOfChildren.start(directory, HOST, inherit);
    String output =
        new String(gateway.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(output).as(() -> log(directory)).startsWith("{");
    JsonNode seen = RawJson.parse(output).tree();
    Set<String> expected =
        new TreeSet<>(List.of("NO_PROXY", "OWN", "PATH", "SSH_AUTH_SOCK", "https_proxy"));
    expected.addAll(beside);
    JsonNode server = RawJson.parse(seen.get("server.env").asText()).tree();
    Set<String> ofServer = new TreeSet<>();
    server.fieldNames().forEachRemaining(ofServer::add);
    assertThat(without(ofServer)).isEqualTo(expected);
    assertThat(server.get("OWN").asText()).isEqualTo("1");
    assertThat(names(seen.get("programs.env").asText().lines().toList())).isEqualTo(expected);
    assertThat(names(Files.readAllLines(directory.resolve("env")))).isEqualTo(expected);
  }

  private static Set<String> names(List<String> lines) {
    Set<String> names = new TreeSet<>();
    lines.forEach(line -> names.add(line.substring(0, line.indexOf('='))));
    return without(names);
  }

  private static Set<String> without(Set<String> names) {
    names.removeAll(ADDED);
    return names;
  }

  private static String log(Path directory) {
    try {
      return Files.readString(directory.resolve("log"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
