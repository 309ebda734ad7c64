package io.gatemini.transport.http;

import io.gatemini.transport.http.internal.client.BoundedBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Cuts a byte stream into server-sent events as it arrives (WHATWG HTML, section 9.2.6,
 * "Interpreting an event stream"), wherever the pieces are cut. Not thread-safe.
 *
 * <p>Data stays bytes: it is JSON, and who parses that reports what is not UTF-8. An event whose
 * data is larger than the bound ends the stream with a {@link BoundedBytes.TooLargeException}.
 */
final class ServerSentEvents {
  private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Any field but data is short; a line longer than this is not a field worth having. */
  private static final int MAX_OTHER_LINE_BYTES = 64 * 1024;

  private final Sink sink;
  private final BoundedBytes data;
  private final BoundedBytes line = new BoundedBytes(MAX_OTHER_LINE_BYTES);
  private String type = "";
  private String idOfEvent = "";
  private String lastEventId = "";
  private OptionalLong retryMillis = OptionalLong.empty();
  private boolean hasData;

  /** Inside the value of a data line; its bytes bypass {@link #line}. */
  private boolean inData;

  /** No byte of that value was seen yet, so that a single leading space is still to be dropped. */
  private boolean atValueStart;

  private boolean afterCarriageReturn;
  private boolean firstLine = true;

  ServerSentEvents(int maxEventBytes, Sink sink) {
    this.data = new BoundedBytes(maxEventBytes);
    this.sink = sink;
  }

  /** Takes the next piece of the stream and hands on the events that it completes. */
  void feed(ByteBuffer piece) {
    while (piece.hasRemaining()) {
      if (afterCarriageReturn) {
        afterCarriageReturn = false;
        if (piece.get(piece.position()) == '\n') {
          piece.get();
          continue;
        }
      }
      int end = lineEnd(piece);
      if (end < 0) {
        take(piece);
        return;
      }
      int limit = piece.limit();
      piece.limit(end);
      take(piece);
      piece.limit(limit);
      afterCarriageReturn = piece.get() == '\r';
      endLine();
    }
  }

  /** How many bytes of an event are kept that is not whole yet. */
  int heldBytes() {
    return data.length();
  }

  /** The id of the last whole event, or of the one before that had one; empty if none had. */
  String lastEventId() {
    return lastEventId;
  }

  /** How long the server asks to wait before the stream is opened again. */
  OptionalLong retryMillis() {
    return retryMillis;
  }

  private static int lineEnd(ByteBuffer piece) {
    for (int i = piece.position(); i < piece.limit(); i++) {
      byte b = piece.get(i);
      if (b == '\n' || b == '\r') {
        return i;
      }
    }
    return -1;
  }

  private void take(ByteBuffer part) {
    while (!inData && part.hasRemaining()) {
      line.append(part.get());
      dropByteOrderMark();
      if (line.length() == DATA.length && startsWith(DATA)) {
        beginData();
      } else if (line.length() > DATA.length) {
        line.append(part);
      }
    }
    if (!part.hasRemaining()) {
      return;
    }
    if (atValueStart) {
      atValueStart = false;
      if (part.get(part.position()) == ' ') {
        part.get();
      }
    }
    data.append(part);
  }

  private void beginData() {
    line.clear();
    inData = true;
    atValueStart = true;
    if (hasData) {
      data.append((byte) '\n');
    }
    hasData = true;
  }

  private void dropByteOrderMark() {
    if (firstLine && line.length() == BYTE_ORDER_MARK.length && startsWith(BYTE_ORDER_MARK)) {
      line.clear();
      firstLine = false;
    }
  }

  private boolean startsWith(byte[] prefix) {
    return Arrays.equals(line.array(), 0, prefix.length, prefix, 0, prefix.length);
  }

  private void endLine() {
    firstLine = false;
    if (inData) {
      inData = false;
    } else if (line.length() == 0) {
      dispatch();
    } else {
      field(new String(line.array(), 0, line.length(), StandardCharsets.UTF_8));
      line.clear();
    }
  }

  private void dispatch() {
    lastEventId = idOfEvent;
    if (hasData) {
      sink.event(type.isEmpty() ? "message" : type, data.array(), data.length());
    }
    data.clear();
    hasData = false;
    type = "";
  }

  private void field(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    String value = colon < 0 ? "" : text.substring(colon + 1);
    if (value.startsWith(" ")) {
      value = value.substring(1);
    }
    switch (name) {
      case "event" -> type = value;
      case "data" -> {
        beginData();
        inData = false;
      }
      case "id" -> {
        if (value.indexOf('\0') < 0) {
          idOfEvent = value;
        }
      }
      case "retry" -> {
        // 18 digits always fit a long.
        if (value.matches("[0-9]{1,18}")) {
          retryMillis = OptionalLong.of(Long.parseLong(value));
        }
      }
      default -> {
        // A comment, or a field that the format does not know: both are to be ignored.
      }
    }
  }

  /** Takes the events. */
  interface Sink {
    /** One event; the array is valid until the method returns. */
    void event(String type, byte[] data, int length);
  }
}
