package io.gatemini.transport.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.transport.http.internal.client.BoundedBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Golden values: the examples of WHATWG HTML, section 9.2.6. */
class ServerSentEventsTest {
  @Test
  void joinsDataLines() {
    assertThat(parse("data: YHOO\ndata: +2\ndata: 10\n\n").events)
        .containsExactly("message|YHOO\n+2\n10");
  }

  @Test
  void ignoresCommentsAndDropsTheUnfinishedLastEvent() {
    Parsed parsed =
        parse(
            """
            : test stream

            data: first event
            id: 1

            data:second event
            id

            data:  third event

            data: fourth
            id: 9
            """);

    assertThat(parsed.events)
        .containsExactly("message|first event", "message|second event", "message| third event");
    assertThat(parsed.parser.lastEventId()).isEmpty();
  }

  @Test
  void dispatchesEmptyData() {
    assertThat(parse("data\n\ndata\ndata\n\ndata:").events)
        .containsExactly("message|", "message|\n");
  }

  @Test
  void dropsOneSpaceOnly() {
    assertThat(parse("data:test\n\ndata: test\n\ndata:  test\n\n").events)
        .containsExactly("message|test", "message|test", "message| test");
  }

  @Test
  void readsTypeIdAndRetry() {
    Parsed parsed =
        parse(
            """
            \uFEFFevent: add
            id: 7
            retry: 250
            data: x

            id: a\0b
            retry: 1s
            retry: -4
            datax: y
            event: gone

            data: z

            """);

    assertThat(parsed.events).containsExactly("add|x", "message|z");
    assertThat(parsed.parser.lastEventId()).isEqualTo("7");
    assertThat(parsed.parser.retryMillis()).hasValue(250);
  }

  @Test
  void boundsDataAndOtherLines() {
    assertThatThrownBy(
            () -> parse("data: " + "x".repeat(600_000) + "\ndata:" + "y".repeat(600_000)))
        .isInstanceOf(BoundedBytes.TooLargeException.class);
    assertThatThrownBy(() -> parse("event: " + "x".repeat(100_000)))
        .isInstanceOf(BoundedBytes.TooLargeException.class);
  }

  @Property
  void readsEveryEventHoweverTheStreamIsCut(
      @ForAll("events") List<Event> events,
      @ForAll("lineEnd") String lineEnd,
      @ForAll boolean comments,
      @ForAll long cuts) {
    StringBuilder stream = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (Event event : events) {
      stream.append(comments ? ":keep-alive" + lineEnd : "");
      stream.append("event: ").append(event.type).append(lineEnd);
      for (String line : event.lines) {
        stream.append("data: ").append(line).append(lineEnd);
      }
      stream.append(lineEnd);
      expected.add(event.type + "|" + String.join("\n", event.lines));
    }

    assertThat(parse(stream.toString().getBytes(StandardCharsets.UTF_8), new Random(cuts)).events)
        .isEqualTo(expected);
  }

  @Property
  void findsTheSameInAnyBytesHoweverTheyAreCut(@ForAll("foreign") byte[] bytes, @ForAll long cuts) {
    Parsed whole = parse(bytes, null);
    Parsed cut = parse(bytes, new Random(cuts));

    assertThat(cut.events).isEqualTo(whole.events);
    assertThat(cut.parser.lastEventId()).isEqualTo(whole.parser.lastEventId());
    assertThat(cut.parser.retryMillis()).isEqualTo(whole.parser.retryMillis());
  }

  @Provide
  Arbitrary<List<Event>> events() {
    Arbitrary<String> type = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(8);
    Arbitrary<String> line =
        Arbitraries.strings()
            .all()
            .ofMaxLength(30)
            .map(s -> s.replaceAll("[\\r\\n\\p{Cs}]", "\u20ac"));
    return Combinators.combine(type, line.list().ofMinSize(1).ofMaxSize(4))
        .as(Event::new)
        .list()
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> lineEnd() {
    return Arbitraries.of("\n", "\r", "\r\n");
  }

  @Provide
  Arbitrary<byte[]> foreign() {
    return Arbitraries.of(
            "data", "data:", "dat", "id", "id: 3", "retry:9", "event:", ":", " ", "\n", "\r",
            "\r\n", "\n\n", "x", "\uFEFF", "\u20ac", "{}", "\0")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts).getBytes(StandardCharsets.UTF_8));
  }

  private static Parsed parse(String stream) {
    return parse(stream.getBytes(StandardCharsets.UTF_8), null);
  }

  private static Parsed parse(byte[] stream, @Nullable Random cuts) {
    Parsed parsed = new Parsed();
    for (int from = 0; from < stream.length; ) {
      int length = cuts == null ? stream.length : 1 + cuts.nextInt(12);
      int to = Math.min(stream.length, from + length);
      parsed.parser.feed(ByteBuffer.wrap(stream, from, to - from));
      from = to;
    }
    return parsed;
  }

  record Event(String type, List<String> lines) {}

  private static final class Parsed {
    final List<String> events = new ArrayList<>();
    final ServerSentEvents parser =
        new ServerSentEvents(
            1_000_000,
            (type, data, length) ->
                events.add(type + "|" + new String(data, 0, length, StandardCharsets.UTF_8)));
  }
}
