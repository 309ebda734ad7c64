package io.gatemini.internal.peer;

import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import java.util.function.Consumer;

/** Where a peer hears of one of its requests. Thread-safe. */
public interface Reply {
  /** The answer; called once at most. */
  void answer(byte[] message);

  /** News of the request while it is being worked on. */
  void report(byte[] message);

  /** The answer of a message that is not worked on. */
  default void refuse(JsonRpcMessage message, int code, String problem) {
    Slice id = message.id();
    answer(JsonRpcMessages.error(id == null ? null : id.copy(message.buffer()), code, problem));
  }

  /** The same of one that should not have been sent, or not now. */
  default void refuse(JsonRpcMessage message, String problem) {
    refuse(message, JsonRpcMessage.INVALID_REQUEST, problem);
  }

  /** There will be no answer: the peer has cancelled the request, or is gone. */
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
        // A peer that cancels waits for nothing.
      }
    };
  }
}
