package io.gatemini.transport.http;

import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The body of a 2xx answer as it arrives: one message, or messages as events. Which of the two its
 * first bytes say; the content type decides only where they do not, since servers promise one and
 * send the other. Not thread-safe.
 */
final class AnswerBody {
  private static final List<String> FIELDS = List.of("data:", "event:", "id:", "retry:", ":");
  private static final int LONGEST_FIELD = 6;

  private enum Form {
    UNKNOWN,
    MESSAGE,
    EVENTS
  }

  private final ContentType contentType;
  private final ServerSentEvents events;
  private final BoundedBytes message;
  private final StringBuilder head = new StringBuilder(LONGEST_FIELD);
  private final int maxMessageBytes;
  private int blanks;
  private Form form = Form.UNKNOWN;

  AnswerBody(ContentType contentType, int maxMessageBytes, ServerSentEvents.Sink sink) {
    this.contentType = contentType;
    this.maxMessageBytes = maxMessageBytes;
    this.events = new ServerSentEvents(maxMessageBytes, sink);
    this.message = new BoundedBytes(maxMessageBytes);
  }

  /** Takes the next piece. */
  void feed(ByteBuffer piece) {
    while (form == Form.UNKNOWN && piece.hasRemaining()) {
      look((char) (piece.get() & 0xFF));
    }
    if (piece.hasRemaining()) {
      append(piece);
    }
  }

  /** How many bytes are kept of what has come. */
  int heldBytes() {
    return message.length() + events.heldBytes();
  }

  /** Whether it is an event stream; what says nothing is what it promised to be. */
  boolean isEvents() {
    return form == Form.EVENTS || (form == Form.UNKNOWN && contentType.isEventStream());
  }

  /** Whether it is a page, whatever its content type says. */
  boolean isPage() {
    return form == Form.MESSAGE && message.length() > 0 && message.array()[0] == '<';
  }

  ServerSentEvents events() {
    return events;
  }

  /** The whole message as UTF-8; called when all of it is there. */
  BoundedBytes message() {
    if (form == Form.UNKNOWN) {
      decide(Form.MESSAGE);
    }
    if (contentType.charset().equals(StandardCharsets.UTF_8)) {
      return message;
    }
    byte[] utf8 =
        new String(message.array(), 0, message.length(), contentType.charset())
            .getBytes(StandardCharsets.UTF_8);
    BoundedBytes converted = new BoundedBytes(Math.max(1, utf8.length));
    converted.append(ByteBuffer.wrap(utf8));
    return converted;
  }

  private void look(char next) {
    boolean blank = next <= ' ' || next == '\u00EF' || next == '\u00BB' || next == '\u00BF';
    if (head.isEmpty() && blank) {
      // White space, or a byte order mark. Compressed, gigabytes of it cost a server nothing.
      if (++blanks > maxMessageBytes) {
        throw new BoundedBytes.TooLargeException(maxMessageBytes);
      }
      return;
    }
    head.append(next);
    String text = head.toString();
    if ((next == '{' || next == '[') && head.length() == 1) {
      decide(Form.MESSAGE);
    } else if (contentType.isEventStream() || FIELDS.contains(text)) {
      decide(Form.EVENTS);
    } else if (FIELDS.stream().noneMatch(field -> field.startsWith(text))) {
      decide(Form.MESSAGE);
    }
  }

  private void decide(Form decided) {
    form = decided;
    append(ByteBuffer.wrap(head.toString().getBytes(StandardCharsets.ISO_8859_1)));
  }

  private void append(ByteBuffer piece) {
    if (form == Form.EVENTS) {
      events.feed(piece);
    } else {
      message.append(piece);
    }
  }
}
