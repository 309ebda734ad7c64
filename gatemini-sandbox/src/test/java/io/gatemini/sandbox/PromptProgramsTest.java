package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The programs that prompts show run as they are shown. */
class PromptProgramsTest {
  private static final Pattern PROGRAM = Pattern.compile("(?ms)^```ts\n(const .*?)\n```$");

  @Test
  void theProgramsOfDiscoverAndFindTool() {
    String schema =
        "{\"type\":\"object\",\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"string\"}}}";
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .backend(
                    "my-shop",
                    BackendConfig.inProcess()
                        .tool("get order|\ud83d\ude00", "Gets an order.", schema, it -> "an order"))
                .backend(
                    "class", // a word of the language
                    BackendConfig.inProcess()
                        .tool("list-pupils", "Lists pupils.", schema, it -> List.of("Ada"))))) {

      ChainResult both = gateway.run(program(gateway, "discover", Map.of()));
      ChainResult one = gateway.run(program(gateway, "find_tool", Map.of("task", "list pupils")));

      assertThat(both.isError()).as(both.text()).isFalse();
      assertThat(both.value().toString()).contains("an order", "Ada", "first", "second");
      assertThat(one.isError()).as(one.text()).isFalse();
      assertThat(one.value().toString()).contains("Ada");
    }
  }

  private static String program(Gateway gateway, String prompt, Map<String, String> arguments) {
    String text = gateway.prompt(prompt, arguments).messages().get(0).text();
    return PROGRAM.matcher(text).results().findFirst().orElseThrow().group(1);
  }
}
