package io.gatemini.internal.prerequisite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.config.Prerequisite;
import io.gatemini.internal.process.ChildEnvironment;
import io.gatemini.internal.process.GatewayAncestry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The gateway's environment as a prerequisite sees it, secrets of the host included. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class PrerequisiteEnvironmentTest {
  /** Variables that a shell adds by itself. */
  private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

  @Test
  void getsWhatEveryChildGetsAndWhatIsConfigured(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("environment");
    Prerequisite needed =
        Prerequisite.command("sh", "-c", "env > e && mv e environment")
            .cwd(directory.toString())
            .env("CONFIGURED", "yes");

    StartedProgram.start(needed);

    await().untilAsserted(() -> assertThat(file).exists());
    List<String> lines = Files.readAllLines(file);
    Set<String> names =
        lines.stream()
            .filter(line -> line.contains("="))
            .map(line -> line.substring(0, line.indexOf('=')))
            .filter(name -> !OF_THE_SHELL.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> allowed =
        new TreeSet<>(
            ChildEnvironment.of(System.getenv(), List.of(), Map.of("CONFIGURED", "yes"), false)
                .keySet());
    allowed.add(GatewayAncestry.VARIABLE);
    assertThat(lines).contains("CONFIGURED=yes");
    assertThat(names).contains("PATH").isSubsetOf(allowed);
    // Without one of these the test would show nothing.
    assertThat(System.getenv().keySet()).anyMatch(name -> !allowed.contains(name));
  }

  @Test
  void keepsSecretsFromChildren() {
    Map<String, String> host =
        Map.of(
            "PATH", "/bin", "HOME", "/home/me", "GITHUB_TOKEN", "t", "AWS_SECRET_ACCESS_KEY", "k");

    assertThat(ChildEnvironment.of(host, List.of(), Map.of("X", "1"), false))
        .containsOnlyKeys("PATH", "HOME", "X");
  }
}
