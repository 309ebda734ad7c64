package io.gatemini.internal.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeFenceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "```\n{\"a\":1}\n```",
        "```json\n{\"a\":1}\n```",
        "```json{\"a\":1}```",
        "  ```typescript \r\n{\"a\":1}```  \n",
      })
  void takesCodeOutOfItsFence(String code) {
    assertThat(CodeFence.without(code).strip()).contains("{\"a\":1}").doesNotContain("`");
  }

  @Test
  void keepsTheLinesOfFencedCodeAndWhatIsNoFence() {
    assertThat(CodeFence.without("```ts\nreturn 1\n```")).isEqualTo("\nreturn 1\n");
    for (String code : List.of("", "```", "return 1", "```js\na\n```\nb\n```js\nc\n```")) {
      assertThat(CodeFence.without(code)).isSameAs(code);
    }
  }
}
