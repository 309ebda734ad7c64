package io.gatemini.server.serve;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class OwnFoldersTest {
  private final Path home;
  private final Path config;

  OwnFoldersTest(@TempDir Path home) throws IOException {
    this.home = home;
    config = Files.createDirectories(home.resolve("conf")).resolve("gatemini.yaml");
    Files.createDirectories(home.resolve("work/conf"));
    Files.createFile(home.resolve("work/file"));
    Files.createSymbolicLink(home.resolve("work/link"), home);
  }

  private List<String> find(String backend) throws IOException {
    Files.writeString(config, "backends: {files: {" + backend.replace("HOME", "" + home) + "}}");
    return OwnFolders.ofDaemon(config)
        .find(
            Gateway.builder()
                .cachePath(home.resolve("cache/cache.json"))
                .config(config)
                .settings());
  }

  @Values(
      """
      command: x, args: [.] | command: x, args: [-y, ..] | command: x, args: [HOME]
      command: x, args: [HOME/work/link] | command: x, args: [HOME/work/../conf]
      command: x, args: [--root=HOME/conf] | command: docker, args: [-v, 'HOME:/data']
      command: docker, args: [--mount, 'type=bind,src=HOME,dst=/data']
      command: x, args: [../conf], cwd: HOME/work/link/work | command: x, cwd: HOME/conf
      command: x, args: ['${NONE:-.}'] | tools: {t: {command: 'git -C HOME log'}}
      """)
  void reportsAFolderWithTheConfiguration(String backend) throws IOException {
    assertThat(find(backend))
        .singleElement()
        .asString()
        .startsWith("backends.files: ")
        .contains(" is a folder that contains the configuration gatemini.yaml")
        .endsWith("give this backend a folder of its own");
  }

  @Values(
      """
      command: x | command: x, args: [-y, files] | command: x, args: [HOME/work]
      command: x, args: [HOME/work/file, HOME/work/none]
      command: x, args: [HOME/conf/gatemini.yaml] | command: x, args: [.], cwd: HOME/work
      url: 'https://example.com/' | command: x, args: ['a\\u0000b', '']
      """)
  void reportsNoOther(String backend) throws IOException {
    assertThat(find(backend)).isEmpty();
  }

  @Test
  void reportsTheCache() throws IOException {
    Files.createDirectories(home.resolve("cache"));

    assertThat(find("command: x, args: [HOME/cache]"))
        .containsExactly(
            "backends.files: the argument \""
                + home.resolve("cache")
                + "\" is a folder that contains the cache of this server, which its tools may"
                + " change; give this backend a folder of its own");
  }

  @Test
  void reportsTheFolderThatNobodyHasChosen() throws IOException {
    assertThat(find("command: x, args: [" + OwnFolders.EXAMPLE + "]"))
        .containsExactly(
            "backends.files: the argument \"/path/to/a/folder\" is an example; write the folder"
                + " whose files the tools of it may use");
  }

  @Test
  void refusesAllWhereABackendCanWriteTheFile() throws IOException {
    Files.writeString(
        config, "backends: {files: {command: x, args: [.]}}\ndaemon: {reload: all}\n");

    assertThrown(
            ConfigException.class,
            () -> OwnFolders.ofDaemon(config).find(Gateway.builder().config(config).settings()))
        .hasMessageStartingWith(
            "daemon.reload: \"all\" is refused while a backend can write the configuration; write"
                + " \"ask\", or mend this: backends.files: the argument \".\" is a folder");
  }
}
