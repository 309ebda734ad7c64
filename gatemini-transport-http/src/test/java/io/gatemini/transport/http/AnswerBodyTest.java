package io.gatemini.transport.http;

import static io.gatemini.transport.http.ChannelFixture.ANSWER;
import static io.gatemini.transport.http.ChannelFixture.CALL;
import static io.gatemini.transport.http.ChannelFixture.CHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.BackendCallException;
import io.gatemini.testing.TestHttpServer;
import io.gatemini.transport.http.internal.client.AddressCheck;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Content that comes under another name than it was promised. */
class AnswerBodyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json  | 'data: ANSWER\n\n'",
        "application/json  | ': hi\r\n\r\nevent: message\r\ndata: ANSWER\r\n\r\n'",
        "''                | 'id: 1\rdata: ANSWER\r\r'",
        "text/plain        | '\n\n\uFEFFretry: 10\n\ndata:ANSWER\n\n'",
        "text/event-stream | 'ANSWER'",
        "text/event-stream | '\uFEFF \r\nANSWER\n'",
        "text/event-stream | 'nonsense\n\ndata\n\nevent: x\n\ndata: ANSWER trailing\n\n'",
        "application/json  | '\uFEFFANSWER'",
        "application/json  | 'ANSWER\n\u0000 trailing garbage }'",
        "text/html         | 'ANSWER'",
        "no/such; x; =     | 'ANSWERANSWER'"
      })
  void readsTheAnswerWhateverTheContentTypeSays(String type, String body) throws Exception {
    byte[] bytes = body.replace("ANSWER", ANSWER).getBytes(StandardCharsets.UTF_8);
    try (TestHttpServer server =
            new TestHttpServer((request, answer) -> answer.status("200 OK", type, bytes));
        ChannelFixture client = new ChannelFixture(server.url())) {

      client.sendAndWait(CALL);

      assertThat(client.messages).containsExactly(ANSWER);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void givesUpOnABodyOfNothingButBlanks(String type) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream blanks = new GZIPOutputStream(packed)) {
      blanks.write(" \n".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
    }
    byte[] body = packed.toByteArray();
    try (TestHttpServer server =
            new TestHttpServer(
                (request, answer) ->
                    answer.status("200 OK", type, body, "Content-Encoding: gzip"));
        ChannelFixture client =
            new ChannelFixture(server.url(), Map.of(), AddressCheck.allowAll(), 100_000)) {

      assertThat(client.failure(CALL))
          .isInstanceOf(BackendCallException.class)
          .hasMessageContaining("answered with more than 100000 bytes");
    }
  }

  @Property
  void decidesTheSameHoweverItIsCut(@ForAll @IntRange(min = 1, max = 9) int size) {
    String stream = "\uFEFF\n: c\n\nevent: message\ndata: " + CHANGED + "\n\ndata: x\n\n";

    assertThat(events("application/json", stream, size)).containsExactly(CHANGED, "x");
    assertThat(events("", stream.substring(2), size)).containsExactly(CHANGED, "x");
    assertThat(body("text/event-stream", ANSWER, size).isEvents()).isFalse();
    assertThat(text(body("text/event-stream", " " + ANSWER, size))).isEqualTo(ANSWER);
    assertThat(text(body("text/plain", "dat", size))).isEqualTo("dat");
    assertThat(body("text/plain", "<p>", size).isPage()).isTrue();
  }

  @Property
  void survivesAnyBytes(@ForAll byte[] bytes, @ForAll boolean events) {
    AnswerBody body =
        new AnswerBody(
            ContentType.of(events ? "text/event-stream" : "x"), 100_000, (t, d, length) -> {});

    body.feed(ByteBuffer.wrap(bytes));

    assertThat(body.message().length()).isBetween(0, bytes.length);
  }

  private static List<String> events(String type, String text, int size) {
    List<String> events = new ArrayList<>();
    feed(
        new AnswerBody(
            ContentType.of(type),
            10_000,
            (name, data, length) ->
                events.add(new String(data, 0, length, StandardCharsets.UTF_8))),
        text,
        size);
    return events;
  }

  private static AnswerBody body(String type, String text, int size) {
    return feed(new AnswerBody(ContentType.of(type), 10_000, (t, d, length) -> {}), text, size);
  }

  private static AnswerBody feed(AnswerBody body, String text, int size) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i += size) {
      body.feed(ByteBuffer.wrap(bytes, i, Math.min(size, bytes.length - i)));
    }
    return body;
  }

  private static String text(AnswerBody body) {
    BoundedBytes message = body.message();
    return new String(message.array(), 0, message.length(), StandardCharsets.UTF_8);
  }
}
