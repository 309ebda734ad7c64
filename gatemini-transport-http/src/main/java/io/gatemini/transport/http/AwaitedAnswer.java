package io.gatemini.transport.http;

import io.gatemini.GatewayException;

/** The answer to one message, as whatever reads it sees it. */
interface AwaitedAnswer {
  /** Whether the caller has given up. */
  boolean isDone();

  /** An event of it; true when it is the answer. */
  boolean event(String type, byte[] data, int length);

  /** There will be none, for a reason. */
  void fail(GatewayException reason);

  /** There will be none because this side met a mistake of its own. */
  void failed(Throwable problem);

  /** The exchange broke off. */
  void broken(Throwable failure, boolean arrived, boolean answered);
}
