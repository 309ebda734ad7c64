package io.gatemini.server.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lines to the client: those of its daemon, and the proxy's own errors and notifications.
 * Thread-safe; a lock keeps lines whole.
 */
final class ClientOutput {
  private final OutputStream out;
  private final Runnable gone;
  private final ReentrantLock line = new ReentrantLock();

  /**
   * @param gone called when the client does not take a line, with the lock held
   */
  ClientOutput(OutputStream out, Runnable gone) {
    this.out = out;
    this.gone = gone;
  }

  /** Writes a whole line. */
  void print(byte[] bytes) {
    line.lock();
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      gone.run();
    } finally {
      line.unlock();
    }
  }

  private void print(String text) {
    print((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Begins a line that this thread writes in parts: no other thread writes before its end. */
  void beginLine() {
    line.lock();
  }

  void part(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
  }

  /** Ends it, for the same thread. */
  void endLine() throws IOException {
    try {
      out.flush();
    } finally {
      line.unlock();
    }
  }

  /** Ends a line whose rest does not come: half an answer is a line of its own. */
  void cutLine() {
    print("");
    line.unlock();
  }

  /** Answers a request with an error. */
  void refuse(String id, String reason, boolean mayHaveRun) {
    print(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"error\":{\"code\":-32000,\"message\":\""
            + reason
            + (mayHaveRun
                ? "; it may have been carried out"
                : "; it was not carried out: ask again")
            + "\",\"data\":{\"retryable\":true,\"mayHaveRun\":"
            + mayHaveRun
            + "}}}");
  }

  /** Cancels a request of a daemon that is gone. */
  void cancel(String id) {
    print(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + id
            + ",\"reason\":\"the server was started again\"}}");
  }
}
