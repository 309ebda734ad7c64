package io.gatemini.search;

import static io.gatemini.testing.Thrown.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own pairs of request and tool, in the search of a gateway. */
class ToolExamplesTest {
  private static final String SCHEMA = "{\"type\":\"object\"}";
  private static final String REQUEST = "make the zeppelin fly to the moon";
  private static final String COUNTS = pair(REQUEST, "shop.count_stock");

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("pairs.jsonl");
  }

  private static String pair(String request, String tool) {
    return "{\"request\": \"" + request + "\", \"tool\": \"" + tool + "\"}\n";
  }

  private static GatewayBuilder shop(String description) {
    return Gateway.builder()
        .alias("stock", "shop.count_stock")
        .backend(
            "shop",
            BackendConfig.inProcess()
                .tool("refund_invoice", "Give money back.", SCHEMA, arguments -> "")
                .tool("ship_order", "Ship goods to a customer.", SCHEMA, arguments -> "")
                .tool("list_orders", "List the orders.", SCHEMA, arguments -> "")
                .tool("count_stock", description, SCHEMA, arguments -> ""));
  }

  private GatewayBuilder shop() {
    return shop("Count what is in store.").searchExamples(file);
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
  }

  private static String first(Gateway gateway, String request) {
    return gateway.search(request).get(0).key();
  }

  @Values("hybrid | lexical | semantic | rrf")
  void findsTheToolOfARequestThatAPersonMade(String retriever) throws Exception {
    write(COUNTS);

    try (Gateway plain = shop("Count what is in store.").retrieval(retriever).build();
        Gateway gateway = shop().retrieval(retriever).build()) {
      assertThat(plain.search(REQUEST))
          .noneMatch(hit -> hit.key().endsWith("count_stock") && hit.fits());
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");
      assertThat(gateway.search(REQUEST).get(0).fits()).isTrue();
      assertThat(first(gateway, "give money back")).isEqualTo("shop.refund_invoice");
    }
  }

  @Values("`bitte die kisten im regal zählen` | 请数一下仓库里的箱子 | 倉庫の箱を数えて | посчитай коробки | 4711")
  void findsItInAnyScript(String request) throws Exception {
    write(pair(request, "shop.count_stock"));

    try (Gateway gateway = shop().build()) {
      assertThat(gateway.search(request))
          .extracting(hit -> hit.key())
          .startsWith("shop.count_stock");
    }
  }

  @Values("shop.count_stock | count_stock | stock | mcp__shop__count_stock")
  void knowsAToolByEachOfItsNames(String name) throws Exception {
    write(pair(REQUEST, name));

    try (Gateway gateway = shop().build()) {
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");
    }
  }

  @Table(
      """
      {"request": "ship it"} | line 2: "tool" is missing or not a text; write {"request": "ship it", "tool": "server.tool"}
      {"request": 5, "tool": "shop.ship_order"} | line 2: "request" is missing
      {"request": "  ", "tool": "shop.ship_order"} | line 2: "request" is missing
      {"request": "ship it", "tool": "shop.ship_order", "digest": 7} | line 2: "digest" is missing
      {"request": "ship it", "tool": "shop.ship_order" | line 2: this is not JSON
      {"request": "a", "tool": "a.b"} {"request": "a", "tool": "a.b"} | line 2: this is not JSON
      ship it => shop.ship_order | line 2: this is not JSON
      ["ship it", "shop.ship_order"] | line 2: "request" is missing
      null | line 2: "request" is missing
      """)
  void refusesAMalformedLine(String line, String message) throws Exception {
    write(COUNTS + line + "\n");

    assertThrown(ConfigException.class, shop()::build)
        .hasMessageContaining("search.examples: pairs.jsonl, " + message);
  }

  @Test
  void refusesAMegabyte() throws Exception {
    write(COUNTS + pair("ship ".repeat(1 << 18), "shop.ship_order"));

    assertThrown(ConfigException.class, shop()::build)
        .hasMessageContaining(
            "pairs.jsonl, line 2: \"request\" has 1,310,719 characters, 1,000 at");

    write(COUNTS.repeat(300_000));
    assertThrown(ConfigException.class, shop()::build).hasMessageContaining("bytes, 16,777,216 at");

    Files.write(file, new byte[] {'{', (byte) 0xff});
    assertThrown(ConfigException.class, shop()::build).hasMessageContaining("UTF-8");

    Files.delete(file);
    Files.createDirectory(file);
    assertThrown(ConfigException.class, shop()::build).hasMessageContaining("name a file of pairs");
  }

  @Test
  void searchesWithAMegabyteOfPairs() throws Exception {
    StringBuilder pairs = new StringBuilder(COUNTS);
    for (int i = 1; i < 10_000; i++) {
      pairs.append(
          pair("task " + i + " of many others in a very long file of pairs", "no.tool" + i));
    }
    write(pairs.toString());

    try (Gateway gateway = shop().build()) {
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");
    }

    write(pairs + pair("one too many", "no.tool"));
    assertThrown(ConfigException.class, shop()::build)
        .hasMessageContaining("the file has 10,001 pairs, 10,000 at most");
  }

  @Test
  void takesAFileWithoutPairs() throws Exception {
    for (String text : List.of("", "\uFEFF", "\n\r\n \n")) {
      write(text);

      assertThat(ToolExamples.of(file).read()).isEmpty();
      try (Gateway gateway = shop().build()) {
        assertThat(first(gateway, "give money back")).isEqualTo("shop.refund_invoice");
      }
    }
  }

  @Test
  void takesUnknownToolsDoublesAndOtherKeys() throws Exception {
    write(
        "\uFEFF"
            + pair(REQUEST, "nosuch.tool")
            + COUNTS.replace("\n", "\r\n\r\n")
            + COUNTS.replace("}", ", \"hand\": [1]}")
            + COUNTS.strip());

    assertThat(ToolExamples.of(file).read()).extracting(ToolExample::line).containsExactly(1, 5);
    try (Gateway gateway = shop().build()) {
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");
    }
  }

  @Values("hybrid | lexical")
  void followsTheFile(String retriever) throws Exception {
    try (Gateway gateway = shop().retrieval(retriever).build()) {
      assertThat(gateway.search(REQUEST)).noneMatch(hit -> hit.fits());

      write(COUNTS);
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");

      write(COUNTS + "{");
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");

      write(pair(REQUEST, "shop.list_orders"));
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.list_orders");

      Files.delete(file);
      assertThat(gateway.search(REQUEST)).noneMatch(hit -> hit.fits());
    }
  }

  @Test
  void keepsPairsWhereBackendsComeAndGo() throws Exception {
    write(COUNTS + pair("all hands on deck", "crew.call"));
    try (Gateway gateway = shop().build()) {
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");

      gateway.register(
          "crew", BackendConfig.inProcess().tool("call", "Ring a bell.", SCHEMA, it -> ""));
      assertThat(first(gateway, "all hands on deck")).isEqualTo("crew.call");
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");

      gateway.deregister("crew");
      assertThat(gateway.search("all hands on deck")).noneMatch(hit -> hit.fits());
    }
  }

  @Test
  void countsForTheDefinitionThatItWasAddedFor() throws Exception {
    ToolExamples examples = ToolExamples.of(file);
    try (Gateway gateway = shop().build()) {
      assertThat(examples.add(" " + REQUEST + "\n", gateway.tool("stock").definition())).isTrue();
      assertThat(examples.add(REQUEST, gateway.tool("stock").definition())).isFalse();
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");
    }
    try (Gateway gateway = shop("Burn the store down.").searchExamples(file).build()) {
      assertThat(gateway.search(REQUEST)).noneMatch(hit -> hit.fits());

      assertThat(examples.add(REQUEST, gateway.tool("stock").definition())).isTrue();
      assertThat(first(gateway, REQUEST)).isEqualTo("shop.count_stock");
    }
    assertThat(examples.read()).hasSize(1);
  }

  @Test
  void addsToAFileOfItsOwnersAlone() throws Exception {
    write(COUNTS.strip());
    ToolExamples examples = ToolExamples.of(file);
    try (Gateway gateway = shop().build()) {
      assertThat(examples.add("a \"quoted\"\nline", gateway.tool("stock").definition())).isTrue();
      assertThrown(
              ConfigException.class,
              () -> examples.add("x".repeat(1 << 20), gateway.tool("stock").definition()))
          .hasMessageContaining("characters");
      assertThrown(
              ConfigException.class, () -> examples.add(" ", gateway.tool("stock").definition()))
          .hasMessageContaining("request");
    }
    assertThat(examples.read()).hasSize(2);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** Adds pairs in a process of its own. */
  static final class Adder {
    public static void main(String[] arguments) {
      try (Gateway gateway = shop("Count what is in store.").build()) {
        for (int i = 0; i < 200; i++) {
          ToolExamples.of(Path.of(arguments[0]))
              .add(arguments[1] + i, gateway.tool("stock").definition());
        }
      }
    }
  }

  @Test
  void losesNoPairOfTwoProcesses() throws Exception {
    List<Process> adders = new ArrayList<>();
    for (String name : List.of("one", "two")) {
      adders.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Adder.class.getName(),
                  file.toString(),
                  name)
              .inheritIO()
              .start());
    }
    for (Process adder : adders) {
      assertThat(adder.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(adder.exitValue()).isZero();
    }

    assertThat(ToolExamples.of(file).read()).hasSize(400);
    assertThat(Files.readAllLines(file, UTF_8)).noneMatch(String::isBlank);
  }
}
