package io.gatemini.transport.http;

import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.ErrorText;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.oauth.Challenge;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Headers, errors and streams that a server writes. */
@Tag("long")
class HostileHeadersTest {
  @Test
  void readsHeadersInLinearTime() {
    LinearTime.of(
        text -> {
          Challenge.in(List.of(text, "Bearer a=" + text)).forEach(Challenge::describe);
          ContentType.of(text).describe();
          ContentType.of("text/html;" + text).isJson();
          OneLine.of(text, 200);
        });
  }

  @Test
  void readsErrorsInLinearTime() {
    ContentType html = ContentType.of("text/html");
    ContentType plain = ContentType.of("text/plain");
    LinearTime.of(
        text -> {
          byte[] body = text.getBytes(StandardCharsets.UTF_8);
          ErrorText.of(html, body, body.length);
          ErrorText.of(plain, body, body.length);
        });
  }

  @Test
  void readsStreamsInLinearTime() {
    LinearTime.of(
        text -> {
          stream("data: " + text + "\n\n");
          stream(text.replace("\n", "\n:"));
          stream(text.replace("a", "\ndata: a"));
        });
  }

  private static void stream(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ServerSentEvents events = new ServerSentEvents(8_000_000, (type, data, length) -> {});
    try {
      for (int i = 0; i < bytes.length; i += 1000) {
        events.feed(ByteBuffer.wrap(bytes, i, Math.min(1000, bytes.length - i)));
      }
    } catch (BoundedBytes.TooLargeException e) {
      // A line that is no data and longer than any that is worth having.
    }
  }
}
