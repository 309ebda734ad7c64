package io.gatemini.transport.cli;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliOptionsTest {
  @TempDir private Path directory = Path.of("");

  private static BackendConfig config(String options) {
    BackendConfig config = BackendConfig.of("cli-adapter");
    for (Map.Entry<String, JsonNode> option : RawJson.parse(options).tree().properties()) {
      config = config.option(option.getKey(), option.getValue());
    }
    return config;
  }

  private static void validate(BackendConfig config) {
    new CliBackendProvider().validate("x", config);
  }

  @Test
  void hasDefaults() {
    CliOptions options = CliOptions.read("x", config("{\"tools\": {\"a\": {\"command\": \"b\"}}}"));

    assertThat(options.maxOutputBytes()).isEqualTo(10 * 1024 * 1024);
    assertThat(options.grace()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.healthCheck()).isEmpty();
    assertThat(options.tools().get(0).output()).isEqualTo(OutputFormat.TEXT);
    assertThat(options.tools().get(0).timeout()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '^',
      textBlock =
          """
          {}                                    @ backends.x: there are no tools; define some
          {"tools": {}}                         @ backends.x: there are no tools; define some
          {"tools": []}                         @ backends.x.tools: a map of tool definitions by name
          {"tool": {}}                          @ backends.x.tool: this key is not known; did you mean "tools"?
          {"tools": {"a": "echo"}}              @ backends.x.tools.a: a map of keys was expected here
          {"tools": {"a": {}}}                  @ backends.x.tools.a: "command" is missing; add it
          {"tools": {"a": {"comand": "b"}}}     @ backends.x.tools.a.comand: this key is not known; did you mean "command"?
          {"tools": {"a": {"command": [1]}}}      @ backends.x.tools.a.command: a text was expected here
          {"tools": {"a": {"command": " "}}}    @ backends.x.tools.a.command: the command is empty
          {"tools": {"a": {"command": "b 'c"}}} @ backends.x.tools.a.command: a single quote is not closed
          {"tools": {"a": {"command": "{{b}} c"}}} @ backends.x.tools.a.command: the program itself is a parameter
          {"tools": {"a": {"command": "b | c"}}} @ backends.x.tools.a.command: there is a "|" that only a shell understands
          {"tools": {"a": {"command": "b\\u0000"}}} @ backends.x.tools.a.command: there is a NUL character
          {"tools": {"a": {"command": "b", "shell": "yes"}}} @ backends.x.tools.a.shell: "yes" is neither true nor false
          {"tools": {"a": {"command": "b", "output": "xml"}}} @ backends.x.tools.a.output: "xml" is not known; write one of text, json, lines
          {"tools": {"a": {"command": "b", "timeout": "soon"}}} @ backends.x.tools.a.timeout: "soon" is not a duration
          {"tools": {"a": {"command": "b", "timeout": "31s"}}} @ backends.x.tools.a.timeout: the tool's timeout is longer than that of its backend
          {"tools": {"a": {"command": "b", "annotations": {"readonly_hint": true}}}} @ backends.x.tools.a.annotations.readonly_hint: this key is not known; did you mean "readOnlyHint"?
          {"tools": {"a": {"command": "b", "annotations": {"readOnlyHint": 1}}}} @ backends.x.tools.a.annotations.readOnlyHint: "1" is neither true nor false
          {"tools": {"a": {"command": "b", "input_schema": []}}} @ backends.x.tools.a.input_schema: a JSON schema of type object
          {"tools": {"a": {"command": "b {{limt}}", "input_schema": {"properties": {"limit": {}}}}}} @ backends.x.tools.a.input_schema: the template uses {{limt}}, which is not in the schema; did you mean {{limit}}?
          {"tools": {"a": {"command": "b"}}, "health_check": "c {{d}}"} @ backends.x.health_check: a health check has no parameters; remove {{d}}
          {"tools": {"a": {"command": "b"}}, "health_check": "c && d"} @ backends.x.health_check: there is a "&"
          {"tools": {"a": {"command": "b"}}, "max_output_bytes": 10} @ backends.x.max_output_bytes: max_output_bytes must be at least 1024, not 10
          {"tools": {"a": {"command": "b"}}, "max_output_bytes": "1 MB"} @ backends.x.max_output_bytes: "1 MB" is not a whole number
          {"tools": {"a": {"command": "b"}}, "shutdown_grace_period": -1} @ backends.x.shutdown_grace_period: "-1" is not a duration
          {"tools": {"a": {"command": "b"}}, "shutdown_grace_period": "56s"} @ backends.x.shutdown_grace_period: shutdown_grace_period must be at most 55s
          {"adapter_file": "/no/such/dir/file.yaml"} @ backends.x.adapter_file: file.yaml: there is no such file
          """)
  void tellsWhatIsWrong(String options, String problem) {
    assertThrown(ConfigException.class, () -> validate(config(options)))
        .hasMessageStartingWith(problem);
  }

  @Test
  void hasNoCommandOfItsOwn() {
    assertThatThrownBy(
            () -> validate(config("{\"tools\": {\"a\": {\"command\": \"b\"}}}").command("c")))
        .hasMessageContaining("has \"tools\", no command and no url");
  }

  @Test
  void allowsParametersThatAnOpenSchemaDoesNotName() {
    for (String schema :
        new String[] {
          "{\"additionalProperties\": true}",
          "{\"additionalProperties\": {\"type\": \"string\"}}",
          "{\"$ref\": \"#/x\"}"
        }) {
      validate(
          config(
              "{\"tools\": {\"a\": {\"command\": \"b {{c}}\", \"input_schema\": "
                  + schema
                  + "}}}"));
    }
  }

  @Test
  void readsAnAdapterFileInItsHomeAndPrefersWhatStandsInline() throws Exception {
    Path file = directory.resolve("adapter.yaml");
    Files.writeString(
        file,
        """
        health_check: test -e /
        tools:
          a: {command: "from file"}
          b: {command: "from file", shell: true}
        """);

    CliOptions inline =
        CliOptions.read(
            "x",
            config("{\"tools\": {\"a\": {\"command\": \"inline\"}}, \"health_check\": \"true\"}")
                .option("adapter_file", file.toString()));
    CliOptions alone = CliOptions.read("x", config("{}").option("adapter_file", file.toString()));

    assertThat(inline.tools()).extracting(CommandTool::name).containsExactly("a", "b");
    assertThat(inline.tools().get(0).command().program()).isEqualTo("inline");
    assertThat(inline.healthCheck().orElseThrow().program()).isEqualTo("true");
    assertThat(alone.tools().get(0).command().program()).isEqualTo("from");
    assertThat(alone.healthCheck().orElseThrow().commandLine(CallValues.none()))
        .containsExactly("test", "-e", "/");
  }

  @Test
  void readsAnAdapterFileOfJsonBelowTheHomeDirectory() throws Exception {
    Path home = Path.of(System.getProperty("user.home"));
    Path file = Files.createTempFile(directory, "adapter", ".json");
    Files.writeString(file, "{\"tools\": {\"a\": {\"command\": \"echo $x\", \"shell\": true}}}");

    CliOptions options =
        CliOptions.read(
            "x",
            config("{}").option("adapter_file", "~/" + home.relativize(file.toAbsolutePath())));

    assertThat(options.tools().get(0).command().commandLine(CallValues.none()))
        .containsExactly("sh", "-c", "echo $x");
  }

  @Test
  void tellsWhereAnAdapterFileIsWrong() throws Exception {
    Path file = directory.resolve("adapter.yaml");
    Files.writeString(file, "tools: {a: {command: b, outptu: json}}");

    assertThrown(
            ConfigException.class,
            () -> validate(config("{}").option("adapter_file", file.toString())))
        .hasMessage(
            "adapter.yaml, line 1: tools.a.outptu: this key is not known; did you mean \"output\"?");

    Files.writeString(file, "");
    assertThatThrownBy(() -> validate(config("{}").option("adapter_file", file.toString())))
        .hasMessageContaining("the file is empty; begin with \"tools:\"");
  }
}
