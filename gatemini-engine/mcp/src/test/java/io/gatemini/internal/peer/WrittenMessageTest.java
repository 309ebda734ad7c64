package io.gatemini.internal.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.testing.Table;
import java.nio.charset.StandardCharsets;

class WrittenMessageTest {
  @Table(
      """
      cut \\ud83d end        | cut \\ufffd end
      cut \\udc00            | cut \\ufffd
      \\ud83d\\ude00       | \\ud83d\\ude00
      \\uD83D\\uDE00\\uDE00 | \\uD83D\\uDE00\\ufffd
      \\ud83d\\ud83d\\ude00 | \\ufffd\\ud83d\\ude00
      \\ud83d\\u0041       | \\ufffd\\u0041
      \\\\ud83d            | \\\\ud83d
      \\n\\"\\ud83d       | \\n\\"\\ufffd
      \\u00e9               | \\u00e9
      """)
  void writesNoHalfPairOfSurrogates(String text, String written) {
    byte[] message =
        JsonRpcMessages.result(utf8("1"), RawJson.wrap(utf8("{\"t\":\"" + text + "\"}")));

    assertThat(new String(message, StandardCharsets.UTF_8))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"t\":\"" + written + "\"}}");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
