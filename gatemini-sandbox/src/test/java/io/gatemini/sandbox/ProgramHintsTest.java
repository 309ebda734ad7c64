package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendUnavailableException;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hints to an agent that made one of the common mistakes in programs. */
class ProgramHintsTest {
  private static final JsonNode ROWS = RawJson.parse("[{\"id\":1,\"name\":\"a\"}]").tree();
  @AutoClose private static Gateway gateway;

  @BeforeAll
  static void build() {
    BackendTool list =
        BackendTool.of("list", "Lists.", RawJson.emptyObject().tree())
            .withOutputSchema(
                RawJson.parse("{\"type\":\"object\",\"properties\":{\"content\":{},\"next\":{}}}")
                    .tree());
    gateway =
        Gateway.builder()
            .backend(
                "files",
                BackendConfig.inProcess()
                    .tool(list, arguments -> RawJson.parse("{\"content\":\"a\"}").tree())
                    .tool("rows", "Rows.", "{}", arguments -> ROWS)
                    .tool("read_file", "Reads.", "{}", arguments -> "text"))
            .backend(
                "my-backend",
                BackendConfig.inProcess().tool("web-search", "Searches.", "{}", arguments -> "x"))
            .plugin(new Broken())
            .backend("file2", BackendConfig.of("broken"))
            .build();
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '§',
      value = {
        "const l = await files.list({}); return l.split('x') → files.list answers with an object"
            + " {content}",
        "for (const l of await files.list({})) console.log(l) → files.list answers with an object"
            + " {content}",
        "const t = 1; return (await files.read_fil({})) + t → did you mean files.read_file?",
        "const t = 1; return (await file.read_file({})) + t → did you mean the backend files?",
        "const t = 1; return (await read_file({})) + t → a program calls this tool"
            + " as await files.read_file({...})",
        "const t = 1; return (await mcp__files__read_file({})) + t → a program calls this tool as"
            + " await files.read_file({...})",
        "const t = 1; return (await tools.files.read_file({})) + t → a program calls this tool as"
            + " await files.read_file({...})",
        "const t = 1; return (await callTool('files.read_file', {})) + t → a program calls this"
            + " tool as await files.read_file({...})",
        "const t = 1; return (await my-backend.web_search({})) + t → a program calls this tool"
            + " as await my_backend.web_search({...})",
        "const t = 1; return (await file2.read({})) + t → backend \"file2\" is not available: it is"
            + " Stopped (it has no licence)",
        "const files = await files.list({}); return files.content + 1 → a variable of the program"
            + " hides the backend files",
        "const r = await tool_info({tool_name: 'files.list'}); return r.name + 1 → await"
            + " tools.info(",
        "const l = await files.list({}); return JSON.parse(l).content + 1 → files.list answers with"
            + " an object {content}",
        "const l = await files.list({}); return l.content.items.length + 1 → files.list answers"
            + " with an object {content}",
        "const l = await files.rows({}); return l.rows.length + 1 → files.rows answers with a list"
            + " of objects {id, name}",
        "const l = files.rows({}); return l.map(row => row.id) → files.rows(...) is a promise;"
            + " write await files.rows(...)",
        "const t = 1; return results.get('x').split(t) → results.get(...) is a promise; write"
            + " await results.get(...)",
        "const t = 1; return (await tools.read_file({})) + t → a program calls this tool as"
            + " await files.read_file({...})",
        "const t = 1; return (await files['read-fil']({})) + t → did you mean files.read_file?",
        "const t = 1; return (await my_backend['nope']({})) + t → the backend my_backend has no such"
            + " tool",
        "local r = files.rows({}):await() result(r) → for a program in Lua give the call"
            + " \"language\": \"lua\"",
        "§def main():\n  return 1§ → programs are TypeScript, not Python",
        "§for l in rows:\n  print(l)§ → programs are TypeScript, not Python",
        "const fs = await import('fs'); return fs.x + 1 → a program has no modules to import",
      })
  void helpsOver(String code, String hint) {
    ChainResult result = gateway.run(code);

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).contains("\nhint: ").contains(hint);
  }

  /** Its backend does not start, and has listed nothing that a program could see. */
  private static final class Broken implements BackendProvider {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public Backend create(BackendContext context) {
      throw new BackendUnavailableException("it has no licence");
    }
  }

  @Test
  void saysNothingThatIsBesideThePoint() {
    ChainResult result = gateway.run("const t = {}.nothing; return t.split('')");

    assertThat(result.isError()).isTrue();
    assertThat(result.text()).doesNotContain("hint:");
  }
}
