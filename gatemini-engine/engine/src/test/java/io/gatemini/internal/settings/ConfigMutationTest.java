package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that was changed anywhere is read, or its faults are reported with their place. */
class ConfigMutationTest {
  private static final int MUTATIONS = 2_000;

  /** A hang takes far longer; a slow machine does not. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String VALID =
      """
      log_level: debug
      secrets: {strict: false, providers: {bws: {enabled: true, access_token: t0ken}}}
      health:
        interval: 30s
        timeout: 1h30m
        failure_threshold: 3
        max_restarts: 5
      sandbox:
        isolation: mixed
        max_tool_calls: 7
        max_log_bytes: 900
      output_config: {chunk_threshold: 5000, smart_truncation: false, page_size: 700}
      registration: {policy: guarded, allowed_commands: [npx, "uvx x"], max_dynamic_backends: 4}
      search: {retrieval: name, usage_boost: false}
      plugins: {ranked: {k1: 1.5, fields: [name, description]}}
      aliases:
        find: files.search
        pay: shop.pay
      composite_tools:
        both:
          description: "Both of them."
          code: |
            const a = 1;
            return a + params.b;
      backends:
        files:
          command: npx
          args: [-y, "@scope/files", "."]
          env: {LEVEL: warn, TOKEN: "secretref:env:HOME"}
          tags: [disk, local]
          retry: {max_retries: 2, initial_delay: 10ms, max_delay: 1s}
          rate_limit: {max_calls: 7, window: 5s}
          inherit_env: [SSH_*, all]
          denied_tools: [delete_*]
        shop:
          url: "https://shop.example.com/mcp"
          headers: {Authorization: "Bearer ${HOME:-none}"}
          timeout: 45
          fallback_chain: [files]
      """;

  private final Random random = new Random(31);

  @Test
  void isReadOrToldWithItsPlace() {
    ReadConfig.of(VALID);
    int read = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      String text = VALID;
      for (int times = 1 + random.nextInt(3); times > 0; times--) {
        text = mutated(text);
      }
      if (isReadOrTold(text)) {
        read++;
      }
    }
    // Both happen, or nothing was shown.
    assertThat(read).isBetween(MUTATIONS / 50, MUTATIONS * 3 / 4);
  }

  @Test
  void doesNotHangOverWhatIsHugeOrDeep() {
    isReadOrTold(VALID + "# " + "x".repeat(900_000));
    isReadOrTold(VALID + "extra: \"" + "y".repeat(900_000) + "\"\n");
    isReadOrTold(VALID + "extra: " + "[".repeat(50_000) + "]".repeat(50_000));
    isReadOrTold("a: &a [x]\n" + "b: [*a, *a, *a, *a, *a, *a]\n".repeat(20_000));
    isReadOrTold("backends:\n" + "  b: {command: x}\n".repeat(20_000));
    isReadOrTold("backends:\n" + "\t".repeat(100_000));
  }

  @Test
  void refusesWhatIsLargerThanAFileMayBe(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("gatemini.yaml");
    Files.writeString(file, VALID + "# " + "x".repeat(10 << 20));

    assertThrown(ConfigException.class, () -> Gateway.builder().config(file))
        .hasMessageStartingWith("gatemini.yaml");
  }

  @Test
  void tellsEachOfManyFaults() {
    StringBuilder text = new StringBuilder("backends:\n");
    for (int i = 0; i < 40; i++) {
      text.append("  b").append(i).append(": {comand: x}\n");
    }
    assertThat(faults(text.toString())).hasSize(40);
  }

  /** Whether it is read; fails where it is neither, or takes too long. */
  private static boolean isReadOrTold(String text) {
    long begin = System.nanoTime();
    List<ConfigException> faults = faults(text);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PATIENCE);
    assertThat(faults)
        .allSatisfy(
            fault ->
                assertThat(fault)
                    .as("of%n%s", text.length() > 10_000 ? "a long text" : text)
                    .hasMessageStartingWith("gatemini.yaml"));
    return faults.isEmpty();
  }

  private static List<ConfigException> faults(String text) {
    try {
      ReadConfig.of(text);
      return List.of();
    } catch (ConfigException e) {
      return e.faults();
    }
  }

  private String mutated(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    int at = random.nextInt(lines.size());
    String line = lines.get(at);
    switch (random.nextInt(11)) {
      case 0 -> lines.set(at, misspelt(line));
      case 1 -> lines.set(at, line.replaceFirst(":.*", ": " + Matcher.quoteReplacement(value())));
      case 2 -> lines.remove(at);
      case 3 -> lines.set(at, "\t" + line);
      case 4 -> lines.add(at, line);
      case 5 -> lines.set(at, line.replaceFirst(": ", ": &x "));
      case 6 -> lines.set(at, line.replaceFirst(":.*", ": *x"));
      case 7 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
      case 8 -> lines.set(at, " " + line);
      case 9 -> lines.set(at, line.replaceAll("\\d+", "-" + random.nextLong()));
      default -> lines.set(at, line.replace("\"", "").replace("[", "{"));
    }
    return lines.isEmpty() ? VALID : String.join("\n", lines) + "\n";
  }

  private String misspelt(String line) {
    int at = random.nextInt(Math.max(1, line.indexOf(':') + 1));
    return line.isEmpty()
        ? "x"
        : line.substring(0, at) + (char) ('a' + random.nextInt(26)) + line.substring(at);
  }

  private String value() {
    return List.of("[]", "{}", "~", "true", "x", "-1", "1e400", "[[x]]", "{a: {b: c}}", "${", "\"")
        .get(random.nextInt(11));
  }
}
