package io.gatemini.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.InstanceMode;
import io.gatemini.config.LogThreshold;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.Pairs;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The documented keys of the predecessor (functional specification, 6.2 and 7.2), as its files
 * write them.
 */
class PredecessorConfigTest {
  private static final String ALL_TOP_KEYS =
      """
      log_level: debug
      secrets:
        strict: false
        providers:
          bws: {enabled: true, access_token: "t0ken", organization_id: "org"}
      health:
        interval: 30s
        timeout: 5s
        failure_threshold: 3
        max_restarts: 5
        restart_window: 60s
      admin: {enabled: false, listen: "127.0.0.1:19999", allowed_cidrs: ["127.0.0.1/32"]}
      sandbox:
        timeout: 45s
        max_output_size: 123456
        max_concurrent_sandboxes: 3
        output: {auto_chunk_json: false, smart_truncation: false, chunk_threshold: 5000}
      semantic: {model_path: models/m2v, cache_dir: /tmp/models}
      daemon: {idle_timeout: 0s, client_drain_timeout: 1h30m}
      cache_path: cache.json
      allow_runtime_registration: false
      max_dynamic_backends: 4
      aliases: {find: files.search}
      composite_tools:
        both: {description: "Both.", code: "return params"}
      backends: {files: {command: files-server}}
      """;

  private static GatewaySettings read(String text) {
    return ReadConfig.of(text).settings();
  }

  private static BackendConfig backend(String name, String text) {
    return Objects.requireNonNull(read(text).backends().get(name));
  }

  @Test
  void meansWhatItMeantThere() {
    GatewaySettings read = read(ALL_TOP_KEYS);

    assertThat(read.logLevel()).hasValue(LogThreshold.DEBUG);
    assertThat(read.chainTimeout()).isEqualTo(Duration.ofSeconds(45));
    assertThat(read.output().maxOutputSize()).isEqualTo(123_456);
    assertThat(read.output().autoChunkJson()).isFalse();
    assertThat(read.output().smartTruncation()).isFalse();
    assertThat(read.output().chunkThreshold()).isEqualTo(5_000);
    assertThat(read.sandbox().maxConcurrentPrograms()).isEqualTo(3);
    assertThat(read.pluginConfigs().toString()).doesNotContain("models/m2v"); // no such folder
    assertThat(read("backends: {}\nsemantic: {model_path: /}").pluginConfigs().toString())
        .contains("\"model\":\"/\"");
    assertThat(read.maxDynamicBackends()).isEqualTo(4);
    assertThat(read.aliases()).containsEntry("find", "files.search");
    assertThat(read.compositeTools()).containsKey("both");
    assertThat(read.strictSecrets()).isFalse();
    assertThat(read.bitwarden().orElseThrow().accessToken()).hasValue("t0ken");
    assertThat(read.bitwarden().orElseThrow().organizationId()).hasValue("org");
  }

  @Test
  void isEqualToTheSameUnderTheNamesOfHere() {
    assertThat(
            read(
                """
                backends: {}
                sandbox: {timeout: 45s, max_output_size: 9000, max_concurrent_sandboxes: 3}
                allow_runtime_registration: true
                """))
        .isEqualTo(
            read(
                """
                backends: {}
                chain_timeout: 45s
                max_output_bytes: 9000
                sandbox: {max_concurrent_programs: 3}
                registration: {policy: open}
                """));
  }

  @Test
  void letsNobodyRegisterWhereThatIsForbidden() {
    assertThat(read("backends: {}\nallow_runtime_registration: false\n"))
        .isEqualTo(read("backends: {}\nregistration: {policy: off}\n"))
        .isNotEqualTo(read("backends: {}\n"));
  }

  @Test
  void takesEveryKeyOfABackend() {
    String text =
        """
            backends:
              local:
                transport: stdio
                namespace: loc
                command: server
                args: ["-y", "x"]
                env: {A: b}
                cwd: /tmp
                timeout: 90s
                required_keys: [A]
                max_concurrent_calls: 7
                semaphore_timeout: 0s
                retry: {max_retries: 2, initial_delay: 1s, max_delay: 5s, backoff_multiplier: 2.0}
                rate_limit: {max_calls: 5, window: 60s}
                prerequisite:
                  command: db
                  args: [run]
                  env: {P: "1"}
                  cwd: /tmp
                  process_match: db
                  managed: true
                  startup_delay: 0s
                tags: [a, b]
                fallback_chain: [other]
                instance_mode: dedicated
                pool: {min_idle: 1, max_instances: 3, acquire_timeout: 30s, replenish_delay: 2s}
                max_memory_mb: 256
              other: {transport: streamable-http, url: "https://x.test/mcp", headers: {H: v}}
              old: {transport: sse, url: "https://x.test/sse"}
            """;

    BackendConfig local = backend("local", text);
    assertThat(local.namespace()).hasValue("loc");
    assertThat(local.timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(local.semaphoreTimeout()).isEqualTo(Duration.ZERO);
    assertThat(local.prerequisite().orElseThrow().startupDelay()).isEqualTo(Duration.ZERO);
    assertThat(local.maxConcurrentCalls()).hasValue(7);
    assertThat(local.fallbackChain()).containsExactly("other");
    assertThat(backend("old", text).transport()).isEqualTo("streamable-http");
  }

  @Pairs(
      """
      0s -> 0 | 5 -> 5000 | 250ms -> 250 | 1h30m -> 5400000 | 2m 5s -> 125000 | 1h -> 3600000
      90 s -> 90000
      """)
  void readsDurations(String written, long millis) {
    assertThat(
            backend("a", "backends: {a: {command: x, semaphore_timeout: \"" + written + "\"}}")
                .semaphoreTimeout())
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"m", "1x", "1s1m", "-1s", "1.5h", "1h ms", "' '"})
  void readsNothingElseAsADuration(String written) {
    assertThatThrownBy(
            () -> read("backends: {a: {command: x, semaphore_timeout: \"" + written + "\"}}"))
        .hasMessageContaining("backends.a.semaphore_timeout");
  }

  @Test
  void passesOverKeysThatHaveNoMeaningHere() {
    LoggedErrors log = new LoggedErrors();
    BackendConfig config =
        backend(
            "a",
            """
            backends:
              a:
                url: https://a.test
                instance_mode: dedicated
                headers: {Authorization: Bearer $TOKEN}
            """);

    assertThat(config.instanceMode()).isEqualTo(InstanceMode.SHARED);
    assertThat(config.headers()).containsEntry("Authorization", "Bearer $TOKEN");
    log.close();
    assertThat(log.messages())
        .anyMatch(line -> line.contains("line 5") && line.contains("write ${TOKEN}"))
        .anyMatch(line -> line.contains("line 4") && line.contains("instance_mode"));
  }

  @Test
  void refusesBothNamesWithTwoValues() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    backends: {}
                    chain_timeout: 30s
                    sandbox: {timeout: 31s}
                    """))
        .hasMessageContaining("line 3")
        .hasMessageContaining(
            "sandbox.timeout: this is \"chain_timeout\" here, which is also there with another value");
    assertThat(read("backends: {}\nchain_timeout: 30s\nsandbox: {timeout: 30s}\n"))
        .isEqualTo(read("backends: {}\nchain_timeout: 30s\n"));
  }

  @Test
  void tellsTheLineOfAWrongValueUnderAnOldName() {
    assertThatThrownBy(
            () -> read("backends: {}\nsandbox:\n  timeout: soon\n  max_output_size: x\n"))
        .hasMessageContaining("line 3")
        .hasMessageContaining("line 4");
  }
}
