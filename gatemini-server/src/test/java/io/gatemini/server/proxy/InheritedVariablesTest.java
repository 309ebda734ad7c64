package io.gatemini.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backends of a daemon inherit the variables of their own client, not those of the client that has
 * started it: proxies, daemon and backends are processes.
 */
@Timeout(180)
class InheritedVariablesTest extends ProxyProcesses {

  InheritedVariablesTest(@TempDir Path directory) throws Exception {
    super(directory);
  }

  /** Adds what a text of JSON says. */
  private void configure(String more) throws Exception {
    ObjectNode root = (ObjectNode) Json.mapper().readTree(Files.readString(config));
    Files.writeString(config, Json.mapper().readerForUpdating(root).readTree(more).toString());
  }

  private ProxyProcess connect(Map<String, String> variables) throws Exception {
    return start(Proxy.Patience.USUAL, variables).read().shakeHands();
  }

  private static String variable(ProxyProcess client, String name) throws Exception {
    return client.call("one.variable", "name", name);
  }

  private static String pid(ProxyProcess client) throws Exception {
    return client.call("one.pid", "why", "");
  }

  @Test
  void areThoseOfEachClient() throws Exception {
    configure("{\"inherit_env\": [\"DEMO_SECRET_KEY\"]}");
    ProxyProcess a = connect(Map.of("DEMO_SECRET_KEY", "of a"));
    ProxyProcess b = connect(Map.of("DEMO_SECRET_KEY", "of b"));
    ProxyProcess alike = connect(Map.of("DEMO_SECRET_KEY", "of a", "OTHER", "1"));
    ProxyProcess without = connect(Map.of());

    assertThat(variable(a, "DEMO_SECRET_KEY")).isEqualTo("of a");
    assertThat(variable(b, "DEMO_SECRET_KEY")).isEqualTo("of b");
    assertThat(variable(without, "DEMO_SECRET_KEY")).isEqualTo("absent");
    assertThat(pid(alike)).isEqualTo(pid(a)).isNotEqualTo(pid(b));
  }

  @Test
  void canBeNamedByAPattern() throws Exception {
    configure("{\"backends\": {\"one\": {\"inherit_env\": [\"none\", \"DEMO_*\"]}}}");
    ProxyProcess a = connect(Map.of("DEMO_A", "of a", "DEMO_TOKEN", "secret", "OTHER", "1"));
    ProxyProcess b = connect(Map.of("DEMO_A", "of b", "DEMO_B", "of b"));

    assertThat(variable(a, "DEMO_A")).isEqualTo("of a");
    assertThat(variable(a, "DEMO_TOKEN")).isEqualTo("absent");
    assertThat(variable(a, "OTHER")).isEqualTo("absent");
    assertThat(variable(a, "PATH")).isEqualTo("absent");
    assertThat(variable(b, "DEMO_A")).isEqualTo("of b");
    assertThat(variable(b, "DEMO_B")).isEqualTo("of b");
  }

  @Test
  void doNotReplaceWhatEnvSays() throws Exception {
    configure(
        "{\"backends\": {\"one\": {\"inherit_env\": [\"DEMO\"], \"env\": {\"DEMO\": \"file\"}}}}");

    assertThat(variable(connect(Map.of("DEMO", "client")), "DEMO")).isEqualTo("file");
  }

  @Test
  void reachPrerequisites() throws Exception {
    Path seen = directory.resolve("seen");
    configure(
        "{\"backends\": {\"one\": {\"prerequisite\": {\"command\": \"sh\", \"args\": [\"-c\","
            + "\"echo $DEMO >> seen\"], \"startup_delay\": \"1ms\", \"inherit_env\": [\"DEMO\"],"
            + "\"cwd\": \""
            + directory
            + "\"}}}}");
    variable(connect(Map.of("DEMO", "of a")), "DEMO");
    variable(connect(Map.of("DEMO", "of b")), "DEMO");

    await()
        .untilAsserted(
            () -> assertThat(seen).content().hasLineCount(2).contains("of a\n", "of b\n"));
  }

  @Test
  void reachClientsThatAreThereWhenTheFileNamesThem() throws Exception {
    configure("{\"daemon\": {\"reload\": \"all\"}}");
    ProxyProcess a = connect(Map.of("DEMO", "of a"));
    ProxyProcess b = connect(Map.of("DEMO", "of b"));
    assertThat(variable(a, "DEMO")).isEqualTo("absent");
    assertThat(variable(b, "DEMO")).isEqualTo("absent");

    configure("{\"inherit_env\": [\"DEMO\"]}");

    await().until(() -> variable(a, "DEMO").equals("of a"));
    await().until(() -> variable(b, "DEMO").equals("of b"));
  }

  @Test
  void standNowhereWithTheirValue() throws Exception {
    configure(
        "{\"backends\": {\"bad\": {\"command\": \"sh\", \"args\": [\"-c\","
            + "\"echo bad key $DEMO_KEY >&2; exit 1\"], \"inherit_env\": [\"DEMO_KEY\"]}}}");
    ProxyProcess client = connect(Map.of("DEMO_KEY", "Sk-7919-of-a", "GATEMINI_LOG", "debug"));
    List<String> read = new ArrayList<>();

    await()
        .until(
            () -> {
              for (String uri : List.of("gatemini://health", "gatemini://backend/bad")) {
                read.add(
                    client
                        .answer(client.begin("resources/read", "{\"uri\":\"" + uri + "\"}"))
                        .toString());
              }
              return String.join("", read).contains("bad key ${DEMO_KEY}");
            });

    assertThat(String.join("", read) + Files.readString(places.log()))
        .contains("bad key ***")
        .doesNotContain("Sk-7919-of-a");
  }
}
