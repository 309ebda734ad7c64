package io.gatemini.examples.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs over two real MCP servers, sent to the bundled server by an MCP client. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealProgramTest {
  /** Lists, reads in parallel, asks another server, filters, and returns one line. */
  private static final String PROGRAM =
      """
      interface Note { name: string; words: number }

      const root: string = "ROOT";
      const listing: {content: string} = await files.list_directory({path: root});
      const names: string[] = listing.content
        .split("\\n")
        .filter(line => line.startsWith("[FILE]") && line.endsWith(".txt"))
        .map(line => line.slice("[FILE] ".length));

      const notes = await parallel(names, async (name: string): Promise<Note> => {
        const {content} = await files.read_text_file({path: `${root}/${name}`});
        return {name, words: content.split(/\\s+/).filter(Boolean).length};
      });
      const [first, second] = notes.filter(note => note.words > 2);
      const sum = await everything.get_sum({a: first.words, b: second.words});
      return `${names.length} notes, long: ${first.name} and ${second.name}; ${sum}`;
      """;

  private static final String LINE = "4 notes, long: a.txt and c.txt; The sum of 3 and 40 is 43.";

  private static final Pattern RESULT_ID = Pattern.compile("results\\.get\\(\"(\\w+)\"\\)");

  private Path files = Path.of("");
  private RawMcpClient client;
  private RawMcpClient inWorkers;

  @BeforeAll
  void start(@TempDir Path temporary) throws IOException {
    Path directory = temporary.toRealPath();
    files = Files.createDirectories(directory.resolve("files"));
    Files.writeString(files.resolve("a.txt"), "one two three\n");
    Files.writeString(files.resolve("b.txt"), "one two\n");
    Files.writeString(files.resolve("c.txt"), "word ".repeat(40));
    Files.writeString(files.resolve("empty.txt"), "");
    Files.writeString(files.resolve("large.log"), "a line of the log\n".repeat(20_000));
    Files.createDirectories(files.resolve("folder.txt"));
    NodePackages npm = NodePackages.installed();
    client = server(npm, directory.resolve("one")).connect();
    inWorkers = server(npm, directory.resolve("workers")).sandbox("isolation", "process").connect();
    for (RawMcpClient each : List.of(client, inWorkers)) {
      each.awaitTool("everything.get-sum");
      each.awaitTool("files.read_text_file");
    }
  }

  private BundledServer server(NodePackages npm, Path directory) throws IOException {
    return new BundledServer(Files.createDirectories(directory))
        .backend("everything", npm.server("everything"))
        .backend("files", npm.server("filesystem", files.toString()));
  }

  @AfterAll
  void end() {
    for (RawMcpClient each : new RawMcpClient[] {client, inWorkers}) {
      if (each != null) {
        each.close();
      }
    }
  }

  private String program() {
    return PROGRAM.replace("ROOT", root());
  }

  private String root() {
    return files.toString().replace('\\', '/');
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void listsReadsInParallelFiltersAndReturnsOneLine(boolean workers) {
    JsonNode result = (workers ? inWorkers : client).program(program());

    assertThat(RawMcpClient.text(result)).isEqualTo(LINE);
    assertThat(result.path("content")).hasSize(1);
    assertThat(result.path("isError").asBoolean()).isFalse();
  }

  @Test
  void readsOnlyWhereTheServersSayThatTheirToolsDo() {
    String reading =
        "return (await files.list_directory({path: '%s'})).content.length > 0".formatted(root());
    String writing =
        """
        const {content} = await files.read_text_file({path: "ROOT/a.txt"});
        await files.write_file({path: "ROOT/copy.txt", content});"""
            .replace("ROOT", root());

    assertThat(RawMcpClient.text(client.program(reading, "read_only"))).isEqualTo("true");
    JsonNode refused = client.program(writing, "read_only");

    assertThat(refused.path("isError").asBoolean()).isTrue();
    assertThat(RawMcpClient.text(refused))
        .startsWith("files.write_file: ")
        .contains("was not called")
        .contains("(line 2)")
        .endsWith("tool calls that had completed: files.read_text_file");
    assertThat(files.resolve("copy.txt")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void plansWhatItWouldCallAndCallsNothing(boolean workers) {
    String writing =
        """
        const listing = await files.list_directory({path: "ROOT"});
        for (const line of listing.content.split("\\n")) {
          await files.write_file({path: "ROOT/planned.txt", content: line});
        }
        return await everything.get_sum({a: 1, b: "two"});"""
            .replace("ROOT", root());

    JsonNode result = (workers ? inWorkers : client).program(writing, "plan");

    JsonNode plan = RawJson.parse(RawMcpClient.text(result)).tree();
    assertThat(plan.path("plan"))
        .extracting(step -> step.path("tool").asText())
        .containsExactly("files.list_directory", "files.write_file", "everything.get-sum");
    assertThat(plan.at("/plan/0/arguments/path").asText()).isEqualTo(root());
    assertThat(plan.at("/plan/2/problem").asText()).contains("\"b\"");
    assertThat(plan.path("ended").asText()).isEqualTo("ok");
    assertThat(files.resolve("planned.txt")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saysWhatFailedWhereAndWhatHadBeenDone(boolean workers) {
    String wrong =
        """
        const one: string = (await files.read_text_file({path: "ROOT/a.txt"})).content;
        console.log("read", one.length);
        const two = await files.read_text_fil({path: "ROOT/b.txt"});
        return one + two;"""
            .replace("ROOT", root());

    JsonNode result = (workers ? inWorkers : client).program(wrong);

    assertThat(result.path("isError").asBoolean()).isTrue();
    assertThat(RawMcpClient.text(result).lines())
        .satisfiesExactly(
            message ->
                assertThat(message)
                    .contains("read_text_fil is not a function")
                    .endsWith("(line 3)"),
            hint -> assertThat(hint).startsWith("hint: ").contains("files.read_text_file"),
            done ->
                assertThat(done).isEqualTo("tool calls that had completed: files.read_text_file"),
            console -> assertThat(console).isEqualTo("console:"),
            line -> assertThat(line).isEqualTo("read 14"));
  }

  @Test
  void passesOnWhatAServerRefusesAsAnErrorThatCanBeCaught() {
    JsonNode result =
        client.program(
            """
            try {
              await files.read_text_file({path: "/etc/hostname"});
            } catch (e) {
              if (!(e instanceof ToolError)) throw e;
              return [e.backend, e.tool, e.arguments.path, /outside allowed/.test(e.message)];
            }""");

    assertThat(RawMcpClient.text(result))
        .isEqualTo("[\"files\",\"read_text_file\",\"/etc/hostname\",true]");
  }

  @Test
  void tellsTheFormOfAnswersToWhoHasTakenAnotherForGranted() {
    JsonNode result =
        client.program(
            "const listing = await files.list_directory({path: '%s'});\nreturn listing.split('\\n')"
                .formatted(root()));

    assertThat(RawMcpClient.text(result))
        .contains("listing.split is not a function (line 2)")
        .contains("hint: files.list_directory answers with an object {content}");
  }

  @Test
  void findsToolsInsideAProgram() {
    JsonNode result =
        client.program(
            """
            const [hit] = await tools.search("add two numbers", 3);
            const info = await tools.info(hit.name);
            const [backend, tool] = hit.name.split(".");
            return [hit.name, info.typescript.includes("a: number"),
              await __backends[backend][tool]({a: 20, b: 22})];""");

    assertThat(RawMcpClient.text(result))
        .isEqualTo("[\"everything.get-sum\",true,\"The sum of 20 and 22 is 42.\"]");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fetchesAWholeAnswerThatWasCutAsItsNoteSays(boolean workers) {
    RawMcpClient asked = workers ? inWorkers : client;
    JsonNode cut =
        asked.program(
            "return (await files.read_text_file({path: '%s/large.log'})).content"
                .formatted(root()));
    String text = RawMcpClient.text(cut);
    Matcher id = RESULT_ID.matcher(text);
    assertThat(id.find()).as(text.substring(Math.max(0, text.length() - 200))).isTrue();
    assertThat(text.length()).isLessThan(210_000);
    String fetch =
        "const all = await %s; return [all.length, all.split('\\n').length]".formatted(id.group());

    JsonNode whole = asked.program(fetch);
    JsonNode unknown = asked.program(fetch.replace(id.group(1), "zzzzzzzzzz"));

    assertThat(RawMcpClient.text(whole)).isEqualTo("[360000,20001]");
    assertThat(unknown.path("isError").asBoolean()).isTrue();
    assertThat(RawMcpClient.text(unknown)).contains("zzzzzzzzzz");
  }
}
