package io.gatemini.examples.acceptance;

import static io.gatemini.examples.acceptance.RawMcpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Large answers of real MCP servers, through the bundled server to an MCP client that follows the
 * header of an answer; the servers' own answers are fetched directly.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReducedAnswersTest {
  private static final int PEOPLE = 1_500;
  private static final int FILES = 3_000;
  private static final int LINES = 15_000;
  private static final String DECLINED = " ERROR payment.gateway refund of A-77 was declined";

  /** The line that a reduced answer begins with, as an agent would read it. */
  private static final Pattern HEADER =
      Pattern.compile(
          "^\\[\\S+B of \\S+B returned, \\S+x less(?:, about \\d+ tokens \\(estimated\\))?; .+;"
              + " whole result: (gatemini://result/\\w+) \\((?:\\?path= )?\\?lines=1-9 \\?page=1"
              + " \\?search=\\) or (?:await )?(results\\.get\\(\"\\w+\"\\)) in a program]\n");

  private Path directory = Path.of("");
  private RawMcpClient client;
  private RawMcpClient fileServer;
  private RawMcpClient memoryServer;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    directory = temporary.toRealPath();
    writeLog(directory.resolve("service.log"));
    writeGraph(directory.resolve("memory.jsonl"));
    Path flat = Files.createDirectories(directory.resolve("flat"));
    for (int i = 0; i < FILES; i++) {
      Files.createFile(flat.resolve("document-%05d-of-the-archive.txt".formatted(i)));
    }
    client = server("one").connect();
    client.awaitTool("files.read_text_file");
    client.awaitTool("memory.read_graph");
    NodePackages npm = NodePackages.installed();
    fileServer = RawMcpClient.connect(npm.server("filesystem", directory.toString()), Map.of());
    memoryServer = RawMcpClient.connect(npm.server("memory"), memoryFile());
  }

  private BundledServer server(String name) throws IOException {
    NodePackages npm = NodePackages.installed();
    return new BundledServer(Files.createDirectories(directory.resolve(name)))
        .backend("files", npm.server("filesystem", directory.toString()))
        .backend("memory", npm.server("memory"), memoryFile());
  }

  private Map<String, String> memoryFile() {
    return Map.of("MEMORY_FILE_PATH", directory.resolve("memory.jsonl").toString());
  }

  /** A megabyte of which three lines matter. */
  private static void writeLog(Path file) throws IOException {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      log.append("2026-11-22T%02d:%02d:%02dZ".formatted(i / 3600, i / 60 % 60, i % 60))
          .append(
              i % 5_000 == 4_711
                  ? DECLINED
                  : " INFO http.access GET /orders/%d 200 in %d ms"
                      .formatted(i * 7 % 9_973, i % 90))
          .append('\n');
    }
    Files.writeString(file, log.append("ü".repeat(1 << 17)).append('\n'));
  }

  private static void writeGraph(Path file) throws IOException {
    StringBuilder graph = new StringBuilder();
    for (int i = 0; i < PEOPLE; i++) {
      graph
          .append(
              "{\"type\":\"entity\",\"name\":\"person-%d\",\"entityType\":\"person\",".formatted(i))
          .append(
              "\"observations\":[\"lives in town %d\",\"likes ümläut %d\"]}%n"
                  .formatted(i % 50, i));
    }
    for (int i = 0; i < PEOPLE; i++) {
      graph.append(
          "{\"type\":\"relation\",\"from\":\"person-%d\",\"to\":\"person-%d\",\"relationType\":\"knows\"}%n"
              .formatted(i, i * 3 % PEOPLE));
    }
    Files.writeString(file, graph);
  }

  @AfterAll
  void end() {
    for (RawMcpClient each : new RawMcpClient[] {client, fileServer, memoryServer}) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  void leadsFromALargeFileToEveryPartOfIt() {
    String file = readFileDirectly();

    String answer = RawMcpClient.text(call(client, "files.read_text_file", logPath()));
    Matcher header = header(answer);
    String uri = header.group(1);

    assertThat(bytes(file)).isGreaterThan(1 << 20);
    assertThat(bytes(answer)).isLessThanOrEqualTo(200_000);
    assertThat(read(uri)).isEqualTo(file);
    assertThat(client.read(uri).path("mimeType").asText()).isEqualTo("text/plain");
    assertThat(read(uri + "?lines=4711-4712"))
        .isEqualTo(String.join("\n", file.lines().skip(4_710).limit(2).toList()));
    assertThat(read(uri + "?search=declined"))
        .startsWith("3 lines found:\n4712: ")
        .contains("\n9712: ")
        .endsWith(DECLINED);
    assertThat(allPages(uri)).isEqualTo(file);
    assertThat(RawMcpClient.text(client.program("return (await " + header.group(2) + ").length")))
        .isEqualTo(Integer.toString(file.length()));
  }

  @Test
  void leadsFromALongListingToAnyOfItsLines() {
    ObjectNode flat = object("path", directory.resolve("flat").toString());
    String listing = RawMcpClient.text(fileServer.call("list_directory", flat));

    String answer = RawMcpClient.text(call(client, "files.list_directory", flat));
    String uri = header(answer).group(1);

    assertThat(bytes(listing)).isGreaterThan(100_000);
    assertThat(bytes(answer)).isLessThan(bytes(listing) / 10);
    assertThat(read(uri)).isEqualTo(listing);
    assertThat(read(uri + "?search=02718"))
        .isEqualTo("1 line found:\n2719: [FILE] document-02718-of-the-archive.txt");
  }

  @Test
  void leadsFromAGraphToAnyOfItsNodes() {
    String graph = RawMcpClient.text(memoryServer.call("read_graph", object()));

    String answer = RawMcpClient.text(call(client, "memory.read_graph", object()));
    Matcher header = header(answer);
    String uri = header.group(1);
    JsonNode shown = json(answer.substring(header.end()));

    assertThat(bytes(answer)).isLessThan(bytes(graph) / 10);
    assertThat(shown.at("/entities/2/name").asText()).isEqualTo("person-2");
    assertThat(shown.at("/entities/3/omitted").asInt()).isEqualTo(PEOPLE - 3);
    assertThat(read(uri)).isEqualTo(graph);
    assertThat(client.read(uri).path("mimeType").asText()).isEqualTo("application/json");
    String found = read(uri + "?path=" + shown.at("/entities/3/path").asText() + "/777");
    assertThat(json(found)).isEqualTo(json(graph).at("/entities/777"));
    assertThat(json(read(uri + "?path=" + encoded("relations > [7-8]"))))
        .containsExactly(json(graph).at("/relations/7"), json(graph).at("/relations/8"));
    assertThat(json(read(uri + "?search=" + encoded("ümläut 777"))).at("/matches/0/path").asText())
        .isEqualTo("/entities/777/observations/1");
    assertThat(allPages(uri)).isEqualTo(graph);
    String code = "return (await " + header.group(2) + ").entities[777].name";
    assertThat(RawMcpClient.text(client.program(code))).isEqualTo("person-777");
  }

  @Test
  void leadsToTheChunksOfWhatAProgramReturnsBesideItsConsole() {
    ObjectNode code =
        object("max_output_size", 4_000)
            .put(
                "code",
                "console.log('done'); return Array.from({length: 3000}, (_, i) => 'row ' + i)");

    String answer = RawMcpClient.text(client.call("call_tool_chain", code));
    Matcher chunk =
        Pattern.compile("\n== (result > \\[\\d+-\\d+]) \\(.*\\)\n(.+)\n").matcher(answer);

    assertThat(chunk.find()).as(answer).isTrue();
    assertThat(read(header(answer).group(1) + "?path=" + encoded(chunk.group(1))))
        .isEqualTo(chunk.group(2));
  }

  @ParameterizedTest
  @CsvSource({"1000", "300", "60", "1"})
  void keepsToTheBytesOfACall(int bytes) {
    ObjectNode bounded = chain("memory.read_graph", object()).put("max_output_size", bytes);

    JsonNode result = client.call("call_tool_chain", bounded);

    assertThat(bytes(RawMcpClient.text(result))).isBetween(1L, (long) bytes);
    assertThat(result.path("content")).hasSize(1);
  }

  @Test
  void keepsToTheTokensOfACall() {
    ObjectNode bounded = chain("memory.read_graph", object()).put("max_output_tokens", 500);

    String answer = RawMcpClient.text(client.call("call_tool_chain", bounded));

    assertThat(header(answer).group()).containsPattern("about \\d{3} tokens \\(estimated\\)");
    assertThat(bytes(answer)).isBetween(500L, 2_500L);
  }

  @Test
  void showsWhatTheIntentIsAbout() {
    ObjectNode asked =
        chain("files.read_text_file", logPath()).put("intent", "which refunds were declined?");
    ObjectNode nothing = asked.deepCopy().put("intent", "unicorns");

    String answer = RawMcpClient.text(client.call("call_tool_chain", asked));
    String other = RawMcpClient.text(client.call("call_tool_chain", nothing));

    assertThat(header(answer).group()).contains("intent-filter: ").contains(" lines");
    assertThat(bytes(answer)).isLessThan(5_000);
    assertThat(answer.lines().filter(line -> line.endsWith(DECLINED))).hasSize(3);
    assertThat(header(other).group()).contains("intent-filter: nothing matches \"unicorns\"");
  }

  /** A client of its own has a server of its own here; an id of another is like none. */
  @Test
  void answersAnotherClientAsIfThereWereNoSuchResult() throws IOException {
    String uri = header(RawMcpClient.text(call(client, "memory.read_graph", object()))).group(1);

    try (RawMcpClient other = server("other").connect()) {
      JsonNode foreign = other.readAnswer(uri);
      JsonNode unknown = other.readAnswer("gatemini://result/aaaaaaaaaa");

      assertThat(foreign.at("/error/code").asInt()).isEqualTo(-32002);
      assertThat(foreign.at("/error/message").asText())
          .isEqualTo(
              unknown
                  .at("/error/message")
                  .asText()
                  .replace("aaaaaaaaaa", uri.substring(uri.lastIndexOf('/') + 1)));
    }
  }

  @Test
  void beginsAsTheDocumentShows() throws IOException {
    String document = Files.readString(Path.of("..", "gatemini-api", "docs", "answers.md"));
    String shown = document.substring(document.indexOf("\n```\n[") + 5);

    assertThat(header(shown).group()).contains("intent-filter: ");
  }

  @Test
  void listsWhatCanBeRead() {
    JsonNode resources = client.await(client.request("resources/list", object()));
    JsonNode templates = client.await(client.request("resources/templates/list", object()));

    assertThat(resources.at("/result/resources"))
        .extracting(resource -> resource.path("uri").asText())
        .contains("gatemini://stats");
    assertThat(templates.at("/result/resourceTemplates"))
        .extracting(template -> template.path("uriTemplate").asText())
        .contains("gatemini://result/{id}{?path,lines,page,search}");
  }

  private ObjectNode logPath() {
    return object("path", directory.resolve("service.log").toString());
  }

  private static ObjectNode chain(String tool, JsonNode arguments) {
    ObjectNode code = object("tool", tool);
    code.set("arguments", arguments);
    return object("code", code.toString());
  }

  private static JsonNode call(RawMcpClient client, String tool, JsonNode arguments) {
    return client.call("call_tool_chain", chain(tool, arguments));
  }

  private String readFileDirectly() {
    return RawMcpClient.text(fileServer.call("read_text_file", logPath()));
  }

  private static Matcher header(String answer) {
    Matcher header = HEADER.matcher(answer);
    assertThat(header.find()).as(answer.substring(0, Math.min(400, answer.length()))).isTrue();
    return header;
  }

  private String read(String uri) {
    return client.read(uri).path("text").asText();
  }

  /** Page after page, to the last one that the message for a page too many names. */
  private String allPages(String uri) {
    String tooMany = client.readAnswer(uri + "?page=999999").at("/error/message").asText();
    Matcher last = Pattern.compile("has pages 1 to (\\d+)").matcher(tooMany);
    assertThat(last.find()).as(tooMany).isTrue();
    StringBuilder whole = new StringBuilder();
    for (int page = 1; page <= Integer.parseInt(last.group(1)); page++) {
      whole.append(read(uri + "?page=" + page));
    }
    return whole.toString();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static JsonNode json(String text) {
    try {
      return RawMcpClient.JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
