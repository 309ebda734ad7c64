package io.gatemini.mcp.server;

import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.Reply;
import io.gatemini.spi.MessageMemory;
import io.gatemini.spi.MessageMemory.Share;
import java.util.ArrayList;
import java.util.List;

/**
 * Several messages in one array, which clients may send under protocol version 2025-03-26 and no
 * other: they are worked on side by side, and their answers leave together in one array when the
 * last is there (JSON-RPC 2.0, section 6). Reports do not wait. Thread-safe.
 */
final class Batch implements Reply {
  /** The version that has them; the next one took them out again. */
  static final String PROTOCOL_VERSION = "2025-03-26";

  private final Reply whole;
  private final Share share;

  // Guarded by this. The reader of the batch holds it open, too.
  private final List<byte[]> answers = new ArrayList<>();
  private int awaited = 1;

  /**
   * @param whole where the array of answers goes
   * @param memory counts the answers that are kept
   */
  Batch(Reply whole, MessageMemory memory) {
    this.whole = whole;
    this.share = memory.open();
  }

  /** A message of it is about to be worked on. */
  synchronized void expect() {
    awaited++;
  }

  /** The reader has gone through it: there will not be more to wait for. */
  void read() {
    unanswered();
  }

  @Override
  public void answer(byte[] message) {
    ended(List.of(message));
  }

  @Override
  public void unanswered() {
    ended(List.of());
  }

  @Override
  public void report(byte[] message) {
    whole.report(message);
  }

  private void ended(List<byte[]> answer) {
    synchronized (this) {
      answers.addAll(answer);
      answer.forEach(kept -> share.claim(kept.length));
      if (--awaited > 0) {
        return;
      }
    }
    share.close();
    if (answers.isEmpty()) {
      whole.unanswered();
    } else {
      whole.answer(JsonRpcMessages.batch(answers));
    }
  }
}
