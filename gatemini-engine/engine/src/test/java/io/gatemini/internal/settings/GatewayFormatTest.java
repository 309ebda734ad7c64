package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.config.SandboxConfig.Prewarm;
import io.gatemini.spi.Json;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayFormatTest {
  @Test
  void readsEveryKeyOfABackend() {
    ReadConfig config =
        ReadConfig.of(
            """
            backends:
              files:
                transport: stdio
                command: npx
                args: [-y, "@modelcontextprotocol/server-filesystem", .]
                env:
                  PORT: 0123
                  VERSION: 1.10
                  DEBUG: off
                cwd: /srv
                namespace: fs
                description: Files.
                timeout: 500ms
                start_timeout: 2m
                tags: [local]
                required_keys: [HOME]
                validate_arguments: false
                shutdown_grace_period: 2s
                options: {mine: {deep: 7}}
            """);

    BackendConfig files = config.backend("files");

    assertThat(files.transport()).isEqualTo("stdio");
    assertThat(files.command())
        .containsExactly("npx", "-y", "@modelcontextprotocol/server-filesystem", ".");
    assertThat(files.env()).isEqualTo(Map.of("PORT", "0123", "VERSION", "1.10", "DEBUG", "off"));
    assertThat(files.cwd()).contains("/srv");
    assertThat(files.namespace()).contains("fs");
    assertThat(files.description()).isEqualTo("Files.");
    assertThat(files.timeout()).isEqualTo(Duration.ofMillis(500));
    assertThat(files.startTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(files.tags()).containsExactly("local");
    assertThat(files.requiredKeys()).containsExactly("HOME");
    assertThat(files.validateArguments()).isFalse();
    assertThat(files.options().path("shutdown_grace_period").asText()).isEqualTo("2s");
    assertThat(files.options().at("/mine/deep").intValue()).isEqualTo(7);
  }

  /** Where a text is wanted, a scalar of YAML is the text that was written. */
  @Values(
      """
      1.10 | 0o17 | 017 | 1_000 | 0x1F | 1e3 | 1e999 | +49123 | 12345678901234567890 | .5 | .inf
      -.Inf | .NaN | yes | True | off | 2024-01-01 | 12:30:45 | 0b11 | 190:20:30
      """)
  void keepsTheTextOfAScalar(String written) {
    BackendConfig it =
        ReadConfig.of(
                "backends: {it: {command: c, args: [%1$s], env: {V: %1$s}}}".formatted(written))
            .settings()
            .backends()
            .get("it");

    assertThat(it.env()).isEqualTo(Map.of("V", written));
    assertThat(it.command()).containsExactly("c", written);
  }

  @Test
  void readsWhatChildrenInherit() {
    ReadConfig config =
        ReadConfig.of(
            """
            backends:
              named: {command: a, inherit_env: [KUBECONFIG, "AWS_*"]}
              all: {command: a, inherit_env: all}
              needed: {command: a, prerequisite: {command: b, inherit_env: none}}
            """);

    assertThat(config.backend("named").inheritEnv()).containsExactly("KUBECONFIG", "AWS_*");
    assertThat(config.backend("all").inheritEnv()).containsExactly("all");
    assertThat(config.backend("needed").inheritEnv()).isEmpty();
    assertThat(config.backend("needed").prerequisite().orElseThrow().inheritEnv())
        .containsExactly("none");
    assertThrown(
            ConfigException.class,
            () -> ReadConfig.of("backends: {x: {command: a, inherit_env: KUBECONFIG}}"))
        .hasMessageContaining(
            "backends.x.inherit_env: write a list of names or patterns, [\"KUBECONFIG\"], or all,"
                + " or none");
  }

  @Test
  void whatChildrenInheritIsThatOfTheFileWhereABackendSaysNothing() {
    ReadConfig config =
        ReadConfig.of(
            """
            backends:
              own: {command: a, inherit_env: [KUBECONFIG]}
              none: {command: a, inherit_env: none}
              other: {command: a}
              web: {transport: streamable-http, url: "http://localhost:1"}
            inherit_env: ["AWS_*"]
            """);

    assertThat(config.backend("own").inheritEnv()).containsExactly("KUBECONFIG");
    assertThat(config.backend("none").inheritEnv()).containsExactly("none");
    assertThat(config.backend("other").inheritEnv()).containsExactly("AWS_*");
    assertThat(config.backend("web").inheritEnv()).isEmpty();
    assertThatThrownBy(() -> ReadConfig.of("inherit_env: AWS\nbackends: {x: {command: a}}"))
        .hasMessage(
            "gatemini.yaml, line 1: inherit_env: write a list of names or patterns, [\"AWS\"], or"
                + " all, or none");
  }

  @Test
  void readsEveryKeyOfTheGateway() {
    ReadConfig config =
        ReadConfig.of(
            """
            backends: {files: {command: files-server}}
            aliases: {find: files.search}
            plugins: {ranked: {k1: 1.5, fields: [name]}}
            discover: false
            exclude: [semantic]
            search:
              retrieval: lexical
              usage_boost: false
            semantic:
              enabled: false
              model: models/mine
            max_output_bytes: 1000
            chain_timeout: 5
            output_config:
              max_output_tokens: 2
              intent_filtering: false
              intent_threshold: 3
              uniform_array_collapse: false
              auto_chunk_json: false
              chunk_threshold: 4
              chunk_target: 500
              smart_truncation: false
              response_metadata: false
              structured_content: false
              compact_rows: true
              max_stored_bytes: 5000000000
              max_stored_age: 6s
              page_size: 700
            sandbox:
              isolation: auto
              workers: 2
              worker_heap_bytes: 134217728
              prewarm: lazy
              max_concurrent_programs: 3
              max_zombies: 0
              max_allocated_bytes: 5000000000
              max_statements: 6
              max_tool_calls: 7
              max_concurrent_tool_calls: 8
              max_log_bytes: 9
              max_result_bytes: 10
              max_string_length: 1100
              max_typed_array_length: 1200
              stack_bytes: 1300000
            registration:
              policy: off
              allowed_commands: [npx]
              allowed_hosts: [localhost]
              max_dynamic_backends: 0
            catalog_digest: Files only.
            instructions: Search first.
            more_instructions: Money goes through billing.
            """);

    assertThat(config.settings().aliases()).isEqualTo(Map.of("find", "files.search"));
    assertThat(config.settings().pluginConfigs())
        .isEqualTo(
            Map.of(
                "ranked",
                RawJson.parse("{\"k1\": 1.5, \"fields\": [\"name\"]}").tree(),
                "semantic",
                Json.mapper()
                    .createObjectNode()
                    .put("enabled", false)
                    .put("model", Path.of("etc", "models", "mine").toString())));
    assertThat(config.settings().discover()).isEqualTo(false);
    assertThat(config.settings().excluded()).asString().isEqualTo("[semantic]");
    assertThat(config.settings().retrieval()).contains("lexical");
    assertThat(config.settings().usageBoost()).isEqualTo(false);
    assertThat(config.settings().output())
        .isEqualTo(
            OutputConfig.defaults()
                .maxOutputSize(1000)
                .maxOutputTokens(2)
                .intentFiltering(false)
                .intentThreshold(3)
                .uniformArrayCollapse(false)
                .autoChunkJson(false)
                .chunkThreshold(4)
                .chunkTarget(500)
                .smartTruncation(false)
                .responseMetadata(false)
                .structuredContent(false)
                .compactRows(true)
                .maxStoredBytes(5_000_000_000L)
                .maxStoredAge(Duration.ofSeconds(6))
                .pageSize(700));
    assertThat(config.settings().chainTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.settings().sandbox())
        .isEqualTo(
            SandboxConfig.defaults()
                .isolation(Isolation.AUTO)
                .workers(2)
                .workerHeapBytes(128 << 20)
                .prewarm(Prewarm.LAZY)
                .maxConcurrentPrograms(3)
                .maxZombies(0)
                .maxAllocatedBytes(5_000_000_000L)
                .maxStatements(6)
                .maxToolCalls(7)
                .maxConcurrentToolCalls(8)
                .maxLogBytes(9)
                .maxResultBytes(10)
                .maxStringLength(1_100)
                .maxTypedArrayLength(1_200)
                .stackBytes(1_300_000));
    RegistrationPolicy policy = config.settings().registrationPolicy().orElseThrow();
    assertThat(policy.refusal("x", BackendConfig.stdio("x"), Session.local())).isPresent();
    assertThat(config.settings().allowedCommands()).asString().isEqualTo("[npx]");
    assertThat(config.settings().allowedHosts()).asString().isEqualTo("[localhost]");
    assertThat(config.settings().maxDynamicBackends()).isEqualTo(0);
    assertThat(config.settings().catalogDigest()).contains("Files only.");
    assertThat(config.settings().instructions()).contains("Search first.");
    assertThat(config.settings().moreInstructions()).contains("Money goes through billing.");
  }

  @Test
  void readsCompositeToolsAndLeavesTheirProgramsAsTheyAreWritten() {
    ReadConfig config =
        ReadConfig.of(
            """
            composite_tools:
              count:
                description: Counts.
                code: |
                  return `${params.path}: ${(await files.list(params)).length}`;
                input_schema: {type: object, required: [path]}
                read_only: true
              plain: {description: Plain., code: return 1}
              other: {description: Other., code: return 1, language: lua}
            """);

    CompositeTool count =
        CompositeTool.of(
                "Counts.", "return `${params.path}: ${(await files.list(params)).length}`;\n")
            .withInputSchema("{\"type\":\"object\",\"required\":[\"path\"]}")
            .withReadOnly();
    assertThat(config.settings().compositeTools())
        .isEqualTo(
            Map.of(
                "count",
                count,
                "plain",
                CompositeTool.of("Plain.", "return 1"),
                "other",
                CompositeTool.of("Other.", "return 1").withLanguage("lua")));
  }

  @Test
  void readsHowFarProgramsAreMadeReady() {
    assertThat(prewarming("true")).isEqualTo(Prewarm.TRUE);
    assertThat(prewarming("false")).isEqualTo(Prewarm.FALSE);
    assertThat(prewarming("lazy")).isEqualTo(Prewarm.LAZY);
    assertThatThrownBy(() -> prewarming("later"))
        .hasMessageContaining("\"later\" is not known; write one of false, lazy, true");
  }

  private static Prewarm prewarming(String word) {
    return ReadConfig.of("sandbox: {prewarm: " + word + "}", Gateway.builder())
        .settings()
        .sandbox()
        .prewarming();
  }

  @Test
  void leavesOfTheSandboxWhatAFileDoesNotName() {
    GatewayBuilder builder =
        Gateway.builder().sandbox(sandbox -> sandbox.prewarm(true).maxToolCalls(5));

    ReadConfig config = ReadConfig.of("sandbox: {max_tool_calls: 6, max_zombies:}", builder);

    assertThat(config.settings().sandbox())
        .isEqualTo(SandboxConfig.defaults().prewarm(true).maxToolCalls(6));
  }

  @Test
  void addsTheSemanticKeysToWhatIsSaidOfThePlugin() {
    ReadConfig config =
        ReadConfig.of(
            """
            semantic: {enabled: true, model: /models/mine}
            plugins: {semantic: {enabled: false, dimension: 256}}
            """);

    // As texts: a number that was read from YAML is another kind of node than one from JSON.
    assertThat(config.settings().pluginConfigs())
        .hasToString("{semantic={\"enabled\":true,\"dimension\":256,\"model\":\"/models/mine\"}}");
  }

  @Test
  void takesTheTransportFromWhatIsThere() {
    ReadConfig config =
        ReadConfig.of("backends: {a: {command: x}, b: {url: 'https://b.test/mcp'}}");

    assertThat(config.backend("a").transport()).isEqualTo("stdio");
    assertThat(config.backend("b").transport()).isEqualTo("streamable-http");
    assertThat(config.backend("b").url()).contains("https://b.test/mcp");
  }

  @ParameterizedTest
  @CsvSource({
    "transport: http",
    "transport: sse",
    "transport: streamable-http",
    "type: http",
    "type: sse",
    "type: streamableHttp",
    "'transport: streamable-http, type: http'"
  })
  void takesTheWordsOfClientsForTheTransport(String written) {
    ReadConfig config =
        ReadConfig.of("backends: {a: {%s, url: 'https://a.test'}}".formatted(written));

    assertThat(config.backend("a").transport()).isEqualTo("streamable-http");
    assertThat(ReadConfig.of("backends: {a: {type: stdio, command: x}}").backend("a").transport())
        .isEqualTo("stdio");
  }

  @Values("disabled: true | enabled: false | disabled: '${OFF:-true}'")
  void leavesOutWhatIsSwitchedOff(String written) {
    GatewaySettings settings =
        ReadConfig.of(
                """
                aliases: {find: there.search}
                secrets: {strict: true}
                backends:
                  a: {command: '${NO_SUCH}', namespace: there, timeout: soon, %s}
                  b: {command: y, fallback_chain: [a], disabled: false}
                """
                    .formatted(written))
            .settings();

    assertThat(settings.backends()).containsOnlyKeys("b");
    assertThat(settings.allBackends()).containsOnlyKeys("a", "b");
  }

  @Test
  void takesBothWordsForAWarning() {
    assertThat(ReadConfig.of("log_level: warning").settings().logLevel().orElseThrow().level())
        .isEqualTo(ReadConfig.of("log_level: warn").settings().logLevel().orElseThrow().level());
  }

  @Test
  void sharesSettingsByAnchorsAndMergeKeys() {
    ReadConfig config =
        ReadConfig.of(
            """
            backends:
              a: &base
                command: x
                timeout: 5s
              b:
                <<: *base
                command: y
            """);

    assertThat(config.backend("b").command()).containsExactly("y");
    assertThat(config.backend("b").timeout()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void takesItsOwnKeysAsJsonToo() {
    ReadConfig config =
        ReadConfig.of("// mine\n{\"backends\": {\"a\": {\"command\": \"x\", \"timeout\": 3,},},}");

    assertThat(config.backend("a").timeout()).isEqualTo(Duration.ofSeconds(3));
  }

  @Pairs("500ms -> 500 | 30s -> 30000 | 5m -> 300000 | 1h -> 3600000 | 30 -> 30000 | 2 s -> 2000")
  void readsDurations(String written, long millis) {
    ReadConfig config = ReadConfig.of("backends: {a: {command: x, timeout: " + written + "}}");

    assertThat(config.backend("a").timeout()).isEqualTo(Duration.ofMillis(millis));
  }

  @Values("0 | -1s | 1.5s | abc | 1d | 99999999999h | [1]")
  void refusesWhatIsNoDuration(String written) {
    assertThrown(
            ConfigException.class,
            () -> ReadConfig.of("backends: {a: {command: x, timeout: " + written + "}}"))
        .hasMessageStartingWith("gatemini.yaml, line 1: backends.a.timeout: ");
  }

  @Table(
      """
      backends: {a: {comand: x, command: y}} | line 1: backends.a.comand: this key is not \
      known; did you mean "command"?
      backends: {a: {command: x, maxMessageBytes: 1}} | did you mean "max_message_bytes"?
      backends: {a: {url: 'http://x', shutdown_grace_period: 1}} | line 1: \
      backends.a.shutdown_grace_period: this key is not known
      backend: {a: {}} | line 1: backend: this key is not known; did you mean "backends"?
      a: {command: x} | there is neither "backends" nor "mcpServers"
      {secrets: {strict: true}, backends: {a: {transport: stdoi, command: x}}} | line 3: \
      backends.a.transport: "stdoi" is no transport; did you mean "stdio"?
      {secrets: {strict: true}, backends: {a: {type: ws, url: x}}} | backends.a.type: "ws" is \
      no transport; there is cli-adapter, openapi, stdio, streamable-http
      backends: {a: {transport: stdio, type: sse, url: x}} | backends.a.type: the transport is \
      another one; keep one of the two
      backends: {a: {command: x, disabled: maybe}} | backends.a.disabled: "maybe" is neither \
      true nor false
      {backends: {}, serach: {}} | did you mean "search"?
      {backends: {}, search: {retreival: x}} | search.retreival: this key is not known; did you \
      mean "retrieval"?
      {backends: {}, search: hybrid} | search: a map of keys was expected
      {backends: {}, semantic: {modle: x}} | semantic.modle: this key is not known; did you \
      mean "model"?
      {backends: {}, semantic: {model: ' '}} | semantic.model: " " is not a path
      {backends: {}, semantic: {enabled: no}} | semantic.enabled: "no" is neither true nor false
      backends: {a: {}} | backends.a: there is neither "command" nor "url"
      backends: {a: {command: x, url: y}} | backends.a: there are both "command" and "url"
      backends: {a: {transport: stdio}} | needs "command"
      backends: {a: {transport: streamable-http}} | needs "url"
      backends: {a: {transport: cli-adapter}} | needs "tools"
      backends: {a: {command: x, tools: {}}} | backends.a: there are both "command" and "tools"
      backends: {a: {url: x, adapter_file: y}} | backends.a: there are both "adapter_file" and "url"
      backends: {a: {tools: {}, max_message_bytes: 1}} | backends.a.max_message_bytes: this key \
      is not known
      backends: {a: {transport: in-process}} | backends.a.transport: in-process backends are \
      written in Java
      backends: {a: {command: x, args: -y foo}} | backends.a.args: a list was expected
      backends: {a: {command: [x]}} | backends.a.command: a text was expected
      backends: {a: {command: ' '}} | backends.a.command: the text is blank
      backends: {a: {command: x, env: {A: }}} | backends.a.env.A: there is no value
      backends: {a: {command: x, env: [A]}} | backends.a.env: a map of names to texts was expected
      backends: {a: {command: x, args: [[x]]}} | backends.a.args[0]: a text was expected
      backends: {' a b': {command: x}} | backends." a b": " a b" is not a backend name
      backends: [a] | backends: a map of keys was expected
      {backends: {}, max_output_bytes: 0} | max_output_bytes: max_output_bytes must be at least \
      1, not 0
      {backends: {}, discover: maybe} | discover: "maybe" is neither true nor false
      {backends: {}, registration: {policy: shut}} | registration.policy: "shut" is not known; \
      write one of guarded, open, off
      {backends: {}, sandbox: {max_zombie: 1}} | sandbox.max_zombie: this key is not known; did \
      you mean "max_zombies"?
      {backends: {}, sandbox: {isolation: own}} | sandbox.isolation: "own" is not known; write \
      one of auto, process, in_process
      {backends: {}, sandbox: {workers: two}} | sandbox.workers: "two" is not a whole number
      {backends: {}, sandbox: {workers: 3000000000}} | sandbox.workers: "3000000000" is not a \
      whole number from -2147483648 to 2147483647
      {backends: {}, sandbox: {workers: two}} | sandbox.workers: "two" is not a whole number
      {backends: {}, sandbox: {workers: 0}} | sandbox.workers: workers must be at least 1, not 0
      {composite_tools: {a b: {description: x, code: y}}} | composite_tools."a b": "a b" is not \
      a name for a composite tool
      {composite_tools: {a: {code: y}}} | composite_tools.a: "description" is missing; add it
      {composite_tools: {a: {description: x}}} | composite_tools.a: "code" is missing; add it
      {composite_tools: {a: {description: x, code: ' '}}} | composite_tools.a.code: the text is \
      blank
      {composite_tools: {a: {description: x, code: [y]}}} | composite_tools.a.code: a text was \
      expected here
      {composite_tools: {a: {description: x, code: y, input_schema: z}}} | \
      composite_tools.a.input_schema: a JSON schema was expected
      {composite_tools: {a: {description: x, code: y, schema: {}}}} | composite_tools.a.schema: \
      this key is not known
      {backends: {}, mcpServers: {}} | there are both "backends" and "mcpServers"
      """)
  void saysWhereAndWhatToWrite(String text, String message) {
    assertThrown(
            ConfigException.class,
            () -> ReadConfig.of(text.startsWith("{") ? "\n---\n" + text : text))
        .hasMessageStartingWith("gatemini.yaml, line ")
        .hasMessageContaining(message);
  }
}
