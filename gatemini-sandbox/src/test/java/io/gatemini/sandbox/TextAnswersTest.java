package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.ToolResult;
import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.testing.Values;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The values that programs in each language get from a tool's text, and from a search. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TextAnswersTest {
  private static final SandboxConfig HERE =
      SandboxConfig.defaults().isolation(Isolation.IN_PROCESS);

  private final EngineFixture javaScript = new EngineFixture(HERE);
  private final EngineFixture lua = new EngineFixture(HERE, new LuaProvider());

  @AfterAll
  void close() {
    javaScript.close();
    lua.close();
  }

  @Values(
      """
      2026-11-22T08:00:00 INFO started | [FILE] a.txt | 3 files found | 1 2 | {} x | nul
      true story | - | "quoted" text | {"a": 1 | [1, 2
      """)
  void aTextThatOnlyBeginsLikeJsonIsThatText(String text) {
    TestHost host =
        new TestHost((tool, arguments) -> CompletableFuture.completedFuture(ToolResult.text(text)));

    Outcome inLua = lua("return demo.echo():await()", host);
    Outcome inJavaScript = javaScript.run("return await demo.echo()", host);

    assertThat(inLua.value().tree()).as(inLua.message()).isEqualTo(TextNode.valueOf(text));
    assertThat(inJavaScript.value().tree())
        .as(inJavaScript.message())
        .isEqualTo(TextNode.valueOf(text));
  }

  @Test
  void aLimitBeyondTheLargestIsTheLargest() {
    TestHost host =
        new TestHost((tool, arguments) -> new CompletableFuture<>()) {
          @Override
          public RawJson search(String query, int limit) {
            return RawJson.parse("[" + SearchRequest.of(query).withLimit(limit).limit() + "]");
          }
        };

    Outcome inLua = lua("return _gateway.search({query = 'x', limit = 1000000}):await()", host);
    Outcome inJavaScript = javaScript.run("return await tools.search('x', 1000000)", host);

    assertThat(inLua.value()).as(inLua.message()).hasToString("[100]");
    assertThat(inJavaScript.value()).as(inJavaScript.message()).hasToString("[100]");
  }

  private Outcome lua(String code, TestHost host) {
    return lua.engine
        .run(Program.of(code, "lua"), EngineFixture.LIMITS, host)
        .toCompletableFuture()
        .join();
  }
}
