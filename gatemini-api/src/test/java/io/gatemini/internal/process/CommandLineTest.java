package io.gatemini.internal.process;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.config.ConfigException;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The lookup of Windows, over a file system that is a set of names. */
class CommandLineTest {
  private static final String CMD = "C:\\Windows\\System32\\cmd.exe";

  private final Set<String> files =
      Set.of(
          "C:\\node\\node.exe",
          "C:\\node\\npx",
          "C:\\node\\npx.cmd",
          "C:\\node\\npx.ps1",
          "C:\\tools\\uvx.exe",
          "C:\\tools\\bunx.bat",
          "C:\\both\\tool.cmd",
          "C:\\both\\tool.exe",
          "C:\\late\\node.exe",
          "C:\\work\\bin\\serve.cmd");

  private final Map<String, String> environment = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  CommandLineTest() {
    environment.put("Path", "\"C:\\node\";C:\\tools\\;;C:\\both;C:\\late");
    environment.put("PathExt", ".COM;.EXE;.BAT;.CMD;.VBS;.JS");
    environment.put("SystemRoot", "C:\\Windows");
  }

  private List<String> windows(String... command) throws FileNotFoundException {
    return CommandLine.ofWindows(
        List.of(command),
        Optional.of("C:\\work"),
        environment,
        path -> files.stream().anyMatch(path::equalsIgnoreCase));
  }

  @Test
  void leavesACommandAloneElsewhere() throws Exception {
    List<String> command = List.of("npx.cmd", "a b", "%PATH%", "x\ny");

    if (!CommandLine.WINDOWS) {
      assertThat(CommandLine.ofHost(command, Optional.empty())).isSameAs(command);
    }
    assertThrown(
            ConfigException.class,
            () -> CommandLine.ofHost(List.of("sh", "a\0b"), Optional.empty()))
        .hasMessageContaining("NUL");
  }

  @Test
  void wrapsWhatIsFoundAsABatchFile() throws Exception {
    assertThat(windows("npx", "-y", "server"))
        .containsExactly(
            CMD, "/d", "/e:on", "/v:off", "/s", "/c", "\"\"C:\\node\\npx.cmd\" -y server\"");
    assertThat(windows("NPX.CMD", "a b").get(6)).isEqualTo("\"\"C:\\node\\NPX.CMD\" \"a b\"\"");
    assertThat(windows("bunx").get(6)).isEqualTo("\"\"C:\\tools\\bunx.bat\"\"");
    assertThat(windows("bin\\serve").get(6)).isEqualTo("\"\"C:\\work\\bin\\serve.cmd\"\"");
    assertThat(windows("C:\\both\\tool.cmd").get(6)).isEqualTo("\"\"C:\\both\\tool.cmd\"\"");
  }

  @Test
  void doesNotWrapAProgram() throws Exception {
    assertThat(windows("uvx", "a&b", "{\"a\":1}"))
        .containsExactly("C:\\tools\\uvx.exe", "a&b", "\"{\\\"a\\\":1}\"");
    assertThat(windows("node")).containsExactly("C:\\node\\node.exe");
    assertThat(windows("tool")).containsExactly("C:\\both\\tool.exe");
    environment.put("PATHEXT", ".cmd;.exe");
    assertThat(windows("tool")).hasSize(7);
  }

  @Test
  void leavesWhatItDoesNotFindToTheSystemUnlessThatIsABatchFile() throws Exception {
    assertThat(windows("ipconfig", "/all")).containsExactly("ipconfig", "/all");
    assertThat(windows("npx.ps1")).containsExactly("npx.ps1");
    // The system drops dots and spaces at the end, and would run these with no regard to arguments.
    for (String missing : List.of("gone.cmd", "gone.BAT", "gone.bat.", "gone.bat . ")) {
      assertThatThrownBy(() -> windows(missing, "a"))
          .as(missing)
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void refusesWhatABatchFileCannotBeGiven() {
    for (String argument : List.of("a\nb", "a\rb", "a\u001bb")) {
      assertThrown(ConfigException.class, () -> windows("npx", "fine", argument))
          .hasMessageContaining("argument 2")
          .hasMessageContaining("line break");
    }
    assertThrown(ConfigException.class, () -> windows("npx", "x".repeat(9_000)))
        .hasMessageContaining("8191");
  }

  @Test
  void doesWithoutTheVariablesOfWindows() throws Exception {
    environment.clear();

    assertThat(windows("npx")).containsExactly("npx");
    assertThat(windows("C:\\node\\npx").get(0)).isEqualTo("cmd.exe");
  }
}
