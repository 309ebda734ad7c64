package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The guide for agents is right: every program in it runs and returns a value. */
class GuideExamplesTest {
  private static final Pattern PROGRAM = Pattern.compile("(?s)```(?:ts|js|json)\n(.*?)```");

  @AutoClose private static Gateway gateway;

  @BeforeAll
  static void build() {
    gateway =
        Gateway.builder()
            .backend(
                "files",
                tool(
                    "read",
                    arguments -> {
                      String path = arguments.path("path").asText();
                      if (path.startsWith("missing")) {
                        throw new IllegalStateException("no " + path);
                      }
                      return "text of " + path;
                    }))
            .backend(
                "tickets",
                tool(
                    "list",
                    arguments ->
                        RawJson.parse(
                                """
                                {"tickets":[{"id":"T-1","days":40},{"id":"T-2","days":3}]}\
                                """)
                            .tree()))
            .backend("my-server", tool("web-search", arguments -> "found " + arguments))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  private static BackendConfig tool(String name, ToolHandler handler) {
    return BackendConfig.inProcess().tool(name, "A tool.", "{\"type\":\"object\"}", handler);
  }

  @Test
  void run() {
    List<String> programs =
        PROGRAM
            .matcher(gateway.readResource("gatemini://guide/call_tool_chain").text())
            .results()
            .map(program -> program.group(1))
            .toList();

    assertThat(programs).hasSize(8);
    assertThat(programs.stream().map(GuideExamplesTest::answer))
        .containsExactly(
            "text of a.txt",
            "text of a.txt",
            "{\"open\":2,\"late\":[\"T-1\"]}",
            "[\"found {\\\"query\\\":\\\"x\\\"}\",\"found {\\\"query\\\":\\\"x\\\"}\"]",
            "26",
            "[13,13,13]",
            "[\"text of a.txt\",\"found {\\\"path\\\":\\\"a.txt\\\",\\\"query\\\":\\\"x\\\"}\"]",
            "{\"missing\":\"no missing.txt\"}");
  }

  @Test
  void knowWhatComesBack() {
    ChainResult silent = gateway.run("const text = await files.read({path: 'a'}); console.log(1);");

    assertThat(silent.result().content().get(0).path("text").asText()).isEqualTo("null");
    assertThat(silent.result().content().get(1).path("text").asText()).isEqualTo("console:\n1");
    assertThat(gateway.run("(await tools.search('read', 1)).length").value().asInt()).isEqualTo(1);
    assertThat(gateway.run("(await tools.info('files.read')).name").value().asText())
        .isEqualTo("files.read");
    assertThat(gateway.run("(await tools.server('files')).tools[0].name").value().asText())
        .startsWith("files.");
    assertThat(gateway.run("await tools.server('none').catch(e => e.message)").text())
        .contains("none")
        .contains("not known");
  }

  private static String answer(String program) {
    ChainResult result = gateway.run(program);
    assertThat(result.isError()).as(result.result().text()).isFalse();
    return result.value().isTextual() ? result.value().asText() : result.value().toString();
  }
}
