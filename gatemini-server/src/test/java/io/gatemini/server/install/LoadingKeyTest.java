package io.gatemini.server.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.process.ProcessTree;
import io.gatemini.spi.Json;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The keys of clients, with real scripts in place of their programs. */
@DisabledOnOs(OS.WINDOWS)
class LoadingKeyTest {
  private static final LoadingKey CLAUDE = LoadingKey.of(McpClient.CLAUDE_CODE).orElseThrow();
  private static final LoadingKey COPILOT = LoadingKey.of(McpClient.COPILOT_CLI).orElseThrow();

  private final Path directory;

  LoadingKeyTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void knowsTheClientsWhoseDocumentsNameOne() {
    Set<McpClient> known = EnumSet.allOf(McpClient.class);
    known.removeIf(client -> LoadingKey.of(client).isEmpty());

    assertThat(known).containsExactly(McpClient.CLAUDE_CODE, McpClient.COPILOT_CLI);
  }

  @Table(
      """
      echo '2.1.121 (Claude Code)' | {"alwaysLoad":true}
      echo '2.2.0 (Claude Code)' | {"alwaysLoad":true}
      echo '10.0.0 (Claude Code)' | {"alwaysLoad":true}
      echo '2.1.120 (Claude Code)' | {}
      echo '2.1.99 (Claude Code)' | {}
      echo '1.0.128 (Claude Code)' | {}
      echo 'v0.2.9' | {}
      echo '2.1.99'; head -c 1000000 /dev/zero | {}
      echo '2.1.130'; head -c 1000000 /dev/zero | {"alwaysLoad":true}
      head -c 1000000 /dev/zero; echo '2.1.99' | {}
      echo '2.1.99' >&2 | {"alwaysLoad":true}
      echo '2.1.99'; exit 3 | {"alwaysLoad":true}
      echo nonsense | {"alwaysLoad":true}
      echo '2.1' | {"alwaysLoad":true}
      echo '99999999999999999999.1.1' | {"alwaysLoad":true}
      echo '1.1.99999999999999999999' | {"alwaysLoad":true}
      printf '\\377\\000.1.2' | {"alwaysLoad":true}
      exit 0 | {"alwaysLoad":true}
      kill -9 $$ | {"alwaysLoad":true}
      cat; echo '2.1.99' | {}
      """)
  void isAddedUnlessTheProgramSaysThatItIsOlder(String script, String expected) throws IOException {
    assertThat(added(CLAUDE, script)).hasToString(expected);
  }

  @Table(
      """
      echo 'GitHub Copilot CLI 1.0.63.' | {"deferTools":"never"}
      echo '1.0.63-0' | {"deferTools":"never"}
      printf '1.0.81-8\\nCommit: baffc7e\\n' | {"deferTools":"never"}
      echo '1.0.62' | {}
      echo '0.0.368 Commit: baffc7e' | {}
      echo nonsense | {"deferTools":"never"}
      """)
  void isTheOneOfTheClient(String script, String expected) throws IOException {
    assertThat(added(COPILOT, script)).hasToString(expected);
  }

  @Test
  void isAddedWhereThereIsNoProgram() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Path text = Files.writeString(directory.resolve("text"), "echo 2.1.99");

    for (Path program : List.of(directory.resolve("none"), folder, text)) {
      assertThat(added(CLAUDE, program)).hasToString("{\"alwaysLoad\":true}");
    }
  }

  @Table(
      """
      echo '2.1.99'; sleep 301
      sh -c 'sleep 301'
      sleep 301 & echo $! > CHILD; wait
      echo '2.1.99'; exec >&-; sleep 301
      yes
      trap '' TERM; sleep 301
      """)
  void waitsSecondsForAProgramThatHangsAndEndsWhatItStarted(String script) throws Exception {
    Path child = directory.resolve("child");
    long start = System.nanoTime();

    ObjectNode entry = added(CLAUDE, script.replace("CHILD", child.toString()));

    assertThat(entry).hasToString("{\"alwaysLoad\":true}");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(12));
    for (long pid : pids(child)) {
      assertThat(ProcessHandle.of(pid).filter(ProcessTree::isAlive)).isEmpty();
    }
  }

  @Table(
      """
      {"gatemini":{"command":"old"}} | true
      {"gatemini":{"command":"old","alwaysLoad":true}} | true
      {"gatemini":{"command":"old","alwaysLoad":false}} | false
      {"gatemini":{"command":"old","alwaysLoad":"${LOAD:-false}"}} | "${LOAD:-false}"
      {"gatemini":{"command":"old","alwaysLoad":null}} | null
      {"gatemini":"old"} | true
      {"other":{"alwaysLoad":false}} | true
      """)
  void leavesTheUsersOwnValue(String servers, String expected) throws IOException {
    Path file =
        Files.writeString(directory.resolve("c.json"), "{\"mcpServers\":" + servers + ",\"a\":1}");

    install(file, true);
    String written = Files.readString(file);

    assertThat(Json.mapper().readTree(written).at("/mcpServers/gatemini/alwaysLoad"))
        .hasToString(expected);
    assertThat(install(file, true)).endsWith("has this entry already; nothing was written");
    assertThat(file).hasContent(written);
  }

  @Table(
      """
      {"gatemini":{"command":"old","alwaysLoad":true}} | false
      {"gatemini":{"command":"old","alwaysLoad":false}} | true
      {} | false
      """)
  void isTakenOutAgainWhereItIsSwitchedOff(String servers, boolean there) throws IOException {
    Path file = Files.writeString(directory.resolve("c.json"), "{\"mcpServers\":" + servers + "}");

    install(file, false);

    assertThat(Json.mapper().readTree(file.toFile()).at("/mcpServers/gatemini").has("alwaysLoad"))
        .isEqualTo(there);
  }

  private static String install(Path file, boolean hints) throws IOException {
    ObjectNode entry =
        McpClient.CLAUDE_CODE.entry(new InstalledServer(Path.of("/opt/gatemini.jar")), null);
    if (hints) {
      ((ObjectNode) entry.at("/mcpServers/gatemini")).set(CLAUDE.name(), CLAUDE.value());
    }
    return ClientFile.of(file).add(McpClient.CLAUDE_CODE, entry);
  }

  private ObjectNode added(LoadingKey key, String script) throws IOException {
    Path program = directory.resolve("program");
    Files.writeString(
        program,
        "#!/bin/sh\n[ \"$*\" = --version ] || exit 9\necho $$ >> "
            + directory.resolve("child")
            + "\n"
            + script
            + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return added(key, program);
  }

  private static ObjectNode added(LoadingKey key, Path program) {
    ObjectNode top = JsonNodeFactory.instance.objectNode();
    ObjectNode entry = top.putObject("mcpServers").putObject("gatemini");
    new LoadingKey(key.name(), key.value(), program.toString(), key.since())
        .addTo(McpClient.CLAUDE_CODE, top);
    return entry;
  }

  private static List<Long> pids(Path file) throws IOException {
    List<Long> pids = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      pids.add(Long.valueOf(line));
    }
    return pids;
  }
}
