package io.gatemini.mcp.server;

import java.util.function.Consumer;

/** Where a client hears of one of its requests. Thread-safe. */
interface Reply {
  /** The answer; called once at most. */
  void answer(byte[] message);

  /** News of the request while it is being worked on. */
  void report(byte[] message);

  /** There will be no answer: the client has cancelled the request, or is gone. */
  void unanswered();

  /** One that passes on at once what there is to say. */
  static Reply to(Consumer<byte[]> send) {
    return new Reply() {
      @Override
      public void answer(byte[] message) {
        send.accept(message);
      }

      @Override
      public void report(byte[] message) {
        send.accept(message);
      }

      @Override
      public void unanswered() {
        // A client that cancels waits for nothing.
      }
    };
  }
}
