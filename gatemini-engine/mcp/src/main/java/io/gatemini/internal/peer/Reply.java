package io.gatemini.internal.peer;

import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel.Exchange;
import java.util.function.Consumer;

/** Where a peer hears of one of its requests. Thread-safe. */
public interface Reply extends Exchange {
  /** The answer of a message that is not worked on. */
  default void refuse(JsonRpcMessage message, int code, String problem) {
    Slice id = message.id();
    answer(JsonRpcMessages.error(id == null ? null : id.copy(message.buffer()), code, problem));
  }

  /** The same of one that should not have been sent, or not now. */
  default void refuse(JsonRpcMessage message, String problem) {
    refuse(message, JsonRpcMessage.INVALID_REQUEST, problem);
  }

  /** One that goes the way back of a message. */
  static Reply over(Exchange exchange) {
    return new Reply() {
      @Override
      public void answer(byte[] message) {
        exchange.answer(message);
      }

      @Override
      public void report(byte[] message) {
        exchange.report(message);
      }

      @Override
      public void unanswered() {
        exchange.unanswered();
      }
    };
  }

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
