package io.gatemini.internal.settings;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void readsAFileWithAByteOrderMark() throws IOException {
    Path file = write("\uFEFFbackends: {a: {command: x}}".getBytes(StandardCharsets.UTF_8));

    assertThatCode(() -> Gateway.builder().config(file)).doesNotThrowAnyException();
  }

  @Test
  void saysWhereAFileThatIsNotThereWasLookedFor() {
    Path file = directory.resolve("missing.yaml");

    assertThrown(ConfigException.class, () -> Gateway.builder().config(file))
        .hasMessage("missing.yaml: there is no such file; " + file + " was looked for");
  }

  @Test
  void tellsOfJsonThatIsCutInWordsForItsReader() throws IOException {
    Path file =
        write("{\"backends\": {\"a\": {\"command\": \"x\"".getBytes(StandardCharsets.UTF_8));

    assertThrown(ConfigException.class, () -> Gateway.builder().config(file))
        .hasMessageContaining("line 1")
        .hasMessageContaining("end-of-input")
        .hasMessageNotContaining("Source");
  }

  @Test
  void refusesADirectory() {
    assertThrown(ConfigException.class, () -> Gateway.builder().config(directory))
        .hasMessageContaining("the file cannot be read")
        .message()
        .doesNotContain(String.valueOf(directory.getParent()));
  }

  @Test
  void refusesWhatIsTooLargeOrNotUtf8() throws IOException {
    Path large = write(new byte[1024 * 1024 + 1]);
    assertThatThrownBy(() -> Gateway.builder().config(large))
        .hasMessageContaining("larger than 1 MiB");

    Path utf16 = write("backends: {}".getBytes(StandardCharsets.UTF_16));
    assertThatThrownBy(() -> Gateway.builder().config(utf16)).hasMessageContaining("not UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "# nothing\n", "---\n"})
  void refusesAnEmptyFile(String text) {
    assertThrown(ConfigException.class, () -> ReadConfig.of(text))
        .hasMessageContaining("the file is empty; begin with \"backends:\"");
  }

  @Table(
      """
      backends:\\n  a: {command: x\\n  b: 1 | gatemini.yaml, line 3, column
      backends:\\n\\ta: 1 | gatemini.yaml, line 2, column 1:
      {"backends": {"a" 1}} | gatemini.yaml, line 1, column
      {"backends": {} | gatemini.yaml, line 1, column
      a: 1\\na: 2 | line 2, column 2: the key "a" occurs here twice
      {"a": 1,\\n "a": 2} | line 2, column 8: the key "a" occurs here twice
      a: *b | the alias *b has no anchor &b before it
      backends: {}\\n---\\nbackends: {} | there is more after the end of the document
      - a | a map of keys was expected
      text | a map of keys was expected
      a: !!binary aGk= | a value of this type is not understood
      """)
  void saysInWhichLineTheTextIsMalformed(String text, String message) {
    String lines = text.replace("\\n", "\n").replace("\\t", "\t");

    assertThrown(ConfigException.class, () -> ReadConfig.of(lines))
        .hasMessageStartingWith("gatemini.yaml")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void stopsAliasesThatExpandWithoutBound() {
    StringBuilder bomb = new StringBuilder("plugins:\n  a0: &a0 {x: 1}\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("  a%d: &a%d {x: *a%d, y: *a%d}\n".formatted(i, i, i - 1, i - 1));
    }

    assertThrown(ConfigException.class, () -> ReadConfig.of(bomb.toString()))
        .hasMessageContaining("more than 100000 values");
  }

  @Test
  void stopsNestingWithoutBound() {
    String yaml = "a: " + "[".repeat(5000);
    String json = "{\"a\": " + "[".repeat(5000);

    assertThatThrownBy(() -> ReadConfig.of(yaml)).hasMessageContaining("nested more than 64 deep");
    assertThatThrownBy(() -> ReadConfig.of(json)).hasMessageContaining("nested more than 64 deep");
  }

  @Test
  void saysWhichBackendOfTwoFilesIsThereTwice() throws IOException {
    Path file = write("backends: {a: {command: x}}".getBytes(StandardCharsets.UTF_8));

    assertThrown(ConfigException.class, () -> Gateway.builder().config(file).config(file))
        .hasMessage(
            "config.yaml, line 1: backends.a: there are two backends named \"a\"; give one of them"
                + " another name");
  }

  @Test
  void tellsNothingOfItsContentInAMessage() {
    String yaml = "backends:\n  a:\n    env:\n      TOKEN: 's3cret\n";

    assertThrown(ConfigException.class, () -> ReadConfig.of(yaml))
        .message()
        .doesNotContain("s3cret");
  }

  private Path write(byte[] bytes) throws IOException {
    Path file = directory.resolve("config.yaml");
    Files.write(file, bytes);
    assertThat(file).exists();
    return file;
  }
}
