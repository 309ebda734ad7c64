package io.gatemini.server.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Cuts a stream into lines: short ones are handed on whole, with what was read in them; of a long
 * one the bytes go on as they come. For one thread.
 */
final class Lines {
  /** Messages of a conversation are shorter; the heap must not hold one that is not. */
  static final int MAX_HELD_BYTES = 64 * 1024;

  private final To to;
  private final LineScanner scanner = new LineScanner();
  private final ByteArrayOutputStream held = new ByteArrayOutputStream(1024);
  private boolean passing;

  /** Where lines go. */
  interface To {
    /** A whole line, with its line feed. */
    void line(byte[] line, LineScanner said) throws IOException;

    /** The first bytes of a line that is too long to be held. */
    void begin() throws IOException;

    /** Its bytes, with its line feed at the end. */
    void part(byte[] bytes, int offset, int length) throws IOException;

    /** It has ended. */
    void end(LineScanner said) throws IOException;
  }

  Lines(To to) {
    this.to = to;
  }

  /** Takes the next bytes. */
  void take(byte[] bytes, int length) throws IOException {
    int from = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        scanner.scan(bytes, from, i);
        add(bytes, from, i + 1 - from);
        endLine();
        from = i + 1;
      }
    }
    scanner.scan(bytes, from, length);
    add(bytes, from, length - from);
    if (!passing && held.size() > MAX_HELD_BYTES) {
      passing = true;
      to.begin();
      to.part(held.toByteArray(), 0, held.size());
      held.reset();
    }
  }

  private void add(byte[] bytes, int offset, int length) throws IOException {
    if (passing) {
      to.part(bytes, offset, length);
    } else {
      held.write(bytes, offset, length);
    }
  }

  private void endLine() throws IOException {
    if (passing) {
      passing = false;
      to.end(scanner);
    } else {
      byte[] line = held.toByteArray();
      held.reset();
      to.line(line, scanner);
    }
    scanner.reset();
  }

  /** Whether the stream stands in the middle of a line whose beginning went on already. */
  boolean isPassing() {
    return passing;
  }
}
