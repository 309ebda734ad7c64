package io.gatemini.internal.process;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {
  @TempDir Path directory = Path.of("");

  @Test
  void readsAFileOfVariables() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve(".env"),
            """
            # a comment
            PLAIN=value of it   # and a comment
            SPACED = x=y
            DOUBLE="a # b"
            SINGLE='c "d"'
            EMPTY=
            BROKEN="a" b
            export EXPORTED=é

            this is no variable
            """);

    assertThat(Environment.read(file))
        .isEqualTo(
            Map.of(
                "PLAIN", "value of it",
                "SPACED", "x=y",
                "DOUBLE", "a # b",
                "SINGLE", "c \"d\"",
                "EMPTY", "",
                "BROKEN", "\"a\" b",
                "EXPORTED", "é"));
  }

  /** dotenv 18.0.10 and {@code node --env-file} of Node 20 agree, but where a row names one. */
  @Table(
      """
      K="q" # comment | q
      K='s'# c | s
      K=`b` | b
      K=`"it's"` | "it's"
      K="a\\nb" | a⏎b
      K='a\\nb' | a\\nb
      K=`a\\nb` | a\\nb
      K=a\\nb | a\\nb
      K="a⏎ # b⏎c" # d | a⏎ # b⏎c
      K='a⏎b' | a⏎b
      K=a#b | a
      K=#b | ``
      K="#b" | #b
      K= "a b " | `a b `
      K=a=b | a=b
      K= | ``
      K="" | ``
      K=a "b" | a "b"
      K=${HOME} | ${HOME}
      export\tK = v | v
      `  K=v` | v
      K=1⏎K=2 | 2
      \uFEFFK=v | v
      # K="⏎K=v⏎# " | v
      K="a | "a
      K=it's | it's
      K: v | v
      K="{\\"a\\": 1}" | {\\"a\\": 1}
      K='C:\\d\\' # c | C:\\d\\
      """)
  void readsValuesAsNodeDoes(String text, String value) throws IOException {
    for (String end : List.of("\n", "\r\n")) {
      Path file = Files.writeString(directory.resolve("x.env"), text.replace("⏎", end));

      assertThat(Environment.read(file)).containsExactly(Map.entry("K", value.replace("⏎", "\n")));
    }
  }

  @Test
  void namesTheFileAndTheLineThatIsNoVariable() throws IOException {
    Path file = Files.writeString(directory.resolve("test.env"), "A='1\n2'\n# c\nno variable\nB=1");

    try (LoggedErrors log = new LoggedErrors()) {
      assertThat(Environment.read(file)).containsOnlyKeys("A", "B");
      assertThat(log.messages()).anyMatch(it -> it.endsWith("[test.env, 4]"));
    }
  }

  @Test
  void passesOverWhatIsNoText() throws IOException {
    Path file = Files.write(directory.resolve(".env"), new byte[] {(byte) 0xff, 'A', '=', 'b'});

    assertThat(Environment.read(file)).isEmpty();
    assertThat(Environment.read(directory)).isEmpty();
    assertThat(Environment.read(directory.resolve("none"))).isEmpty();
  }

  @Test
  void readsTheFirstLineBehindAByteOrderMark() throws IOException {
    Path file = Files.writeString(directory.resolve(".env"), "\uFEFFFIRST=1\nSECOND=2\n");

    assertThat(Environment.read(file)).isEqualTo(Map.of("FIRST", "1", "SECOND", "2"));
  }

  /** Sixty thousand blanks took half a minute. */
  @Test
  @Timeout(10)
  void readsLongLinesAtOnce() throws IOException {
    String blanks = " ".repeat(200_000);
    Path file =
        Files.writeString(
            directory.resolve(".env"),
            blanks + "\nA=b" + blanks + "c\nB=\"x\"" + blanks + "y\n" + blanks + "C=1\n");

    assertThat(Environment.read(file)).containsEntry("C", "1").containsKeys("A", "B");
  }

  @Test
  @Timeout(10)
  void passesOverWhatIsNoFileOfUsualSize() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path large = Files.writeString(directory.resolve("large"), "A=b\n".repeat(1 << 20));

    assertThat(Environment.read(pipe)).isEmpty();
    assertThat(Environment.read(large)).isEmpty();
  }

  @Test
  void lendsAFileTheVariablesBesideIt() throws IOException {
    Files.writeString(directory.resolve(".env"), "GATEMINI_TEST_DIR=/from/file\nPATH=/none\n");
    Path config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            "backends: {a: {command: x, cwd: \"${GATEMINI_TEST_DIR}\", env: {P: \"${PATH}\"}}}");

    BackendConfig backend =
        Objects.requireNonNull(Gateway.builder().config(config).settings().backends().get("a"));

    assertThat(backend.cwd()).hasValue("/from/file");
    assertThat(backend.env()).containsEntry("P", System.getenv("PATH"));
  }

  @Test
  void makesAMissingVariableAnErrorWhereThatIsWanted() throws IOException {
    Path config = directory.resolve("gatemini.yaml");
    String backends = "backends: {a: {command: \"${GATEMINI_NO_SUCH}\"}, b: {command: x}}\n";
    Files.writeString(config, backends);
    assertThat(Gateway.builder().config(config).settings().backends()).containsKeys("a", "b");

    Files.writeString(config, "secrets: {strict: true}\n" + backends);

    assertThrown(ConfigException.class, () -> Gateway.builder().config(config))
        .hasMessageContaining("line 2")
        .hasMessageContaining("backends.a.command")
        .hasMessageContaining("GATEMINI_NO_SUCH");
  }

  @Test
  void makesAMissingSecretAnErrorWhereThatIsWanted() throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("gatemini.yaml"),
            """
            secrets: {strict: true}
            backends:
              a: {transport: scripted, env: {TOKEN: "secretref:env:GATEMINI_NO_SUCH"}}
            """);

    assertThrown(
            ConfigException.class,
            () -> Gateway.builder().plugin(new TestTransport("scripted")).config(config).build())
        .hasMessageContaining("backends.a.env.TOKEN");
  }
}
