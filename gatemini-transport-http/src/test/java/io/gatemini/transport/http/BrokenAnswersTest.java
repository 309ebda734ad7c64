package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestHttpServer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers that break the protocol, on a stream that stays open, beside a tool that is too deep. */
class BrokenAnswersTest {
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
  private static final String DEEP = "{\"items\":".repeat(10_000) + "{}" + "}".repeat(10_000);

  private volatile String members = "";
  @AutoClose private final TestHttpServer server = new TestHttpServer(this::serve);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'jsonrpc':'2.0','id':ID|needs a \"method\", a \"result\" or an \"error\"",
        "'jsonrpc':'2.0','id':ID,'result':{'content':[}|malformed JSON",
        "'result':{'content':[}],'jsonrpc':'2.0','id':ID|malformed JSON",
        "'jsonrpc':'2.0','id':ID.0,'result':{'content':[]}|\"id\" must be a string or an integer",
        "'jsonrpc':'2.0','id':ID,'result':{'content':'x'}|\"content\" must be an array"
      },
      quoteCharacter = '`')
  void failTheirCallAtOnce(String answer, String problem) {
    members = answer;
    try (Gateway gateway =
        Gateway.builder()
            .backend(
                "web", BackendConfig.streamableHttp(server.url()).timeout(Duration.ofMinutes(5)))
            .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      assertThat(gateway.backends()).extracting(BackendStatus::toolCount).containsExactly(1);

      assertThat(gateway.callAsync(ToolCall.of("web.fine", RawJson.parse("{}"))))
          .failsWithin(60, TimeUnit.SECONDS)
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining(problem);
    }
  }

  private void serve(TestHttpServer.Received request, TestHttpServer.Answer answer)
      throws Exception {
    Matcher id = ID.matcher(request.body());
    if (!id.find()) {
      answer.empty(request.method().equals("GET") ? "405 No" : "202 Accepted");
    } else if (request.body().contains("\"tools/call\"")) {
      String event = "{" + members.replace('\'', '"').replace("ID", id.group(1)) + "}";
      answer.stream();
      answer.event("data: " + event + "\n\n");
      answer.awaitClose();
    } else {
      String result =
          request.body().contains("\"initialize\"")
              ? "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                  + "\"serverInfo\":{\"name\":\"broken\",\"version\":\"1\"}}"
              : "{\"tools\":[{\"name\":\"deep\",\"inputSchema\":"
                  + DEEP
                  + "},{\"name\":\"fine\"}]}";
      answer.json("{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result + "}");
    }
  }
}
