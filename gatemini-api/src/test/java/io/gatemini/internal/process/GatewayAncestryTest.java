package io.gatemini.internal.process;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayAncestryTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void refusesAFileThatAnAncestorHas() throws IOException {
    Path file = Files.createFile(directory.resolve("gatemini.yaml"));
    GatewayAncestry outermost = new GatewayAncestry("");
    outermost.enter(file);
    GatewayAncestry between = new GatewayAncestry(outermost.forChildren());
    between.enter(Files.createFile(directory.resolve("other.yaml")));

    GatewayAncestry inner = new GatewayAncestry(between.forChildren());

    assertThrown(
            ConfigException.class,
            () ->
                inner.enter(directory.resolve("../" + directory.getFileName() + "/gatemini.yaml")))
        .hasMessageContaining("gatemini.yaml contains itself")
        .hasMessageNotContaining(directory.toString());
  }

  @Test
  void knowsAClientWithTheSameFileUnlessItIsTheSameProcessOrAnotherFile() throws IOException {
    Path file = Files.writeString(directory.resolve("gatemini.yaml"), "a: 1");
    GatewayAncestry client = new GatewayAncestry("");
    client.enter(file);
    GatewayAncestry server = new GatewayAncestry("");
    server.enter(Files.createFile(directory.resolve("other.yaml")));
    assertThat(server.problem(client.forPeer())).isEmpty();
    server.enter(file);

    assertThat(server.problem(client.forPeer()).orElseThrow())
        .startsWith("gatemini.yaml contains itself");
    assertThat(server.problem(server.forPeer())).isEmpty();
    assertThat(server.problem(RawJson.parse("{\"files\":[null,{},5]}").tree())).isEmpty();
    assertThat(server.problem(RawJson.parse("[7]").tree())).isEmpty();

    Files.writeString(file, "in a container: 1");
    GatewayAncestry elsewhere = new GatewayAncestry("");
    elsewhere.enter(file);
    assertThat(elsewhere.problem(client.forPeer())).isEmpty();
  }

  @Test
  void refusesAClientInsideOfAGatewayWithTheFile() throws IOException {
    Path file = Files.createFile(directory.resolve("gatemini.yaml"));
    Path other = Files.createFile(directory.resolve("other.yaml"));
    GatewayAncestry outermost = new GatewayAncestry("");
    outermost.enter(file);
    GatewayAncestry between = new GatewayAncestry(outermost.forChildren());
    between.enter(other);

    assertThrown(ConfigException.class, () -> GatewayAncestry.admit(between.forChildren(), file))
        .hasMessageContaining("gatemini.yaml contains itself");
    GatewayAncestry.admit(outermost.forChildren(), other);
    GatewayAncestry.admit("", file);
  }

  @Test
  void joinsNoGatewaysOfAProcessThatHasOneFile() throws IOException {
    GatewayAncestry daemon = new GatewayAncestry("");
    daemon.enter(Files.createFile(directory.resolve("gatemini.yaml")));
    assertThat(daemon.problem(daemon.forPeer())).isEmpty();

    daemon.haveOneFile();

    assertThat(daemon.problem(daemon.forPeer()).orElseThrow()).contains("contains itself");
  }

  @Test
  void letsAHostOpenFilesAgainAndAgain() {
    GatewayAncestry host = new GatewayAncestry("");
    for (int i = 0; i < 100; i++) {
      host.enter();
      host.enter(directory.resolve("gatemini.yaml"));
      host.enter(directory.resolve(i + ".yaml"));
    }

    assertThat(host.forChildren()).hasSizeLessThan(300).doesNotContain("/");
  }

  /** A host that embeds a gateway has no file by which it could be known again. */
  @Test
  void refusesTheFifthInsideAnother() {
    String value = "";
    for (int depth = 0; depth <= GatewayAncestry.MAX_DEPTH; depth++) {
      GatewayAncestry level = new GatewayAncestry(value);
      level.enter();
      value = level.forChildren();
    }
    GatewayAncestry deepest = new GatewayAncestry(value);

    assertThrown(ConfigException.class, deepest::enter).hasMessageContaining("inside 5 others");
  }
}
