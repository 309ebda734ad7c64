package io.gatemini.transport.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ServerCommandTest {
  @Table(
      """
      https://mcp.example.com/mcp | is an address; write it as url
      HTTP://a.test | is an address
      cmd,/c,npx,-y,@acme/x | "cmd" is a shell of Windows; write command: npx and
      cmd.exe,/C,npx -y x | write command: npx and
      C:\\Windows\\System32\\cmd.exe,/d,/c,uvx | write command: uvx and
      powershell,-Command,node | write command: node and
      npx.cmd,-y,x | "npx.cmd" is a program of Windows; write command: npx
      C:\\Program Files\\nodejs\\node.exe | "node.exe" is a program of Windows; write command: node
      %APPDATA%\\npm\\npx.ps1 | "npx.ps1" is a program of Windows; write command: npx
      npx -y,x | its command is "npx" with arguments
      npx -y x | its command is "npx" with arguments
      """)
  @DisabledOnOs(OS.WINDOWS)
  void namesTheMistake(String command, String mistake) {
    assertThat(ServerCommand.mistake(List.of(command.split(","))))
        .get()
        .asString()
        .contains(mistake);
  }

  @Table(
      """
      npx
      ./server
      /opt/my app/server
      my-command
      cmdline
      """)
  void findsNoneInOtherCommands(String command) {
    assertThat(ServerCommand.mistake(List.of(command))).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void findsTheProgramOnThePathOfTheServer(@TempDir Path folder) throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path program = Files.createFile(bin.resolve("own"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Optional<String> directory = Optional.of(folder.toString());

    for (String path : List.of("/none:" + bin, bin + ":/bin", "bin", ":" + bin)) {
      assertThat(ServerCommand.onPath(List.of("own", "-x"), Map.of("PATH", path), directory))
          .containsExactly(program.toString(), "-x");
    }
    for (String path : List.of("", "/none", "$PATH", "\0")) {
      assertThat(ServerCommand.onPath(List.of("own"), Map.of("PATH", path), directory))
          .containsExactly("own");
    }
    assertThat(ServerCommand.onPath(List.of("./own"), Map.of("PATH", "bin"), directory))
        .containsExactly("./own");
    assertThat(ServerCommand.onPath(List.of("own"), Map.of(), directory)).containsExactly("own");
  }
}
