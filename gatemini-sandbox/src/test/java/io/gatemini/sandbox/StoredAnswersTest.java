package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.ChainRequest;
import io.gatemini.ChainResult;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers that were cut are fetched by a program of the same session, and of no other. */
class StoredAnswersTest {
  private static final Pattern POINTER = Pattern.compile("results\\.get\\(\"(\\w+)\"\\)");

  @Values(
      """
      {"tool": "logs.read", "arguments": {}} | await logs.read({})
      const text: string = await logs.read({}); return text + ''
      """)
  void areThoseOfTheirSession(String code) {
    try (Gateway gateway =
        TestGateway.ready(
            Gateway.builder()
                .backend(
                    "logs",
                    BackendConfig.inProcess()
                        .tool("read", "Reads.", "{}", arguments -> "a line\n".repeat(10_000))))) {

      Session mine = Session.random();
      ChainResult cut =
          gateway.run(ChainRequest.of(code).withSession(mine).withMaxOutputBytes(5_000));
      Matcher pointer = POINTER.matcher(cut.text());
      assertThat(pointer.find()).as(cut.text()).isTrue();
      ChainRequest fetch =
          ChainRequest.of("const all = await " + pointer.group() + ";\nreturn all.length");
      String unknown = "const all = await results.get(\"zzzzzzzzzz\");\nreturn all.length";

      ChainResult whole = gateway.run(fetch.withSession(mine));
      ChainResult strange = gateway.run(fetch.withSession(Session.random()));

      assertThat(cut.text().length()).isLessThanOrEqualTo(5_000);
      assertThat(whole.text()).isEqualTo("70000");
      assertThat(strange.isError()).isTrue();
      assertThat(strange.text().replace(pointer.group(1), "zzzzzzzzzz"))
          .isEqualTo(gateway.run(ChainRequest.of(unknown).withSession(mine)).text());
    }
  }
}
